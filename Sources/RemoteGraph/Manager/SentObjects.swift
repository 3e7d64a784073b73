public import ObjectGraph

/// An object to send, or an array of objects to send in one body, by identifiers.
public protocol SentObjects {
    /// The identifiers of the objects, in order.
    var identifiers: [ManagedObjectID] { get }
    /// Indicates whether the body is a list.
    var isList: Bool { get }
}

extension ManagedObjectID: SentObjects {
    /// The identifier alone.
    public var identifiers: [ManagedObjectID] { [self] }
    /// `false`.
    public var isList: Bool { false }
}

extension Array: SentObjects where Element == ManagedObjectID {
    /// The elements.
    public var identifiers: [ManagedObjectID] { self }
    /// `true`.
    public var isList: Bool { true }
}
