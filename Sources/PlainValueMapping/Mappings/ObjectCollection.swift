import EntityMapper

/// A property type that holds several nested values: an array, a set, or an optional of these.
///
/// ```swift
/// // friends: [User], or Set<User>?
/// users.addRelationshipMapping(from: "friends", to: \.friends, using: friends)
/// ```
///
/// All requirements are static or initializers, so conforming adds no members to instances.
public protocol ObjectCollection<Nested>: SendableMetatype {
    /// The type of the nested values.
    associatedtype Nested
    /// Returns the nested values, in order if the collection is ordered.
    ///
    /// - Parameter collection: The collection.
    /// - Returns: The values; `nil` if the collection is `nil`.
    static func nestedValues(of collection: Self) -> [Nested]?
    /// Indicates whether the order of the values is significant; `true` by default.
    static var keepsOrder: Bool { get }
    /// Creates a collection.
    ///
    /// - Parameter values: The values; `nil` produces `nil` for an optional collection, otherwise
    ///   an empty collection.
    init(nestedValues values: [Nested]?)
}

extension ObjectCollection {
    /// `true`, the default for all collections except sets.
    public static var keepsOrder: Bool { true }
}

extension Array: ObjectCollection {
    /// Returns the array itself.
    ///
    /// - Parameter collection: The array.
    /// - Returns: The array.
    public static func nestedValues(of collection: [Element]) -> [Element]? { collection }
    /// Creates an array of the values in their order.
    ///
    /// - Parameter values: The values; `nil` produces an empty array.
    public init(nestedValues values: [Element]?) { self = values ?? [] }
}

extension Set: ObjectCollection {
    /// Returns the elements in an unspecified order.
    ///
    /// - Parameter collection: The set.
    /// - Returns: The elements.
    public static func nestedValues(of collection: Set) -> [Element]? { Array(collection) }
    /// Always `false`.
    public static var keepsOrder: Bool { false }
    /// Creates a set of the distinct values.
    ///
    /// - Parameter values: The values; `nil` produces an empty set.
    public init(nestedValues values: [Element]?) { self = Set(values ?? []) }
}

extension Optional: ObjectCollection where Wrapped: ObjectCollection {
    /// Returns the values of the wrapped collection.
    ///
    /// - Parameter collection: The collection.
    /// - Returns: The values; `nil` if the collection is `nil`.
    public static func nestedValues(of collection: Wrapped?) -> [Wrapped.Nested]? {
        collection.flatMap(Wrapped.nestedValues)
    }
    /// Indicates whether the order of the wrapped collection is significant.
    public static var keepsOrder: Bool { Wrapped.keepsOrder }
    /// Creates an optional collection.
    ///
    /// - Parameter values: The values; `nil` produces `nil`.
    public init(nestedValues values: [Wrapped.Nested]?) {
        self = values.map { Wrapped(nestedValues: $0) }
    }
}
