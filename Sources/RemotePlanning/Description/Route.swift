public import ObjectGraph

/// The path of a resource for an entity, a relationship or a name.
public struct Route: Sendable, Hashable, CustomStringConvertible {
    /// The subject of a route.
    public enum Target: Sendable, Hashable, CustomStringConvertible {
        /// The objects of an entity and of its sub-entities.
        case entity(String)
        /// A relationship of the objects of an entity and of its sub-entities.
        case relationship(String, of: String)
        /// A name, for resources without an object.
        case named(String)

        /// The target in words, such as `relationship 'articles' of Author`.
        public var description: String {
            switch self {
            case .entity(let entity): entity
            case .relationship(let name, let entity): "relationship '\(name)' of \(entity)"
            case .named(let name): "'\(name)'"
            }
        }
    }

    /// The subject of the route.
    public var target: Target
    /// The pattern of the path, relative to the base of the server.
    ///
    /// The parameters of a route for an entity or a relationship are attribute paths of the object,
    /// such as `articleID` or `author.authorID`; the parameters of a named route are arguments.
    public var pattern: PathPattern
    /// The methods of the route; exactly one for a named route.
    public var methods: MethodSet
    /// The query of every request.
    ///
    /// Parameters in a request's query override these by name.
    public var query: [String: Value]

    /// Creates a route.
    ///
    /// - Parameters:
    ///   - target: The subject of the route.
    ///   - pattern: The pattern of the path, relative to the base of the server.
    ///   - methods: The methods of the route.
    ///   - query: The query of every request; nested values are written with brackets.
    public init(
        _ target: Target, _ pattern: PathPattern, methods: MethodSet = .any,
        query: [String: Value] = [:]
    ) {
        self.target = target
        self.pattern = pattern
        self.methods = methods
        self.query = query
    }

    /// The target and the pattern, such as `route of Article: articles/:id (GET)`.
    public var description: String { "route of \(target): \(pattern) (\(methods))" }
}
