/// The error for an invalid model, with all problems found.
public struct ManagedObjectModelError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The problems, in the order of the entities.
    public let problems: [Problem]

    /// One problem and its location.
    public struct Problem: Sendable, Hashable, CustomStringConvertible {
        /// The kind of problem.
        public let code: Code
        /// The name of the entity with the problem.
        public let entity: String
        /// The name of the property with the problem; `nil` if the problem concerns the entity.
        public let property: String?
        /// The message: the expectation, the finding, and advice.
        public let message: String

        /// The location and the message.
        ///
        /// An example is `Article.author: no entity 'Autor'; did you mean 'Author'?`.
        public var description: String {
            property.map { "\(entity).\($0): \(message)" } ?? "\(entity): \(message)"
        }
    }

    /// The kinds of problems; further ones may be added.
    public struct Code: Sendable, Hashable, CustomStringConvertible {
        /// A short name of the kind.
        public let description: String

        /// A duplicate, empty or otherwise invalid name of an entity or a property.
        ///
        /// A name is also invalid if it is too long, or has characters that no store can keep.
        public static let name = Code(description: "name")
        /// An entity inherits from itself, or from an entity that does not exist.
        public static let inheritance = Code(description: "inheritance")
        /// A relationship has a destination that does not exist.
        public static let destination = Code(description: "destination")
        /// Two relationships are not valid inverses of each other.
        public static let inverse = Code(description: "inverse")
        /// A default value does not fit the type of its attribute.
        public static let defaultValue = Code(description: "defaultValue")
        /// A rule is not applicable to the type of its attribute.
        public static let rule = Code(description: "rule")
        /// A uniqueness constraint refers to a name that does not belong to an attribute.
        public static let uniqueness = Code(description: "uniqueness")
        /// An attribute is declared searchable, but has no texts.
        public static let searching = Code(description: "searching")
        /// A relationship is described inconsistently, such as an ordered to-one relationship.
        public static let relationship = Code(description: "relationship")
        /// The model exceeds the limits of a store's tables.
        public static let size = Code(description: "size")
    }

    /// The problems, one per line.
    public var description: String {
        let count = problems.count == 1 ? "1 problem" : "\(problems.count) problems"
        return "The model has \(count):\n"
            + TextLines(problems, limit: 50).bulleted
    }
}

extension ManagedObjectModelError: CustomReflectable {
    /// The first problems, and their total number.
    public var customMirror: Mirror {
        Mirror(self, children: ["problems": Array(problems.prefix(20)), "count": problems.count])
    }
}
