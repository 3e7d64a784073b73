/// The dependence of resources on others: a change of these makes what the store remembers of the
/// first ones obsolete.
///
/// Parameters with the same name in both patterns have equal arguments; others have any.
///
/// ```swift
/// server.addDependency(of: "articles", on: "articles/:id")
/// server.addDependency(of: "authors/:author/articles", on: "authors/:author")
/// ```
public struct RouteDependency: Sendable, Hashable, CustomStringConvertible {
    /// The pattern of the resources that depend on others, with any query.
    public var dependents: PathPattern
    /// The pattern of the resources on which they depend.
    public var source: PathPattern

    /// Creates a dependence.
    ///
    /// - Parameters:
    ///   - dependents: The pattern of the resources that depend on others, with any query.
    ///   - source: The pattern of the resources on which they depend.
    public init(of dependents: PathPattern, on source: PathPattern) {
        self.dependents = dependents
        self.source = source
    }

    /// Both patterns, such as `dependence of 'articles' on 'articles/:id'`.
    public var description: String { "dependence of '\(dependents)' on '\(source)'" }

    /// Tests whether a resource depends on one with the given arguments of ``source``.
    func includes(_ path: PathComponents, _ sourceArguments: [String: String]) -> Bool {
        guard let arguments = dependents.arguments(in: path) else { return false }
        return arguments.allSatisfy { name, argument in
            sourceArguments[name].map { $0.utf8.elementsEqual(argument.utf8) } ?? true
        }
    }
}
