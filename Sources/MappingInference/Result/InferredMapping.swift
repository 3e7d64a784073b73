public import MappingFiles
public import ObjectGraph

/// The mapping of payloads, as inferred from them, with the reason of every decision.
public struct InferredMapping: Sendable {
    /// The model and the mappings.
    public var file: MappingFile
    /// The payloads, in order of name.
    public var sources: [SourceSummary]
    /// The entities in order of name.
    public var entities: [EntitySummary]
    /// The decisions, in order of subject and rule.
    public var decisions: [InferenceDecision]
    /// The parts of the payloads that are not mapped.
    public var leftovers: [Leftover]
    /// Limits that were hit, as sentences.
    public var limits: [String]
}

/// A payload that was read.
public struct SourceSummary: Sendable, Hashable {
    /// The name of the file, without folders.
    public var name: String
    /// The format: `json`, `lines`, `xml`, `plist`, `form`.
    public var format: String
    /// The size in bytes.
    public var bytes: Int
    /// The number of documents: lines, or one.
    public var documents: Int
    /// The number of objects at all places.
    public var records: Int
}

/// An entity with the evidence for it.
public struct EntitySummary: Sendable, Hashable {
    public var name: String
    /// The number of records at all places.
    public var records: Int
    /// The places, the one with most records first.
    public var places: [PlaceCount]
    /// The identification attributes; empty for a part.
    public var identification: [String]
    /// The evidence for the identity: `500 of 500 distinct`.
    public var identityEvidence: String
    public var attributes: [AttributeSummary]
    public var relationships: [RelationshipSummary]
    public var connections: [ConnectionSummary]

    /// A place with the number of its records.
    public struct PlaceCount: Sendable, Hashable {
        public var place: String
        public var count: Int
    }
}

/// An attribute with the statistics of its values.
public struct AttributeSummary: Sendable, Hashable {
    public var name: String
    public var type: AttributeType
    /// The name of the transform, if it is not the default one.
    public var transform: String?
    /// The path in the record.
    public var source: String
    /// The records with a value that is not null.
    public var count: Int
    /// The distinct values; an estimate unless ``isDistinctExact``.
    public var distinct: Int
    public var isDistinctExact: Bool
    /// An example, masked if the name or the value is sensitive.
    public var example: String?
    /// Advice such as `numbers in text; --type User.lat=double`.
    public var hint: String?
}

/// A relationship that nested records fill, or the inverse of one.
public struct RelationshipSummary: Sendable, Hashable {
    public var name: String
    public var destination: String
    public var isToMany: Bool
    public var isOrdered: Bool
    /// The path in the record; `nil` for an inverse, and for one that a connection fills.
    public var source: String?
    public var inverse: String?
}

/// A connection, made or possible.
public struct ConnectionSummary: Sendable, Hashable {
    public var relationship: String
    public var destination: String
    /// The attributes, as pairs of source and destination.
    public var keys: [Key]
    public var confidence: Double
    /// The evidence: `100 of 100 values found`.
    public var evidence: String
    /// Indicates whether the connection is made; otherwise it is only possible.
    public var isApplied: Bool

    /// A pair of attributes with equal values.
    public struct Key: Sendable, Hashable {
        public var source: String
        public var destination: String
    }
}

/// A decision, with its evidence and the flag that changes it.
public struct InferenceDecision: Sendable, Hashable {
    /// The rule, such as `K2`.
    public var rule: String
    /// The entity, the property (`Post.userID`) or the place that is decided on.
    public var subject: String
    /// The decision in a few words: `connects to User.userID`.
    public var outcome: String
    public var evidence: [Evidence]
    /// The confidence from 0 to 1, in hundredths.
    public var confidence: Double
    /// Indicates whether the decision is applied; otherwise it is only possible.
    public var isApplied: Bool
    /// The option that undoes the decision, or makes a possible one: `--no-connect Post.userID`.
    public var override: String
    /// The other candidates.
    public var rivals: [Rival]

    /// A fact that was counted.
    public struct Evidence: Sendable, Hashable {
        /// The fact: `values found`.
        public var fact: String
        public var count: Int
        /// The number it is out of.
        public var total: Int?
    }

    /// A candidate that was not chosen.
    public struct Rival: Sendable, Hashable {
        public var outcome: String
        public var confidence: Double
        public var reason: String
    }
}

/// A part of the payloads that is not mapped.
public struct Leftover: Sendable, Hashable {
    /// The place, such as `search_metadata.count`.
    public var place: String
    /// The number of values.
    public var count: Int
    public var reason: Reason
    /// The reason in words, with examples of places where that helps.
    public var explanation: String

    /// The kind of reason.
    public enum Reason: String, Sendable, Hashable, CaseIterable {
        /// A scalar beside the records of an envelope.
        case besideRecords
        /// Null only, or an empty array or object: the type is unknown.
        case unknownType
        /// A second spelling of an identity, such as `id_str`.
        case twin
        /// The position in a list, which is the order of the relationship.
        case position
        /// Values of another kind than those of the attribute.
        case otherKind
        /// Beyond a limit.
        case limit
        /// Left out on request.
        case ignored
    }
}
