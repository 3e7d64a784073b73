/// An object of a context, by names or typed: a ``ManagedObject`` or an ``Object``.
///
/// What takes an object takes either:
///
/// ```swift
/// let article = context.insert(Article.self)
/// let body = try writer.jsonBytes(for: article)
/// ```
public protocol ObjectHandle {
    /// The object by names.
    var managedObject: ManagedObject { get }
}

extension ManagedObject: ObjectHandle {
    /// The object itself.
    public var managedObject: ManagedObject { self }
}

extension Object: ObjectHandle {}
