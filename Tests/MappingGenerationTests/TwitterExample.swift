import EntityMapper
import MappingFiles
import MappingInference
import ObjectGraph
import ValueTransforms

/// A proposal for the response of a Twitter search, as an inference makes it.
enum TwitterExample {
    static let entities = [
        EntityDescription(
            "Hashtag", attributes: [.init("text", .string, isOptional: false)],
            relationships: [.toMany("statuses", "Status", inverse: "hashtags")],
            uniquenessConstraints: [["text"]]),
        EntityDescription(
            "Status",
            attributes: [
                .init("statusID", .integer64, isOptional: false), .init("createdAt", .date),
                .init("inReplyToUserID", .integer64), .init("source", .string),
                .init("text", .string),
            ],
            relationships: [
                .toMany("hashtags", "Hashtag", inverse: "statuses", isOrdered: true),
                .toOne("inReplyToUser", "User", inverse: "replies"),
                .toOne("retweetedStatus", "Status", inverse: "retweets"),
                .toMany("retweets", "Status", inverse: "retweetedStatus"),
                .toOne("user", "User", inverse: "statuses"),
            ], uniquenessConstraints: [["statusID"]]),
        EntityDescription(
            "User",
            attributes: [
                .init("userID", .integer64, isOptional: false), .init("followersCount", .integer64),
                .init("name", .string), .init("screenName", .string),
            ],
            relationships: [
                .toMany("replies", "Status", inverse: "inReplyToUser"),
                .toMany("statuses", "Status", inverse: "user"),
            ], uniquenessConstraints: [["userID"]]),
    ]

    static let file: MappingFile = {
        var hashtags = EntityMapping(for: entities[0])
        hashtags.identificationAttributes = ["text"]
        hashtags.addAttributeMapping(from: "text", to: "text")

        var statuses = EntityMapping(for: entities[1])
        statuses.identificationAttributes = ["statusID"]
        statuses.addAttributeMapping(from: "id", to: "statusID")
        statuses.addAttributeMapping(
            from: "created_at", to: "createdAt",
            using: .date(format: "EEE MMM dd HH:mm:ss Z yyyy"))
        statuses.addAttributeMapping(from: "in_reply_to_user_id", to: "inReplyToUserID")
        statuses.addAttributeMapping(from: "source", to: "source")
        statuses.addAttributeMapping(from: "text", to: "text")
        statuses.addRelationshipMapping(
            from: "entities.hashtags", to: "hashtags", using: "Hashtag")
        statuses.addRelationshipMapping(
            from: "retweeted_status", to: "retweetedStatus", using: "Status")
        statuses.addRelationshipMapping(from: "user", to: "user", using: "User")
        statuses.addConnection(for: "inReplyToUser", connectedBy: ["inReplyToUserID": "userID"])

        var users = EntityMapping(for: entities[2])
        users.identificationAttributes = ["userID"]
        users.addAttributeMapping(from: "id", to: "userID")
        users.addAttributeMapping(from: "followers_count", to: "followersCount")
        users.addAttributeMapping(from: "name", to: "name")
        users.addAttributeMapping(from: "screen_name", to: "screenName")

        return MappingFile(
            entities: entities,
            mappings: MappingSet([hashtags, statuses, users], roots: ["statuses": "Status"]),
            paths: [
                "Hashtag": ["statuses[].entities.hashtags[]"],
                "Status": ["statuses[]", "statuses[].retweeted_status"],
                "User": ["statuses[].user", "statuses[].retweeted_status.user"],
            ])
    }()

    static let inferred = InferredMapping(
        file: file,
        sources: [
            SourceSummary(
                name: "twitter.json", format: "json", bytes: 631_514, documents: 1, objects: 1_378)
        ], entities: summaries, decisions: decisions,
        leftovers: [
            Leftover(
                path: "search_metadata.count", count: 1, reason: .besideRecords, explanation: ""),
            Leftover(
                path: "statuses[].entities.hashtags[].indices", count: 66, reason: .position,
                explanation: "the order of hashtags"),
            Leftover(
                path: "statuses[].geo", count: 100, reason: .unknownType,
                explanation: "null in all 100"),
            Leftover(path: "statuses[].id_str", count: 100, reason: .twin, explanation: ""),
        ])

    private static let summaries = [
        EntitySummary(
            name: "Hashtag", records: 66,
            paths: [.init(path: "statuses[].entities.hashtags[]", count: 66)],
            identification: ["text"], identityEvidence: "29 distinct; 37 repeats say the same",
            attributes: [
                AttributeSummary(
                    name: "text", type: .string, source: "text", count: 66, distinct: 29,
                    example: "日本")
            ],
            relationships: [
                RelationshipSummary(
                    name: "statuses", destination: "Status", isToMany: true, inverse: "hashtags")
            ]),
        EntitySummary(
            name: "Status", records: 171,
            paths: [
                .init(path: "statuses[]", count: 100),
                .init(path: "statuses[].retweeted_status", count: 71),
            ], identification: ["statusID"],
            identityEvidence: "163 distinct; 8 repeats say the same",
            attributes: [
                AttributeSummary(
                    name: "statusID", type: .integer64, source: "id", count: 171, distinct: 163,
                    example: "505874924095815681"),
                AttributeSummary(
                    name: "createdAt", type: .date, transform: "date(EEE MMM dd HH:mm:ss Z yyyy)",
                    source: "created_at", count: 171, distinct: 101,
                    example: "Sun Aug 31 00:29:15 +0000 2014"),
                AttributeSummary(
                    name: "inReplyToUserID", type: .integer64, source: "in_reply_to_user_id",
                    count: 12, distinct: 11, example: "1180880858"),
                AttributeSummary(
                    name: "source", type: .string, source: "source", count: 171, distinct: 19,
                    example: "<a href=\"http://…"),
                AttributeSummary(
                    name: "text", type: .string, source: "text", count: 171, distinct: 160,
                    example: "@aym0566x 名前:前田あゆみ"),
            ],
            relationships: [
                RelationshipSummary(
                    name: "hashtags", destination: "Hashtag", isToMany: true, isOrdered: true,
                    source: "entities.hashtags", inverse: "statuses"),
                RelationshipSummary(
                    name: "inReplyToUser", destination: "User", inverse: "replies"),
                RelationshipSummary(
                    name: "retweetedStatus", destination: "Status", source: "retweeted_status",
                    inverse: "retweets"),
                RelationshipSummary(
                    name: "retweets", destination: "Status", isToMany: true,
                    inverse: "retweetedStatus"),
                RelationshipSummary(
                    name: "user", destination: "User", source: "user", inverse: "statuses"),
            ],
            connections: [
                ConnectionSummary(
                    relationship: "inReplyToUser", destination: "User",
                    keys: [.init(source: "inReplyToUserID", destination: "userID")],
                    confidence: 0.9, evidence: "12 of 12 values found", isApplied: true)
            ]),
        EntitySummary(
            name: "User", records: 171,
            paths: [
                .init(path: "statuses[].user", count: 100),
                .init(path: "statuses[].retweeted_status.user", count: 71),
            ], identification: ["userID"],
            identityEvidence: "155 distinct; 16 repeats say the same",
            attributes: [
                AttributeSummary(
                    name: "userID", type: .integer64, source: "id", count: 171, distinct: 155,
                    example: "1186275104"),
                AttributeSummary(
                    name: "followersCount", type: .integer64, source: "followers_count", count: 171,
                    distinct: 140, example: "262"),
                AttributeSummary(
                    name: "name", type: .string, source: "name", count: 171, distinct: 154,
                    example: "AYUMI"),
                AttributeSummary(
                    name: "screenName", type: .string, source: "screen_name", count: 171,
                    distinct: 155, example: "ayuu0123", hint: "155 distinct"),
            ],
            relationships: [
                RelationshipSummary(
                    name: "replies", destination: "Status", isToMany: true,
                    inverse: "inReplyToUser"),
                RelationshipSummary(
                    name: "statuses", destination: "Status", isToMany: true, inverse: "user"),
            ],
            connections: [
                ConnectionSummary(
                    relationship: "status", destination: "Hashtag",
                    keys: [.init(source: "screenName", destination: "text")], confidence: 0.45,
                    evidence: "20 of 20 values found", isApplied: false)
            ]),
    ]

    private static let decisions = [
        InferenceDecision(
            rule: .missingIdentity, subject: "Hashtag", outcome: "identified by text",
            evidence: [.init(fact: "values repeat with the same content", count: 37, total: 37)],
            confidence: 0.6, isApplied: true, override: "--id Hashtag=none"),
        InferenceDecision(
            rule: .endingOfKey, subject: "Status.inReplyToUserID",
            outcome: "connects to User.userID",
            evidence: [.init(fact: "values found", count: 12, total: 12)], confidence: 0.9,
            isApplied: true, override: "--no-connect Status.inReplyToUserID",
            rivals: [
                .init(
                    outcome: "Status.statusID", confidence: 0.4, reason: "0 of 12 values found")
            ]),
        InferenceDecision(
            rule: .foundValues, subject: "User.screenName", outcome: "connects to Hashtag.text",
            evidence: [.init(fact: "values found", count: 20, total: 20)], confidence: 0.45,
            isApplied: false, override: "--connect User.screenName=Hashtag.text"),
    ]
}
