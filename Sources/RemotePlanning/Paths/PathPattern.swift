package import HTTPValues

/// A pattern of paths with parameters, relative to the base of a server: `articles/:articleID`.
///
/// A parameter is a colon followed by letters, digits, `.`, `@` or `_`. A backslash ends the
/// parameter and makes the next character literal. A colon without a name is a literal. Patterns
/// and paths are split at slashes before escapes are decoded, so an escaped slash is part of an
/// argument. A leading slash has no meaning; a trailing one has.
///
/// ```swift
/// let pattern: PathPattern = "articles/:id"
/// try pattern.path(with: ["id": "a/b"])             // articles/a%2Fb
/// pattern.arguments(inPath: "articles/a%2Fb")       // ["id": "a/b"]
/// let file: PathPattern = "files/:name\\.json"      // files/report.json
/// ```
///
/// Source: RestKit, rules 248 to 255, which match texts instead of decoded components.
public struct PathPattern: Sendable, Hashable, CustomStringConvertible {
    /// The pattern as written.
    public let description: String
    /// The components between slashes; empty for the base itself.
    let components: [Component]
    /// The mistakes in the pattern, each with advice; the plan reports them.
    let problems: [String]

    /// Creates a pattern; ``RemotePlan`` reports mistakes in it.
    ///
    /// - Parameter text: The pattern.
    public init(_ text: String) {
        description = text
        var problems: [String] = []
        if let mark = text.unicodeScalars.first(where: { $0 == "?" || $0 == "#" }) {
            problems.append(
                "a path ends before '\(mark)'; pass a query with the route or the request")
        }
        var components: [Component] = []
        for part in PathComponents.parts(of: text) { components.append(Component(part, &problems)) }
        self.components = components
        self.problems = problems
    }

    /// The names of the parameters, in order, each once.
    public var parameters: [String] {
        var names: [String] = []
        for name in components.flatMap(\.parameters) where !names.contains(name) {
            names.append(name)
        }
        return names
    }
}

extension PathPattern: ExpressibleByStringInterpolation {
    /// Creates a pattern from a literal, with or without interpolations.
    public init(stringLiteral text: String) { self.init(text) }
}

/// Both directions.
extension PathPattern {
    /// Returns the path for arguments, with all necessary escapes.
    ///
    /// - Parameter arguments: The arguments by name; unknown ones are ignored.
    /// - Returns: The path relative to the base.
    /// - Throws: ``PathArgumentError`` if an argument is missing, or cannot be part of a path: an
    ///   empty text, and `.` and `..`, which are removed from paths even if they are escaped (RFC
    ///   3986, section 5.2.4).
    public func path(
        with arguments: [String: String]
    ) throws(PathArgumentError) -> String {
        var parts: [String] = []
        for component in components { parts.append(try component.encoded(arguments)) }
        return parts.joined(separator: "/")
    }

    /// Returns the arguments of a path.
    ///
    /// - Parameter path: A path relative to the base, with escapes and without a query.
    /// - Returns: The decoded arguments by name of the parameter; `nil` if the path does not match.
    public func arguments(inPath path: String) -> [String: String]? {
        arguments(in: PathComponents(path))
    }

    package func arguments(in path: PathComponents) -> [String: String]? {
        guard path.texts.count == components.count, problems.isEmpty else { return nil }
        var arguments: [String: String] = [:]
        for (component, text) in zip(components, path.texts) {
            guard let text, component.match(text, &arguments) else { return nil }
        }
        return arguments
    }
}

/// Precedence.
extension PathPattern {
    /// The precedence among matching patterns, by component: literals before parameters.
    ///
    /// A parameter next to a literal precedes a parameter on its own.
    var rank: [Int] { components.map(\.rank) }

    /// Tests whether a path can match both patterns.
    func overlaps(_ other: PathPattern) -> Bool {
        components.count == other.components.count
            && zip(components, other.components).allSatisfy { $0.overlaps($1) }
    }
}
