import ObjectGraph

/// Everything that keeps mappings from fitting a model, at once.
public struct MappingPlanError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The problems, in the order of the mappings.
    public let problems: [MappingProblem]

    /// A line for each problem.
    public var description: String {
        let count = problems.count == 1 ? "1 problem" : "\(problems.count) problems"
        return "The mappings have \(count):\n" + TextLines(problems, limit: 50).bulleted
    }
}

/// One mistake in a mapping: where it is, what was expected, and what to do.
public struct MappingProblem: Sendable, Hashable, CustomStringConvertible {
    /// What kind of problem it is.
    public let code: Code
    /// The name of the mapping; empty for a problem of the set.
    public let mapping: String
    /// The property or the path it is about, if it is about one.
    public let subject: String?
    /// What was expected, what was found, and what to do.
    public let message: String

    /// The kinds of problem; further ones may come.
    public struct Code: Sendable, Hashable, CustomStringConvertible {
        /// A short name of the kind.
        public let description: String

        /// The model has no such entity, or it is abstract.
        public static let entity = Code(description: "entity")
        /// Two mappings have one name.
        public static let name = Code(description: "name")
        /// The entity has no such attribute.
        public static let attribute = Code(description: "attribute")
        /// The entity has no such relationship, or it leads to another entity.
        public static let relationship = Code(description: "relationship")
        /// No mapping has this name.
        public static let mapping = Code(description: "mapping")
        /// The identification cannot work.
        public static let identification = Code(description: "identification")
        /// The modification attribute cannot work.
        public static let modification = Code(description: "modification")
        /// The synchronization attribute cannot work.
        public static let synchronization = Code(description: "synchronization")
        /// A connection cannot work.
        public static let connection = Code(description: "connection")
        /// A predicate names something the entity does not have.
        public static let predicate = Code(description: "predicate")
        /// A matcher of a dynamic mapping cannot work.
        public static let matcher = Code(description: "matcher")
        /// A path cannot be read, or leads nowhere.
        public static let path = Code(description: "path")
        /// A transform does not fit its attribute.
        public static let transform = Code(description: "transform")
        /// An assignment policy does not fit its relationship.
        public static let assignmentPolicy = Code(description: "assignmentPolicy")
    }

    /// The place and the message, as in `Article: no attribute 'titel'; did you mean 'title'?`.
    public var description: String {
        mapping.isEmpty ? message : "\(mapping): \(message)"
    }
}

extension MappingPlanError: CustomReflectable {
    /// The first problems, and how many there are.
    public var customMirror: Mirror {
        Mirror(self, children: ["problems": Array(problems.prefix(20)), "count": problems.count])
    }
}
