extension MappingExplanation {
    /// One record: a representation in the payload, and what became of it.
    public struct Record: Sendable, Hashable, Codable {
        /// The mapping that applies.
        public let mapping: String
        /// The entity of the mapping.
        public let entity: String
        /// The identification, if it is known: `articleID: 7`.
        public let identity: String?
        /// Where it is in the payload: `articles[3]`; empty for the top.
        public let path: String
        /// The line in the payload, from 1; 0 if it is not in the payload.
        public let line: Int
        /// What became of it.
        public let outcome: Outcome
        /// The issues that are about the record as a whole.
        public let issues: [String]
        /// The mapped paths: of attributes, of relationships, of attributes of other objects.
        public let properties: [Property]
    }

    /// What becomes of a record.
    public enum Outcome: String, Sendable, Hashable, Codable, CaseIterable {
        /// It is about a new object, and the first that is.
        case inserted
        /// Something in it changes an object that was there, or that a record before has made.
        case updated
        /// It changes nothing.
        case unchanged
        /// It is no newer than what is stored.
        case skipped
        /// It asks for what ``AllowedOperations`` leave out, or is nested in a record that does.
        case disallowed
        /// The record validation left it out.
        case declined
        /// Nothing of it is applied, since something did not fit, here or in the record around it.
        case failed
        /// The operation failed before.
        case notReached
    }

    /// One mapped path of one record.
    public struct Property: Sendable, Hashable, Codable {
        /// The attribute or relationship.
        public let property: String
        /// The source path.
        public let source: String
        /// What the payload has there.
        public let finding: Finding
        /// What was done about it.
        public let decision: Decision
        /// The issue, where there is one.
        public let issue: String?
    }

    /// What a payload has at a mapped path.
    public enum Finding: String, Sendable, Hashable, Codable, CaseIterable {
        /// Nothing.
        case absent
        /// A `null`.
        case null
        /// Anything else.
        case value
    }

    /// What is done about a mapped path.
    public enum Decision: String, Sendable, Hashable, Codable, CaseIterable {
        /// Nothing: there is no value, or the record is left out.
        case none
        /// The property gets another value.
        case set
        /// The property has the value already.
        case unchanged
        /// A validation left the value out.
        case declined
        /// The value does not fit, or a value is missing.
        case invalid
    }
}
