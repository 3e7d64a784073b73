/// A strategy that derives names of properties from keys of a payload.
///
/// It is used by the methods that take only source paths, such as
/// ``EntityMapping/addAttributeMappings(_:)-([PayloadPathConvertible])``. The components of a path
/// are converted separately.
///
/// ```swift
/// articles.keyNaming = .snakeCase
/// articles.addAttributeMappings(["created_at", "author_id"])   // createdAt, authorID
/// ```
///
/// Source: RestKit's source-to-destination key transformation.
public struct KeyNaming: NamedClosure {
    /// The name of the strategy; strategies with equal names are considered equal.
    public let name: String
    private let destination: @Sendable (String) -> String

    /// Creates a strategy from a closure.
    ///
    /// - Parameters:
    ///   - name: A name that identifies the strategy.
    ///   - destination: Returns the name of the property for a key.
    public init(_ name: String, _ destination: @escaping @Sendable (String) -> String) {
        self.name = name
        self.destination = destination
    }

    /// Property names equal the keys.
    public static let identity = KeyNaming("identity") { $0 }

    /// Keys are in snake case and properties in camel case: `created_at` maps to `createdAt`.
    ///
    /// If the entity has no such property, the only property whose name differs in case and
    /// underscores alone is used: `author_id` maps to `authorID`, or to an `author_id`.
    public static let snakeCase = KeyNaming("snakeCase") { key in
        let words = key.split(separator: "_")
        guard let first = words.first else { return key }
        let head = key.prefix { $0 == "_" } + first
        return words.dropFirst().reduce(String(head)) {
            $0 + $1.prefix(1).uppercased() + $1.dropFirst()
        }
    }

    /// Returns the property name for a key, given the names of the entity's properties.
    func destination(for key: String, among names: [String]) -> String {
        let name = destination(forDerived: destination(key), among: names)
        return self == .snakeCase && names.contains(key) && !names.contains(name) ? key : name
    }

    /// Returns the property with a derived name.
    ///
    /// If there is none, the result is the only property whose name differs in case and underscores
    /// alone.
    func destination(forDerived wanted: String, among names: [String]) -> String {
        guard !names.contains(wanted) else { return wanted }
        func plain(_ name: String) -> String { name.lowercased().filter { $0 != "_" } }
        let alike = names.filter { plain($0) == plain(wanted) }
        return alike.count == 1 && name == Self.snakeCase.name ? alike[0] : wanted
    }
}
