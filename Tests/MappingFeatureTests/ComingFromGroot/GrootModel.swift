import EntityMapper
import ObjectGraph

/// Shorthands for descriptions with Groot's annotations.
extension AttributeDescription {
    /// Creates a required attribute, with the key path and the transformer of its `userInfo`.
    static func annotated(
        _ name: String, _ type: AttributeType, _ path: String? = nil, by transformer: String? = nil,
        isOptional: Bool = false, default value: Value = .null
    ) -> AttributeDescription {
        var userInfo: [String: Value] = [:]
        if let path { userInfo["JSONKeyPath"] = .string(path) }
        if let transformer { userInfo["JSONTransformerName"] = .string(transformer) }
        return AttributeDescription(
            name, type, isOptional: isOptional, defaultValue: value, userInfo: userInfo)
    }
}

extension RelationshipDescription {
    /// Returns the same relationship with a key path.
    func annotated(_ path: String) -> RelationshipDescription {
        var relationship = self
        relationship.userInfo["JSONKeyPath"] = .string(path)
        return relationship
    }
}

/// A change of a catalogue model by adding, replacing or removing one annotation.
struct AnnotationChange: Sendable {
    let place: String
    let key: String
    let value: Value?

    /// Creates a change for an entity, or for a property given as `Entity.property`; `nil` removes
    /// the annotation.
    init(_ place: String, _ key: String, _ value: Value?) {
        self.place = place
        self.key = key
        self.value = value
    }

    func apply(to entities: inout [EntityDescription]) {
        let steps = place.split(separator: ".").map(String.init)
        for index in entities.indices where entities[index].name == steps[0] {
            guard steps.count == 2 else {
                entities[index].userInfo[key] = value
                continue
            }
            for place in entities[index].declaredAttributes.indices
            where entities[index].declaredAttributes[place].name == steps[1] {
                entities[index].declaredAttributes[place].userInfo[key] = value
            }
            for place in entities[index].declaredRelationships.indices
            where entities[index].declaredRelationships[place].name == steps[1] {
                entities[index].declaredRelationships[place].userInfo[key] = value
            }
        }
    }
}

/// The models of Groot's catalogue; `M-COMIC` is the one of its own tests.
enum GrootModel {
    private static func model(
        _ entities: [EntityDescription], _ changes: [AnnotationChange]
    ) throws -> ManagedObjectModel {
        var entities = entities
        for change in changes { change.apply(to: &entities) }
        return try ManagedObjectModel(entities)
    }

    /// `M-COMIC`, or `M-COMIC-OPT` if attributes are optional and powers ordered.
    static func comic(
        isOptional: Bool = false, _ changes: AnnotationChange...
    ) throws -> ManagedObjectModel {
        let identifier = AttributeDescription.annotated(
            "identifier", .integer64, "id", by: "GrootTests.Transformer", isOptional: isOptional)
        let name = AttributeDescription.annotated("name", .string, "name", isOptional: isOptional)
        let realName = AttributeDescription.annotated(
            "realName", .string, "real_name", isOptional: isOptional)
        let identity: [String: Value] = ["identityAttribute": "identifier"]
        return try model(
            [
                EntityDescription(
                    "Character", attributes: [identifier, name, realName],
                    relationships: [
                        .toMany("powers", "Power", inverse: "characters", isOrdered: isOptional)
                            .annotated("powers"),
                        .toOne("publisher", "Publisher", inverse: "characters")
                            .annotated("publisher"),
                    ], userInfo: identity),
                EntityDescription(
                    "Power", attributes: [identifier, name],
                    relationships: [.toMany("characters", "Character", inverse: "powers")],
                    userInfo: identity),
                EntityDescription(
                    "Publisher", attributes: [identifier, name],
                    relationships: [.toMany("characters", "Character", inverse: "publisher")],
                    userInfo: identity),
            ], changes)
    }

    /// `M-CARD`: a card is identified by two attributes.
    static func card(identity: Value = "suit, value") throws -> ManagedObjectModel {
        try ManagedObjectModel([
            EntityDescription(
                "Card",
                attributes: [
                    .annotated("suit", .string, "suit"), .annotated("value", .string, "value"),
                    .annotated("numberOfTimesPlayed", .integer64, "played", default: 0),
                ], userInfo: ["identityAttributes": identity])
        ])
    }

    /// `M-ABS`: the elements of a container are selected by their type.
    static func abstract(
        isAbstract: Bool = true, _ changes: AnnotationChange...
    ) throws -> ManagedObjectModel {
        try model(
            [
                EntityDescription(
                    "Container",
                    relationships: [
                        .toMany("abstracts", "Abstract", inverse: "container")
                            .annotated("abstracts")
                    ]),
                EntityDescription(
                    "Abstract", isAbstract: isAbstract,
                    attributes: [.annotated("identifier", .integer64, "id")],
                    relationships: [.toOne("container", "Container", inverse: "abstracts")],
                    userInfo: [
                        "identityAttribute": "identifier",
                        "entityMapperName": "GrootTests.Abstract",
                    ]),
                EntityDescription(
                    "ConcreteA", parent: "Abstract",
                    attributes: [.annotated("foo", .string, "foo")]),
                EntityDescription(
                    "ConcreteB", parent: "Abstract",
                    attributes: [.annotated("bar", .string, "bar")]),
            ], changes)
    }

    /// `M-MSG`: the ordered messages of a thread.
    static func message(_ changes: AnnotationChange...) throws -> ManagedObjectModel {
        try model(
            [
                EntityDescription(
                    "Thread",
                    relationships: [
                        .toMany("messages", "Message", inverse: "thread", isOrdered: true)
                            .annotated("messages")
                    ]),
                EntityDescription(
                    "Message", isAbstract: true,
                    attributes: [.annotated("identifier", .integer64, "id")],
                    relationships: [.toOne("thread", "Thread", inverse: "messages")],
                    userInfo: [
                        "identityAttributes": "identifier", "entityMapperName": "MessageMapper",
                    ]),
                EntityDescription(
                    "TextMessage", parent: "Message",
                    attributes: [.annotated("text", .string, "text", isOptional: true)]),
                EntityDescription(
                    "PictureMessage", parent: "Message",
                    attributes: [.annotated("imageURL", .string, "image_url", isOptional: true)]),
            ], changes)
    }

    /// `M-ACCT`: a mailbox is identified by the attributes of an account and another one.
    static func account() throws -> ManagedObjectModel {
        try ManagedObjectModel([
            EntityDescription(
                "Account",
                attributes: [
                    .annotated("UUID", .string, "uuid"),
                    .annotated("name", .string, "name", isOptional: true),
                ], userInfo: ["identityAttributes": "UUID"]),
            EntityDescription(
                "Mailbox", parent: "Account",
                attributes: [.annotated("email", .string, "email")],
                userInfo: ["identityAttributes": "email"]),
        ])
    }

    /// `M-FLAT`: an attribute with a path of two keys, and one without a path.
    static func flat() throws -> ManagedObjectModel {
        try ManagedObjectModel([
            EntityDescription(
                "Character",
                attributes: [
                    .annotated("identifier", .integer64, "id", by: "GrootTests.Transformer"),
                    .annotated("name", .string, "name"),
                    .annotated("publisherName", .string, "publisher.name", isOptional: true),
                    .annotated("internalNote", .string, isOptional: true),
                ], userInfo: ["identityAttributes": "identifier"])
        ])
    }

    /// `M-PAIR`: best friends, possibly mutual ones.
    static func pair() throws -> ManagedObjectModel {
        try ManagedObjectModel([
            EntityDescription(
                "Person", attributes: [.annotated("personID", .integer64, "id")],
                relationships: [
                    .toOne("bestFriend", "Person", inverse: "bestFriendOf")
                        .annotated("best_friend"),
                    .toMany("bestFriendOf", "Person", inverse: "bestFriend"),
                ], userInfo: ["identityAttributes": "personID"])
        ])
    }

    /// `M-GEO`: attributes with paths that share a prefix, and a date.
    static func geo() throws -> ManagedObjectModel {
        try ManagedObjectModel([
            EntityDescription(
                "Place",
                attributes: [
                    .annotated("placeID", .integer64, "id"),
                    .annotated("lat", .double, "location.lat", isOptional: true),
                    .annotated("lon", .double, "location.lon", isOptional: true),
                    .annotated("seen", .date, "seen_at", isOptional: true),
                ], userInfo: ["identityAttributes": "placeID"])
        ])
    }

    /// `M-TREE`: nodes with annotations in both directions.
    static func tree() throws -> ManagedObjectModel {
        try ManagedObjectModel([
            EntityDescription(
                "Node",
                attributes: [
                    .annotated("nodeID", .integer64, "id"),
                    .annotated("title", .string, "title", isOptional: true),
                ],
                relationships: [
                    .toMany("children", "Node", inverse: "parent", isOrdered: true)
                        .annotated("children"),
                    .toOne("parent", "Node", inverse: "children").annotated("parent"),
                ], userInfo: ["identityAttributes": "nodeID"])
        ])
    }

    /// `M-LOG`: lines without identification.
    static func log() throws -> ManagedObjectModel {
        try ManagedObjectModel([
            EntityDescription(
                "Line",
                attributes: [
                    .annotated("text", .string, "text"),
                    .annotated("level", .integer64, "level", default: 3),
                ])
        ])
    }
}
