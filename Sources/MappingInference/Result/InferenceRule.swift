/// An inference rule, with a code such as `I3`.
///
/// ```swift
/// let rule = InferenceRule(rawValue: "I3")
/// print(rule?.title ?? "")  // shared identity
/// ```
public enum InferenceRule: String, Sendable, CaseIterable {
    /// An option says that the object is a map.
    case request = "--map"
    /// An option says what a foreign key refers to.
    case byHand = "by hand"
    /// The mapping of the store has decided so.
    case earlier
    /// A name, or a parameter of a route to one object, names the member that identifies.
    case describedIdentity = "D1"
    /// Schemas are of one entity if they have the same noun, identity and members.
    case describedVersions = "D2"
    /// A name, a parameter or the description of a member says what it refers to.
    case describedKey = "D3"
    /// The type and the format of a schema give the type.
    case describedType = "D4"
    /// The schema lists the texts.
    case describedCases = "D5"
    /// Objects of several entities are not mapped.
    case describedAlternatives = "D6"
    /// A member with the schema of an entity fills a relationship.
    case describedNesting = "D7"
    /// The payloads say other than the description.
    case describedOtherwise = "D8"
    /// The object at the top encloses the records, unless it has an identity and values.
    case envelope = "E1"
    /// Records are of several entities if a member tells kinds with few members in common.
    case kinds = "E5"
    /// A name with a URL refers to an object of the entity that the URL names.
    case reference = "E6"
    /// No member that every record has identifies the records.
    case missingIdentity = "I1"
    /// Each value occurs once.
    case uniqueIdentity = "I2"
    /// Values repeat, and the repeats say the same.
    case sharedIdentity = "I3"
    /// Values repeat; some members agree, others belong to the link.
    case link = "I4"
    /// Values repeat below other parents with other content; parent and value identify.
    case localIdentity = "I5"
    /// Values repeat with other content, so they identify nothing.
    case contradiction = "I6"
    /// Two values are unique only together.
    case compoundIdentity = "I9"
    /// An identity has the type that all of its values have.
    case identityType = "I11"
    /// A foreign key is named like an entity, and values are found.
    case namedKey = "K2"
    /// The last words of the name are an entity's name, and 30 % of the values are found.
    case endingOfKey = "K3"
    /// A key is named like an entity without objects in the payloads.
    case nameAlone = "K4"
    /// Ten texts or sparse numbers, 95 % of them, are found in one entity.
    case foundValues = "K5"
    /// 90 % of the UUIDs are found in one entity.
    case foundUUIDs = "K6"
    /// The name says that it refers to another object of its entity.
    case selfReference = "K7"
    /// Numbers from 1 on are found, which proves nothing.
    case chance = "K8"
    /// A member names the entity that the key beside it refers to.
    case keyWithType = "K9"
    /// A nested record fills a relationship of the one around it.
    case nesting = "L1"
    /// An object below several owners has a relationship to many of them.
    case sharing = "L2"
    /// The record of a link has the members of the shared object as well.
    case sameRecord = "L3"
    /// An object is a map if its keys are numbers, UUIDs, dates, paths or addresses.
    case dataAsKeys = "M1"
    /// An object is a map if a member of its values repeats the key, and then identifies them.
    case repeatedKey = "M2"
    /// An object is a map if its many keys have objects with the same members, or with some of few.
    case alikeObjects = "M3"
    /// An object is a map if its many keys differ between objects and have values of one kind.
    case alikeScalars = "M4"
    /// An object with more than 500 keys is a map, kept as JSON.
    case manyKeys = "M5"
    /// An object such as `$oid` around a scalar is read as it.
    case wrappedScalar = "R4"
    /// An array of arrays or of several kinds is kept as JSON.
    case mixedArray = "R6"
    /// Records are of one entity if a discriminator or the collection of their URLs says so.
    case discriminator = "S1"
    /// Records at two places are of one entity if they share identities and values.
    case equalValues = "S2"
    /// Records nested in records of the same members are of the same entity.
    case recursion = "S3"
    /// Records at two places are of one entity if they have the same noun and members.
    case sameNoun = "S4"
    /// Records with some of the members and values of others are summaries of them.
    case summary = "S5"
    /// Parts are of one entity if they have the same noun and most members in common.
    case similarParts = "S6"
    /// All values are of one kind.
    case plainType = "T1"
    /// Numbers that a double does not give back are decimal or texts.
    case exactNumber = "T2"
    /// The larger kind is mapped where scalars and objects meet.
    case mixedKinds = "T3"
    /// All texts are dates.
    case dateText = "T4"
    /// The name and the range say that numbers are dates.
    case dateNumber = "T5"
    /// All texts are UUIDs, or URLs.
    case formOfText = "T6"
    /// All texts are base64, and no paths.
    case base64 = "T7"
    /// Most values have a form; an option applies it to all.
    case nearlyFitting = "T8"
    /// Few texts repeat, which are the cases of an enumeration.
    case enumeration = "T9"
    /// A part that exceeds a limit is kept as JSON.
    case limit = "X1"

    /// The code: `I3`, or the option that requested the decision.
    public var code: String { rawValue }
    /// The name: `shared identity`.
    public var title: String { text.title }
    /// The effect of the rule, in one sentence.
    public var sentence: String { text.sentence }
    /// A minimal example.
    public var example: String { text.example }
}

extension InferenceRule {
    private typealias Text = (title: String, sentence: String, example: String)

    /// The texts of the rule; the tests require texts of every rule.
    private var text: Text { Self.texts[self] ?? ("", "", "") }

    private static let texts: [InferenceRule: Text] = [
        .request: text("on request", "An option says that the object is a map.", "--map packages"),
        .byHand: text(
            "by hand", "An option says what a foreign key refers to.", "--connect Post.by=User"),
        .earlier: text("earlier", "The mapping of the store has decided so.", "a second page"),
        .envelope: text(
            "envelope",
            "The object at the top encloses the records, unless it has an identity and values.",
            #"{"count": 2, "items": [{"id": 1}, {"id": 2}]}"#),
        .kinds: text(
            "several kinds",
            "Records are of several entities if a member tells kinds with few members in common.",
            #"[{"type": "push", …}, {"type": "fork", …}]"#),
        .reference: text(
            "reference",
            "A name with a URL refers to an object of the entity that the URL names.",
            #"{"name": "fire", "url": "/type/10/"}"#),
        .missingIdentity: text(
            "no identity", "No member that every record has identifies the records.",
            #"[{"size": 1}, {"size": 1}]"#),
        .uniqueIdentity: text(
            "unique identity", "Each value occurs once.", #"[{"id": 1}, {"id": 2}]"#),
        .sharedIdentity: text(
            "shared identity", "Values repeat, and the repeats say the same.",
            "one author below two posts"),
        .link: text(
            "link", "Values repeat; some members agree, others belong to the link.",
            #"{"id": 7, "price": 5, "quantity": 2}"#),
        .localIdentity: text(
            "local identity",
            "Values repeat below other parents with other content; parent and value identify.",
            #"{"id": 1, "lines": [{"no": 1}, {"no": 2}]}"#),
        .contradiction: text(
            "contradiction", "Values repeat with other content, so they identify nothing.",
            #"[{"id": 1, "n": "a"}, {"id": 1, "n": "b"}]"#),
        .compoundIdentity: text(
            "compound identity", "Two values are unique only together.",
            #"{"symbol": "A", "date": "2020-01-01"}"#),
        .identityType: text(
            "type of an identity", "An identity has the type that all of its values have.",
            #"{"id": "7"} is a text"#),
        .namedKey: text(
            "the name and values",
            "The name of a foreign key is that of an entity, and values are found.",
            #"{"user_id": 7}"#),
        .endingOfKey: text(
            "the last words of the name",
            "The last words of the name are that of an entity, and 30 % of the values are found.",
            "in_reply_to_user_id"),
        .nameAlone: text(
            "the name alone", "The name is that of an entity, whose objects are not here.",
            #"{"shop_id": "s_7"}"#),
        .foundValues: text(
            "values alone",
            "Ten texts or sparse numbers, 95 % of them, are found in one entity.",
            #"{"owner": "anna"}"#),
        .foundUUIDs: text("UUIDs", "90 % of the UUIDs are found in one entity.", "6fa459ea-ee8a-…"),
        .selfReference: text(
            "the same entity", "The name says that it refers to another object of its entity.",
            "parent_id"),
        .chance: text(
            "values that match by chance", "Numbers from 1 on are found, which proves nothing.",
            #"{"rank": 3}"#),
        .keyWithType: text(
            "a key with a type", "A member names the entity that the key beside it refers to.",
            #"{"owner_type": "User", "owner_id": 7}"#),
        .nesting: text(
            "nesting", "A nested record fills a relationship of the one around it.",
            #"{"id": 1, "tags": [{"id": 2}]}"#),
        .sharing: text(
            "sharing", "An object below several owners has a relationship to many of them.",
            "one tag below two posts"),
        .sameRecord: text(
            "the same record",
            "The record of a link has the members of the shared object as well.",
            #"{"id": 7, "name": "Hat", "quantity": 2}"#),
        .dataAsKeys: text(
            "keys that are data",
            "An object is a map if its keys are numbers, UUIDs, dates, paths or addresses.",
            #"{"205": "A", "206": "B"}"#),
        .repeatedKey: text(
            "keys that the values repeat",
            "An object is a map if a member of its values repeats the key, and then identifies them.",
            #"{"a": {"id": "a"}, "b": {"id": "b"}}"#),
        .alikeObjects: text(
            "objects that are alike",
            "An object is a map if its many keys have objects with the same members, or with some of few.",
            #"{"lib/x": {"version": "1"}, "lib/y": {"version": "2"}}"#),
        .alikeScalars: text(
            "values of one kind",
            "An object is a map if its many keys differ between objects and have values of one kind.",
            #"{"de": "Haus", "en": "house"}"#),
        .manyKeys: text(
            "more than 500 keys", "An object with more than 500 keys is a map, kept as JSON.",
            #"{"k1": …, "k501": …}"#),
        .wrappedScalar: text(
            "wrapper of a scalar", "An object such as `$oid` around a scalar is read as it.",
            #"{"$numberInt": "7"}"#),
        .mixedArray: text(
            "array as a whole", "An array of arrays or of several kinds is kept as JSON.",
            #"[[1, 2], [3]]"#),
        .discriminator: text(
            "collections and discriminators",
            "Records are of one entity if a discriminator or the collection of their URLs says so.",
            #"{"object": "card", "id": "c_1"}"#),
        .equalValues: text(
            "equal values",
            "Records at two places are of one entity if they share identities and values.",
            "posts[].author and users[]"),
        .recursion: text(
            "recursion",
            "Records nested in records of the same members are of the same entity.",
            #"{"id": 1, "replies": [{"id": 2, "replies": []}]}"#),
        .sameNoun: text(
            "the same noun",
            "Records at two places are of one entity if they have the same noun and members.",
            "shipping_address and billing_address"),
        .summary: text(
            "summary",
            "Records with some of the members and values of others are summaries of them.",
            #"{"num": "002", "name": "Ivysaur"}"#),
        .similarParts: text(
            "similar parts",
            "Parts are of one entity if they have the same noun and most members in common.",
            "home.address and work.address"),
        .plainType: text("plain type", "All values are of one kind.", "true, false"),
        .exactNumber: text(
            "exact number", "Numbers that a double does not give back are decimal or texts.",
            "0.12345678901234567890"),
        .mixedKinds: text(
            "several kinds of values",
            "Where scalars and objects meet, the larger kind is mapped.",
            #"["a", {"id": 1}]"#),
        .dateText: text("date in a text", "All texts are dates.", "2024-02-29T10:00:00Z"),
        .dateNumber: text(
            "date in a number", "The name and the range say that numbers are dates.",
            #"{"created_at": 1700000000}"#),
        .formOfText: text("UUID or URL", "All texts are UUIDs, or URLs.", "https://example.com/a"),
        .base64: text("data", "All texts are base64, and no paths.", "QUJDREVG…"),
        .nearlyFitting: text(
            "nearly", "Most values have a form; an option applies it to all.",
            "19 numbers and one n/a"),
        .enumeration: text(
            "enumeration", "Few texts repeat, which are the cases of an enumeration.",
            #""open", "closed""#),
        .limit: text(
            "limit", "What exceeds a limit is kept as JSON.",
            "more than 100 000 places"),
    ].merging(described) { first, _ in first }

    /// The rules for descriptions of APIs.
    private static let described: [InferenceRule: Text] = [
        .describedIdentity: text(
            "identity of a description",
            "A name, or a parameter of a route to one object, names the member that identifies.",
            "/pets/{petId}"),
        .describedVersions: text(
            "versions of a schema",
            "Schemas are of one entity if they have the same noun, identity and members.",
            "simple-user, private-user"),
        .describedKey: text(
            "key of a description",
            "A name, a parameter or the description of a member says what it refers to.",
            "ID of the customer"),
        .describedType: text(
            "type of a description", "The type and the format of a schema give the type.",
            #"{"type": "string", "format": "date-time"}"#),
        .describedCases: text(
            "enumeration of a description", "The schema lists the texts.",
            #"{"enum": ["open", "closed"]}"#),
        .describedAlternatives: text(
            "several schemas", "Objects of several entities are not mapped.",
            #"{"oneOf": [{"$ref": "…/Card"}, {"$ref": "…/Bank"}]}"#),
        .describedNesting: text(
            "relationship of a description",
            "A member whose schema is that of an entity fills a relationship.",
            #"{"tags": {"items": {"$ref": "…/Tag"}}}"#),
        .describedOtherwise: text(
            "contradiction of a description", "The payloads say other than the description.",
            "a required member that is missing"),
    ]

    private static func text(_ title: String, _ sentence: String, _ example: String) -> Text {
        (title, sentence, example)
    }
}
