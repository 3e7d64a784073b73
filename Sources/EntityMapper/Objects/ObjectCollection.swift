/// A property that holds several nested values: an array, a set, or an optional one of these.
///
/// ```swift
/// users.addRelationshipMapping(from: "friends", to: \.friends, using: friends)   // [User], Set<User>?
/// ```
public protocol ObjectCollection<Nested>: SendableMetatype {
    /// The type of the values.
    associatedtype Nested
    /// The values, in their order if they have one.
    var nestedValues: [Nested] { get }
    /// Whether it is `nil`.
    var isMissing: Bool { get }
    /// Makes a collection.
    ///
    /// - Parameter values: The values; `nil` makes an optional collection `nil`, others empty.
    init(nestedValues values: [Nested]?)
}

extension Array: ObjectCollection {
    /// The array itself.
    public var nestedValues: [Element] { self }
    /// False: only `Optional` says otherwise.
    public var isMissing: Bool { false }
    /// Keeps the values in their order.
    ///
    /// - Parameter values: The values; empty for `nil`.
    public init(nestedValues values: [Element]?) { self = values ?? [] }
}

extension Set: ObjectCollection {
    /// The elements, in no order.
    public var nestedValues: [Element] { Array(self) }
    /// False: only `Optional` says otherwise.
    public var isMissing: Bool { false }
    /// Keeps each value once.
    ///
    /// - Parameter values: The values; empty for `nil`.
    public init(nestedValues values: [Element]?) { self = Set(values ?? []) }
}

extension Optional: ObjectCollection where Wrapped: ObjectCollection {
    /// The values of the collection; none for `nil`.
    public var nestedValues: [Wrapped.Nested] { self?.nestedValues ?? [] }
    /// Whether it is `nil`.
    public var isMissing: Bool { self == nil }
    /// Makes the collection.
    ///
    /// - Parameter values: The values; `nil` for `nil`.
    public init(nestedValues values: [Wrapped.Nested]?) {
        self = values.map { Wrapped(nestedValues: $0) }
    }
}
