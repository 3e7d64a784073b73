import ObjectGraph

/// An error with all the problems that keep a description of a server from matching a plan.
public struct RemotePlanError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The problems: of the base, the routes, the requests, the responses and the errors, in order.
    public let problems: [RemoteProblem]

    /// A line for each problem.
    public var description: String {
        let count = problems.count == 1 ? "1 problem" : "\(problems.count) problems"
        return "The description of the server has \(count):\n"
            + TextLines(problems, limit: 50).bulleted
    }
}

/// A problem in the description of a server: its location, the expected state, and the remedy.
public struct RemoteProblem: Sendable, Hashable, CustomStringConvertible {
    /// The kind of the problem.
    public let code: Code
    /// The part with the problem, such as `route of Article: articles/:titel (GET)`.
    public let subject: String
    /// A message with the expected state, the actual state, and the remedy.
    public let message: String

    /// The kinds of problems; new ones may be added.
    public struct Code: Sendable, Hashable, CustomStringConvertible {
        /// A short name of the kind.
        public let description: String

        /// The base is not the beginning of URLs, or contains user information.
        public static let base = Code(description: "base")
        /// A header field cannot be sent.
        public static let header = Code(description: "header")
        /// A pattern cannot match a path.
        public static let pattern = Code(description: "pattern")
        /// A parameter of a pattern is no attribute.
        public static let parameter = Code(description: "parameter")
        /// A query contains a value that has no text.
        public static let query = Code(description: "query")
        /// The model has no such entity.
        public static let entity = Code(description: "entity")
        /// The entity has no such relationship.
        public static let relationship = Code(description: "relationship")
        /// There is no mapping with this name, or none for the entity.
        public static let mapping = Code(description: "mapping")
        /// A root path does not lead to representations.
        public static let root = Code(description: "root")
        /// A set of methods is empty, or does not suit its route.
        public static let methods = Code(description: "methods")
        /// A set of statuses is empty, or does not suit its descriptor.
        public static let statuses = Code(description: "statuses")
        /// Two routes or descriptors apply equally well to the same request.
        public static let ambiguous = Code(description: "ambiguous")
        /// The objects of an entity cannot be written as a request.
        public static let request = Code(description: "request")
        /// A scope of orphans refers to something that does not exist.
        public static let scope = Code(description: "scope")
    }

    /// The subject and the message.
    public var description: String { "\(subject): \(message)" }
}
