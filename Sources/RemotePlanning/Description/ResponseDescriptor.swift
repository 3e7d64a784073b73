public import MercatorPayload

/// The mapping of successful responses, chosen by requested path, method and status.
///
/// ```swift
/// server.addResponse(ResponseDescriptor(
///     "authors/:authorID/articles", root: "articles", using: "Article",
///     scope: .objects(of: "Article", where: ["authorID": "authorID"])))
/// ```
///
/// Several descriptors can contribute to a response if their roots differ. For each root, a pattern
/// with a literal precedes one with a parameter, which precedes none; then, a single method
/// precedes a set of methods, which precedes any; then, few statuses precede many.
///
/// Source: RestKit's `RKResponseDescriptor`, whose last matching descriptor won.
public struct ResponseDescriptor: Sendable, Hashable, CustomStringConvertible {
    /// The pattern of the requested path; `nil` for any path below the base.
    public var pattern: PathPattern?
    /// The path of the representations in the payload; the empty path is the payload itself.
    public var root: PayloadPath
    /// The methods of the descriptor.
    public var methods: MethodSet
    /// The statuses of the descriptor: from 200 to 299, or 409 or 412.
    ///
    /// A response with 409 or 412 that contains the server's version of an object saves the outbox
    /// a request; other requests do not map it.
    public var statuses: StatusSet
    /// The name of an entity mapping or a dynamic mapping.
    public var mapping: String
    /// The objects that the payload of a GET contains completely; `nil` if there are none.
    public var scope: OrphanScope?
    /// Whether the payloads of other methods have all objects of the ``scope`` as well, such as the
    /// list that a server returns for a sent one.
    public var isComplete: Bool

    /// Creates a descriptor.
    ///
    /// - Parameters:
    ///   - pattern: The pattern of the requested path; `nil` for any path below the base.
    ///   - root: The path of the representations in the payload.
    ///   - methods: The methods of the descriptor.
    ///   - statuses: The statuses of the descriptor.
    ///   - mapping: The name of an entity mapping or a dynamic mapping.
    ///   - scope: The objects that the payload of a GET contains completely.
    ///   - isComplete: Whether payloads of other methods are complete, too.
    public init(
        _ pattern: PathPattern? = nil, root: some PayloadPathConvertible = PayloadPath.root,
        methods: MethodSet = .any, statuses: StatusSet = .success, using mapping: String,
        scope: OrphanScope? = nil, isComplete: Bool = false
    ) {
        self.pattern = pattern
        self.root = PayloadPath(declared: root)
        self.methods = methods
        self.statuses = statuses
        self.mapping = mapping
        self.scope = scope
        self.isComplete = isComplete
    }

    /// The pattern, the root and the mapping in one line.
    public var description: String {
        let root = root.components.isEmpty ? "the payload" : "'\(root)'"
        return "response \(pattern.map { "'\($0)'" } ?? "of any path") (\(methods), \(statuses)), "
            + "\(root) as \(mapping)"
    }
}
