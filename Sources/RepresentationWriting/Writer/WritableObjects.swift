public import ObjectGraph

/// An object to write, or an array of objects of one context, for a ``RepresentationWriter``.
public protocol WritableObjects {
    /// The objects, in order.
    var managedObjects: [ManagedObject] { get }
    /// Indicates whether the objects are written as an array.
    var isList: Bool { get }
}

extension WritableObjects where Self: ObjectHandle {
    /// The object.
    public var managedObjects: [ManagedObject] { [managedObject] }
    /// `false`.
    public var isList: Bool { false }
}

extension ManagedObject: WritableObjects {}

extension Object: WritableObjects {}

extension Array: WritableObjects where Element: ObjectHandle {
    /// The objects without their types.
    public var managedObjects: [ManagedObject] { map(\.managedObject) }
    /// `true`.
    public var isList: Bool { true }
}
