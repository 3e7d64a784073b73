/// A problem in a mapping: its location, the expected state, and the remedy.
public struct MappingProblem: Sendable, Hashable, CustomStringConvertible {
    /// The kind of the problem.
    public let code: Code
    /// The name of the mapping; empty for a problem of the set.
    public let mapping: String
    /// The property or the path with the problem; `nil` if it concerns neither.
    public let subject: String?
    /// A message with the expected state, the actual state, and the remedy.
    public let message: String

    /// The kinds of problems; new kinds may be added.
    public struct Code: Sendable, Hashable, CustomStringConvertible {
        /// A short name of the kind.
        public let description: String

        package init(description: String) {
            self.description = description
        }

        /// The model has no such entity, or it is abstract.
        public static let entity = Code(description: "entity")
        /// Two mappings have the same name.
        public static let name = Code(description: "name")
        /// The entity has no such attribute.
        public static let attribute = Code(description: "attribute")
        /// The entity has no such relationship, or the relationship has a different destination.
        public static let relationship = Code(description: "relationship")
        /// There is no mapping with this name.
        public static let mapping = Code(description: "mapping")
        /// The identification is invalid.
        public static let identification = Code(description: "identification")
        /// The modification attribute is invalid.
        public static let modification = Code(description: "modification")
        /// The synchronization attribute is invalid.
        public static let synchronization = Code(description: "synchronization")
        /// A connection is invalid.
        public static let connection = Code(description: "connection")
        /// A predicate refers to something that the entity does not have.
        public static let predicate = Code(description: "predicate")
        /// A matcher of a dynamic mapping is invalid.
        public static let matcher = Code(description: "matcher")
        /// A path cannot be parsed or does not lead to a value.
        public static let path = Code(description: "path")
        /// A transform does not support its attribute.
        public static let transform = Code(description: "transform")
        /// A declaration can have no effect.
        public static let idle = Code(description: "idle")
        /// An assignment policy is not applicable to its relationship.
        public static let assignmentPolicy = Code(description: "assignmentPolicy")
    }

    package init(code: Code, mapping: String, subject: String?, message: String) {
        self.code = code
        self.mapping = mapping
        self.subject = subject
        self.message = message
    }

    /// The mapping and the message, as in `Article: no attribute 'titel'; did you mean 'title'?`.
    public var description: String {
        mapping.isEmpty ? message : "\(mapping): \(message)"
    }
}
