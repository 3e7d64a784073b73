import EntityMapper

/// An explanation of an operation's effect on a payload, record by record and key by key.
///
/// It answers the question why a key was not mapped. It can be printed as a report or encoded as
/// data. Texts contain kinds and identifiers, but no other values of the payload.
///
/// ```swift
/// let explanation = try MappingOperation(plan).explain(document, in: container)
/// print(explanation)
/// for key in explanation["Article"]?.unmappedKeys ?? [] { print(key.path, key.recordCount) }
/// ```
///
/// A key counts as mapped if an attribute, a relationship, a root path or a matcher reads it or
/// something inside of it. Keys that only closures read are unknown.
public struct MappingExplanation: Sendable, Hashable, Codable {
    /// The number of records in the payload.
    public let recordCount: Int
    /// The first records in traversal order; enclosing records precede nested records.
    public let records: [Record]
    /// The mappings of the plan, in order.
    public let mappings: [Mapping]
    /// The root paths of the plan, in order.
    public let roots: [Root]
    /// The unmapped keys outside of the root paths.
    public let unmappedKeys: [UnmappedKey]
    /// The foreign keys without a destination.
    public let openConnections: [OpenConnection]
    /// The warnings of the plan, such as mappings without identification.
    public let warnings: [String]
    /// The issues in payload order, up to the limit in the options.
    public let issues: [String]
    /// The number of issues, including those beyond the limit.
    public let issueCount: Int
    /// The error that would end the operation; the rest of the payload was not examined.
    public let failure: String?

    /// Returns the explanation of a mapping.
    ///
    /// - Parameter name: The name of the mapping.
    public subscript(name: String) -> Mapping? { mappings.first { $0.name == name } }

    /// A root path.
    public struct Root: Sendable, Hashable, Codable {
        /// The path.
        public let path: String
        /// The name of the mapping of its records.
        public let mapping: String
        /// Indicates whether the payload contains the path.
        public let isFound: Bool
        /// A key of the payload with a similar spelling.
        public let suggestion: String?
    }

    /// A key of the payload that is not mapped.
    public struct UnmappedKey: Sendable, Hashable, Codable {
        /// The path inside of the representation, or from the top.
        public let path: String
        /// The number of records that contain the key.
        public let recordCount: Int
        /// The path of its first occurrence, such as `articles[3].headline`.
        public let example: String
        /// The one-based line of its first occurrence; 0 if it is outside of the payload.
        public let line: Int
        /// A mapped path with a similar spelling that is absent from some record.
        public let suggestion: String?
    }

    /// The foreign keys of a relationship that have no destination.
    public struct OpenConnection: Sendable, Hashable, Codable {
        /// The entity with the foreign keys.
        public let entity: String
        /// The relationship that is not connected.
        public let relationship: String
        /// The number of foreign keys without a destination.
        public let objectCount: Int
        /// The number of missing destinations.
        public let keyCount: Int
        /// The first missing keys, such as `authorID: 7`.
        public let examples: [String]
    }
}

extension MappingExplanation {
    /// The outcome for the records of a mapping.
    public struct Mapping: Sendable, Hashable, Codable {
        /// The name of the mapping.
        public let name: String
        /// The entity of the mapping.
        public let entity: String
        /// The identification attributes; empty if there are none, `nil` for plain values.
        public let identification: [String]?
        /// Indicates whether every record inserts an object.
        ///
        /// This happens if a mapping has no identification and its records adopt no existing
        /// objects.
        public let insertsAlways: Bool
        /// The number of records.
        public let recordCount: Int
        /// The number of failed records.
        public let failedCount: Int
        /// The mapped paths: of attributes, of relationships, and of attributes of other objects.
        public let properties: [PropertySummary]
        /// The unmapped keys of the representations, most frequent first; at most 500.
        public let unmappedKeys: [UnmappedKey]
        /// The number of unmapped keys.
        public let unmappedKeyCount: Int

        /// The mapped paths that no record contains.
        public var missedPaths: [PropertySummary] { properties.filter(\.neverOccurred) }
    }

    /// The outcome for a mapped path over all records of a mapping.
    public struct PropertySummary: Sendable, Hashable, Codable {
        /// The attribute or relationship.
        public let property: String
        /// The source path.
        public let source: String
        /// The number of records with a value other than `null`.
        public internal(set) var valueCount = 0
        /// The number of records with `null`.
        public internal(set) var nullCount = 0
        /// The number of records without a value.
        public internal(set) var absentCount = 0
        /// The number of records that set the property to a different value.
        public internal(set) var setCount = 0
        /// The number of records with the current value of the property.
        public internal(set) var unchangedCount = 0
        /// The number of values that a validation declined.
        public internal(set) var declinedCount = 0
        /// The number of records with an issue at this path.
        public internal(set) var invalidCount = 0
        /// An unmapped key with a similar spelling.
        public internal(set) var suggestion: String?

        /// Indicates whether there are records, but the path occurs in none of them.
        public var neverOccurred: Bool { absentCount > 0 && valueCount + nullCount == 0 }
    }
}
