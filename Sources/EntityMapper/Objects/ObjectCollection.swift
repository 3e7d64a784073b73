/// A property that holds several nested values: an array, a set, or an optional one of these.
///
/// ```swift
/// users.addRelationshipMapping(from: "friends", to: \.friends, using: friends)   // [User], Set<User>?
/// ```
///
/// Its requirements are of the type: an array in your program gains no property by it.
public protocol ObjectCollection<Nested>: SendableMetatype {
    /// The type of the values.
    associatedtype Nested
    /// The values, in their order if they have one.
    ///
    /// - Parameter collection: The collection.
    /// - Returns: The values; `nil` if the collection is `nil`.
    static func nestedValues(of collection: Self) -> [Nested]?
    /// Whether the values have an order to keep; true unless said otherwise.
    static var keepsOrder: Bool { get }
    /// Makes a collection.
    ///
    /// - Parameter values: The values; `nil` makes an optional collection `nil`, others empty.
    init(nestedValues values: [Nested]?)
}

extension ObjectCollection {
    /// True: only sets say otherwise.
    public static var keepsOrder: Bool { true }
}

extension Array: ObjectCollection {
    /// The array itself.
    ///
    /// - Parameter collection: The array.
    /// - Returns: The array.
    public static func nestedValues(of collection: [Element]) -> [Element]? { collection }
    /// Keeps the values in their order.
    ///
    /// - Parameter values: The values; empty for `nil`.
    public init(nestedValues values: [Element]?) { self = values ?? [] }
}

extension Set: ObjectCollection {
    /// The elements, in no order.
    ///
    /// - Parameter collection: The set.
    /// - Returns: Its elements.
    public static func nestedValues(of collection: Set) -> [Element]? { Array(collection) }
    /// False.
    public static var keepsOrder: Bool { false }
    /// Keeps each value once.
    ///
    /// - Parameter values: The values; empty for `nil`.
    public init(nestedValues values: [Element]?) { self = Set(values ?? []) }
}

extension Optional: ObjectCollection where Wrapped: ObjectCollection {
    /// The values of the collection.
    ///
    /// - Parameter collection: The collection.
    /// - Returns: Its values; `nil` for `nil`.
    public static func nestedValues(of collection: Wrapped?) -> [Wrapped.Nested]? {
        collection.flatMap(Wrapped.nestedValues)
    }
    /// Whether the collection has an order.
    public static var keepsOrder: Bool { Wrapped.keepsOrder }
    /// Makes the collection.
    ///
    /// - Parameter values: The values; `nil` for `nil`.
    public init(nestedValues values: [Wrapped.Nested]?) {
        self = values.map { Wrapped(nestedValues: $0) }
    }
}
