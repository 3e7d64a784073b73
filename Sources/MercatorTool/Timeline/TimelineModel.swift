import Mercator

/// A status; a retweet is a status that contains another one.
struct Status: Entity {
    let statusID = Attribute<Int64>("statusID")
    let text = Attribute<String>("text")
    let createdAt = Attribute<Timestamp>("createdAt")
    let language = Attribute<String?>("language")
    let source = Attribute<String?>("source")
    let isTruncated = Attribute<Bool?>("isTruncated")
    let retweetCount = Attribute<Int64?>("retweetCount")
    let favoriteCount = Attribute<Int64?>("favoriteCount")

    let user = ToOne<User>("user", inverse: \.statuses)
    let retweetedStatus = ToOne<Status>("retweetedStatus", inverse: \.retweets)
    let retweets = ToMany<Status>("retweets")

    /// The keys of the status and user that a reply answers; either object may be absent
    /// from the payload.
    let inReplyToStatusID = Attribute<Int64?>("inReplyToStatusID")
    let inReplyToStatus = ToOne<Status>("inReplyToStatus", inverse: \.replies)
    let replies = ToMany<Status>("replies")
    let inReplyToUserID = Attribute<Int64?>("inReplyToUserID")
    let inReplyToUser = ToOne<User>("inReplyToUser", inverse: \.repliesReceived)

    /// The entities in the text, in order.
    let hashtags = ToMany<Hashtag>("hashtags", inverse: \.statuses, isOrdered: true)
    let links = ToMany<Link>("links", inverse: \.statuses, isOrdered: true)
    let media = ToMany<Media>("media", inverse: \.statuses, isOrdered: true)
    let mentions = ToMany<User>("mentions", inverse: \.mentionedIn, isOrdered: true)
}

/// An author of statuses, or a user mentioned in one.
///
/// A mention contains only the first three attributes, so only these are mandatory.
struct User: Entity {
    let userID = Attribute<Int64>("userID")
    let screenName = Attribute<String>("screenName")
    let name = Attribute<String>("name")

    let createdAt = Attribute<Timestamp?>("createdAt")
    let profile = Attribute<String?>("profile")
    let location = Attribute<String?>("location")
    let homepage = Attribute<String?>("homepage")
    let picture = Attribute<String?>("picture")
    let language = Attribute<String?>("language")
    let timeZone = Attribute<String?>("timeZone")
    let isVerified = Attribute<Bool?>("isVerified")
    let isProtected = Attribute<Bool?>("isProtected")
    let followersCount = Attribute<Int64?>("followersCount")
    let friendsCount = Attribute<Int64?>("friendsCount")
    let statusesCount = Attribute<Int64?>("statusesCount")

    let statuses = ToMany<Status>("statuses")
    let mentionedIn = ToMany<Status>("mentionedIn")
    let repliesReceived = ToMany<Status>("repliesReceived")
}

/// A hashtag, identified by its text.
struct Hashtag: Entity {
    static let userInfo: [String: Value] = ["identificationAttributes": "text"]

    let text = Attribute<String>("text")
    let statuses = ToMany<Status>("statuses")
}

/// A link in a text, identified by its short URL.
struct Link: Entity {
    let url = Attribute<String>("url")
    let expandedURL = Attribute<String?>("expandedURL")
    let displayURL = Attribute<String?>("displayURL")
    let statuses = ToMany<Status>("statuses")
}

/// A picture or video attached to statuses.
struct Media: Entity {
    let mediaID = Attribute<Int64>("mediaID")
    let kind = Attribute<String?>("kind")
    let url = Attribute<String?>("url")
    let mediaURL = Attribute<String?>("mediaURL")
    let width = Attribute<Int32?>("width")
    let height = Attribute<Int32?>("height")
    let statuses = ToMany<Status>("statuses")
}

/// Creates the model of a timeline.
enum TimelineModel {
    static func make() throws -> ManagedObjectModel {
        try ManagedObjectModel(Status.self, User.self, Hashtag.self, Link.self, Media.self)
    }
}
