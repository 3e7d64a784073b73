import EntityMapper

extension MappingExplanation {
    /// A representation in the payload, and the outcome of mapping it.
    public struct Record: Sendable, Hashable, Codable {
        /// The name of the mapping.
        public let mapping: String
        /// The entity of the mapping.
        public let entity: String
        /// The identification, such as `articleID: 7`, if available.
        public let identity: String?
        /// The path in the payload, such as `articles[3]`; empty for the top.
        public let path: String
        /// The one-based line in the payload; 0 for a record outside of the payload.
        public let line: Int
        /// The outcome.
        public let outcome: Outcome
        /// The issues of the record as a whole.
        public let issues: [String]
        /// The mapped paths: of attributes, of relationships, and of attributes of other objects.
        public let properties: [Property]
    }

    /// The outcome for a record.
    public enum Outcome: String, Sendable, Hashable, Codable, CaseIterable {
        /// The record inserts an object; it is the first record of that object.
        case inserted
        /// The record changes an object that existed before or that an earlier record inserted.
        case updated
        /// The record changes nothing.
        case unchanged
        /// The record is not newer than the stored object.
        case skipped
        /// ``AllowedOperations`` does not permit the change of this or an enclosing record.
        case disallowed
        /// The record validation declined the record.
        case declined
        /// The record was not applied, because it or an enclosing record contains invalid values.
        case failed
        /// The operation failed before it reached the record.
        case notReached
    }

    /// A mapped path of a record.
    public struct Property: Sendable, Hashable, Codable {
        /// The attribute or relationship.
        public let property: String
        /// The source path.
        public let source: String
        /// The kind of value found in the payload.
        public let finding: Finding
        /// The action taken.
        public let decision: Decision
        /// The issue, if any.
        public let issue: String?
    }

    /// The kind of value found at a mapped path.
    public enum Finding: String, Sendable, Hashable, Codable, CaseIterable {
        /// The value is absent.
        case absent
        /// The value is `null`.
        case null
        /// There is a value other than `null`.
        case value
    }

    /// The action taken for a mapped path.
    public enum Decision: String, Sendable, Hashable, Codable, CaseIterable {
        /// No action, because the value is absent or the record was not applied.
        case none
        /// The property was set to a different value.
        case set
        /// The property already had the value.
        case unchanged
        /// A validation declined the value.
        case declined
        /// The value is invalid, or a required value is missing.
        case invalid
    }
}
