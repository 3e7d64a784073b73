import Mercator

/// The mappings for the response of a Twitter search.
///
/// The same status, user or hashtag occurs repeatedly in a response and becomes a single object:
/// identity is inferred (`statusID`, `userID`, `url`, `mediaID`) or declared in the model
/// (`Hashtag.text`).
enum TimelineMappings {
    /// The path of the statuses.
    static let root: PayloadPath = "statuses"

    /// The transform for dates such as `Sun Aug 31 00:29:15 +0000 2014`.
    static let date = ValueTransform.date(format: "EEE MMM dd HH:mm:ss Z yyyy")

    static var statuses: EntityMapping {
        var statuses = EntityMapping(for: Status.self)
        statuses.addAttributeMappings([
            "id": "statusID", "text": "text", "lang": "language", "source": "source",
            "truncated": "isTruncated", "retweet_count": "retweetCount",
            "favorite_count": "favoriteCount", "in_reply_to_status_id": "inReplyToStatusID",
            "in_reply_to_user_id": "inReplyToUserID",
        ])
        statuses.addAttributeMapping(from: "created_at", to: "createdAt", using: date)

        // A retweet is a status nested in a status: the mapping refers to itself by name.
        statuses.addRelationshipMapping(
            from: "retweeted_status", to: "retweetedStatus", using: "Status")
        statuses.addRelationshipMapping(from: "user", to: "user", using: "User")
        statuses.addRelationshipMapping(
            from: "entities.hashtags", to: "hashtags", using: "Hashtag")
        statuses.addRelationshipMapping(from: "entities.urls", to: "links", using: "Link")
        statuses.addRelationshipMapping(from: "entities.media", to: "media", using: "Media")
        statuses.addRelationshipMapping(
            from: "entities.user_mentions", to: "mentions", using: "Mention")

        // A reply has only keys; the objects may arrive in another response, or never.
        statuses.addConnection(
            for: "inReplyToStatus", connectedBy: ["inReplyToStatusID": "statusID"])
        statuses.addConnection(for: "inReplyToUser", connectedBy: ["inReplyToUserID": "userID"])
        return statuses
    }

    /// The mapping of complete users, such as the author of a status.
    static var users: EntityMapping {
        var users = mentions
        users.name = "User"
        users.addAttributeMappings([
            "description": "profile", "location": "location", "url": "homepage",
            "profile_image_url_https": "picture", "lang": "language", "time_zone": "timeZone",
            "verified": "isVerified", "protected": "isProtected",
            "followers_count": "followersCount", "friends_count": "friendsCount",
            "statuses_count": "statusesCount",
        ])
        users.addAttributeMapping(from: "created_at", to: "createdAt", using: date)
        return users
    }

    /// The mapping of users mentioned in a text, with only a few attributes.
    ///
    /// Both mappings have the same entity and identity, so a mentioned user and an author with the
    /// same ID are one object, and a mention does not clear the profile.
    static var mentions: EntityMapping {
        var mentions = EntityMapping(for: User.self, named: "Mention")
        mentions.addAttributeMappings(["id": "userID", "screen_name": "screenName", "name": "name"])
        return mentions
    }

    static var hashtags: EntityMapping {
        var hashtags = EntityMapping(for: Hashtag.self)
        hashtags.addAttributeMappings(["text"])
        return hashtags
    }

    static var links: EntityMapping {
        var links = EntityMapping(for: Link.self)
        links.addAttributeMappings([
            "url": "url", "expanded_url": "expandedURL", "display_url": "displayURL",
        ])
        return links
    }

    static var media: EntityMapping {
        var media = EntityMapping(for: Media.self)
        media.addAttributeMappings([
            "id": "mediaID", "type": "kind", "url": "url", "media_url_https": "mediaURL",
            "sizes.large.w": "width", "sizes.large.h": "height",
        ])
        return media
    }

    /// Compiles all mappings; the statuses of a response are under one key.
    static func plan(for model: ManagedObjectModel) throws -> MappingPlan {
        let mappings = MappingSet(
            [statuses, users, mentions, hashtags, links, media], roots: [root: "Status"])
        return try MappingPlan(mappings, for: model)
    }
}
