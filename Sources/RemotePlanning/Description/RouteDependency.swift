package import HTTPValues

/// A dependency between resources: a change of the source makes stored responses of dependents
/// obsolete.
///
/// Parameters with the same name in both patterns have equal arguments; the remaining ones have
/// any.
///
/// ```swift
/// server.addDependency(of: "articles", on: "articles/:id")
/// server.addDependency(of: "authors/:author/articles", on: "authors/:author")
/// ```
public struct RouteDependency: Sendable, Hashable, CustomStringConvertible {
    /// The pattern of the dependent resources, with any query.
    public var dependents: PathPattern
    /// The pattern of the resources they depend on.
    public var source: PathPattern

    /// Creates a dependency.
    ///
    /// - Parameters:
    ///   - dependents: The pattern of the dependent resources, with any query.
    ///   - source: The pattern of the resources they depend on.
    public init(of dependents: PathPattern, on source: PathPattern) {
        self.dependents = dependents
        self.source = source
    }

    /// Both patterns, such as `dependence of 'articles' on 'articles/:id'`.
    public var description: String { "dependence of '\(dependents)' on '\(source)'" }

    /// Tests whether a resource depends on one with the given arguments of ``source``.
    package func includes(_ path: PathComponents, _ sourceArguments: [String: String]) -> Bool {
        guard let arguments = dependents.arguments(in: path) else { return false }
        return arguments.allSatisfy { name, argument in
            sourceArguments[name].map { $0.utf8.elementsEqual(argument.utf8) } ?? true
        }
    }
}
