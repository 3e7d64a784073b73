/// How names of properties follow from keys of a payload.
///
/// It serves the shorthands that name a source only, such as
/// ``EntityMapping/addAttributeMappings(_:)-([String])``. Each step of a path is named by itself.
///
/// ```swift
/// articles.keyNaming = .snakeCase
/// articles.addAttributeMappings(["created_at", "author_id"])   // createdAt, authorID
/// ```
///
/// Source: RestKit's source-to-destination key transformation.
public struct KeyNaming: Sendable, Equatable {
    /// What the strategy does; strategies with one name are taken to be the same.
    public let name: String
    private let destination: @Sendable (String) -> String

    /// Names a closure.
    ///
    /// - Parameters:
    ///   - name: What the closure does.
    ///   - destination: Makes the name of a property from one key.
    public init(_ name: String, _ destination: @escaping @Sendable (String) -> String) {
        self.name = name
        self.destination = destination
    }

    /// Properties are called like keys.
    public static let identity = KeyNaming("identity") { $0 }

    /// Keys are in snake case, properties in camel case: `created_at` goes to `createdAt`.
    ///
    /// Where an entity has no such property, one that differs in upper and lower case only is taken:
    /// `author_id` goes to `authorID`.
    public static let snakeCase = KeyNaming("snakeCase") { key in
        let words = key.split(separator: "_")
        guard let first = words.first else { return key }
        let head = key.prefix { $0 == "_" } + first
        return words.dropFirst().reduce(String(head)) {
            $0 + $1.prefix(1).uppercased() + $1.dropFirst()
        }
    }

    /// The name for a key, among those that an entity has.
    func destination(for key: String, among names: [String]) -> String {
        let wanted = destination(key)
        guard !names.contains(wanted) else { return wanted }
        let alike = names.filter { $0.lowercased() == wanted.lowercased() }
        return alike.count == 1 && name == Self.snakeCase.name ? alike[0] : wanted
    }

    /// Whether both have the same name.
    ///
    /// - Parameters:
    ///   - left: A strategy.
    ///   - right: Another one.
    /// - Returns: Whether the names are equal.
    public static func == (left: Self, right: Self) -> Bool { left.name == right.name }
}
