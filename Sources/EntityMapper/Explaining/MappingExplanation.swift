/// What an operation would do with a payload, and why: record by record, and key by key.
///
/// It answers "why was my key not mapped?". Printed it is a report; encoded it is data. Texts name
/// kinds and identities, no other values of the payload.
///
/// ```swift
/// let explanation = try MappingOperation(plan).explain(document, in: container)
/// print(explanation)
/// for key in explanation["Article"]?.unmappedKeys ?? [] { print(key.path, key.recordCount) }
/// ```
///
/// A key counts as mapped if an attribute, a relationship, a root path or a matcher reads it, or
/// something inside it. What only closures read is not known.
public struct MappingExplanation: Sendable, Hashable, Codable {
    /// How many records the payload has.
    public let recordCount: Int
    /// The first records, in the order of the walk: parents before what is nested in them.
    public let records: [Record]
    /// The mappings of the plan, in its order.
    public let mappings: [Mapping]
    /// The root paths of the plan, in its order.
    public let roots: [Root]
    /// Keys beside the root paths that nobody mapped.
    public let unmappedKeys: [UnmappedKey]
    /// Foreign keys without a destination.
    public let openConnections: [OpenConnection]
    /// What the plan warns of, such as mappings without identification.
    public let warnings: [String]
    /// What does not fit, in the order of the payload; at most as many as the options keep.
    public let issues: [String]
    /// How many issues there are, the ones that were not kept included.
    public let issueCount: Int
    /// Why the operation would fail as a whole; what comes behind was not looked at.
    public let failure: String?

    /// What is told of a mapping.
    ///
    /// - Parameter name: The name of the mapping.
    public subscript(name: String) -> Mapping? { mappings.first { $0.name == name } }

    /// One root path.
    public struct Root: Sendable, Hashable, Codable {
        /// The path.
        public let path: String
        /// The mapping for what is there.
        public let mapping: String
        /// Whether it is in the payload.
        public let isFound: Bool
        /// A key of the payload that is spelled nearly like it.
        public let suggestion: String?
    }

    /// A key that is in the payload, and that nobody mapped.
    public struct UnmappedKey: Sendable, Hashable, Codable {
        /// The path inside the representation, or from the top.
        public let path: String
        /// How many records have it.
        public let recordCount: Int
        /// Where it is first: `articles[3].headline`.
        public let example: String
        /// The line of the example, from 1; 0 if it is not in the payload.
        public let line: Int
        /// A mapped path that some record lacks, and that is spelled nearly like it.
        public let suggestion: String?
    }

    /// Foreign keys of one relationship that have no destination.
    public struct OpenConnection: Sendable, Hashable, Codable {
        /// The entity that has the foreign keys.
        public let entity: String
        /// The relationship that stays open.
        public let relationship: String
        /// How many objects wait.
        public let objectCount: Int
        /// How many destinations are missing.
        public let keyCount: Int
        /// The first of the missing keys: `authorID: 7`.
        public let examples: [String]
    }
}

extension MappingExplanation {
    /// What became of the records of one mapping.
    public struct Mapping: Sendable, Hashable, Codable {
        /// The name of the mapping.
        public let name: String
        /// The entity it is for.
        public let entity: String
        /// The attributes that identify the objects; empty if nothing does, `nil` for plain values.
        public let identification: [String]?
        /// Whether every record is new, since nothing identifies its object and it takes over none.
        public let insertsAlways: Bool
        /// How many records there are.
        public let recordCount: Int
        /// How many of them failed.
        public let failedCount: Int
        /// The mapped paths: of attributes, of relationships, of attributes of other objects.
        public let properties: [PropertySummary]
        /// Keys of the representations that nobody mapped, the most frequent first; no more than 500.
        public let unmappedKeys: [UnmappedKey]
        /// How many such keys there are.
        public let unmappedKeyCount: Int

        /// The mapped paths that no record has.
        public var missedPaths: [PropertySummary] { properties.filter(\.neverOccurred) }
    }

    /// What became of one mapped path over all records of a mapping.
    public struct PropertySummary: Sendable, Hashable, Codable {
        /// The attribute or relationship.
        public let property: String
        /// The source path.
        public let source: String
        /// In how many records there is a value.
        public internal(set) var valueCount = 0
        /// In how many records there is a `null`.
        public internal(set) var nullCount = 0
        /// In how many records there is nothing.
        public internal(set) var absentCount = 0
        /// How many records set the property to another value.
        public internal(set) var setCount = 0
        /// How many records found it as it was.
        public internal(set) var unchangedCount = 0
        /// How many values a validation declined.
        public internal(set) var declinedCount = 0
        /// How many records have an issue here.
        public internal(set) var invalidCount = 0
        /// An unmapped key that is spelled nearly like the path.
        public internal(set) var suggestion: String?

        /// Whether there are records, and none of them has the path.
        public var neverOccurred: Bool { absentCount > 0 && valueCount + nullCount == 0 }
    }
}
