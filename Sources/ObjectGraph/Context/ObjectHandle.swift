/// An untyped or typed object of a context: a ``ManagedObject`` or an ``Object``.
///
/// Functions that take an object accept either:
///
/// ```swift
/// let article = context.insert(Article.self)
/// let body = try writer.jsonBytes(for: article)
/// ```
public protocol ObjectHandle {
    /// The untyped object.
    var managedObject: ManagedObject { get }
}

extension ManagedObject: ObjectHandle {
    /// The object itself.
    public var managedObject: ManagedObject { self }
}

extension Object: ObjectHandle {}
