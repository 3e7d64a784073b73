/// Everything that is wrong with a model, at once.
public struct ManagedObjectModelError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The problems, in the order of the entities.
    public let problems: [Problem]

    /// One thing that is wrong, and where.
    public struct Problem: Sendable, Hashable, CustomStringConvertible {
        /// What kind of problem it is.
        public let code: Code
        /// The entity it was found in.
        public let entity: String
        /// The property it was found in, if it is about one.
        public let property: String?
        /// What was expected, what was found, and what to do.
        public let message: String

        /// The place and the message, as in `Article.author: no entity 'Autor'; did you mean 'Author'?`.
        public var description: String {
            property.map { "\(entity).\($0): \(message)" } ?? "\(entity): \(message)"
        }
    }

    /// The kinds of problem; further ones may come.
    public struct Code: Sendable, Hashable, CustomStringConvertible {
        /// A short name of the kind.
        public let description: String

        /// Two entities or properties have one name, or a name is empty, too long, or has
        /// characters that no store can keep.
        public static let name = Code(description: "name")
        /// An entity inherits from one that does not exist, or from itself.
        public static let inheritance = Code(description: "inheritance")
        /// A relationship leads to an entity that does not exist.
        public static let destination = Code(description: "destination")
        /// Two relationships do not fit together as inverses.
        public static let inverse = Code(description: "inverse")
        /// A default value does not fit the type of its attribute.
        public static let defaultValue = Code(description: "defaultValue")
        /// A rule does not suit the type of its attribute.
        public static let rule = Code(description: "rule")
        /// A uniqueness constraint names something that is not an attribute.
        public static let uniqueness = Code(description: "uniqueness")
        /// A relationship is described in a way that cannot work, such as an ordered to-one.
        public static let relationship = Code(description: "relationship")
        /// There is more of something than a table of a store can have.
        public static let size = Code(description: "size")
    }

    /// A line for each problem.
    public var description: String {
        let count = problems.count == 1 ? "1 problem" : "\(problems.count) problems"
        return "The model has \(count):\n"
            + TextLines(problems, limit: 50).bulleted
    }
}

extension ManagedObjectModelError: CustomReflectable {
    /// The first problems, and how many there are.
    public var customMirror: Mirror {
        Mirror(self, children: ["problems": Array(problems.prefix(20)), "count": problems.count])
    }
}
