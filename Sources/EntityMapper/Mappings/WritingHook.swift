public import ObjectGraph

/// A closure called for each representation after an object has been written.
///
/// A ``RepresentationWriter`` calls it for each object that is written with its members, including
/// embedded objects, after all members have been written. It is not called for objects written as
/// identifiers only.
///
/// The closure changes the members in place. Members that it does not change keep their order and
/// their spelling, including all digits. Existing keys keep their positions; new keys follow,
/// sorted by name. Dates, UUIDs, bytes and decimals are written as by ``ValueTransform/default``.
/// If the representation is nested under a key, the closure receives the members of the nested
/// object.
///
/// With ``RepresentationProfile/patch``, the members are the identifiers and the changed members;
/// members added by the closure are always written.
///
/// ```swift
/// products.didWrite = WritingHook("for the upload") { product, members in
///     members["client"] = "app"
///     members["draft"] = nil
/// }
/// ```
///
/// Source: TSNREST's reverse mapping blocks.
public struct WritingHook: NamedClosure {
    /// The name of the hook; hooks with equal names are considered equal.
    public let name: String
    package let body: @Sendable (ManagedObject, inout [String: Value]) throws -> Void

    /// Creates a hook from a closure.
    ///
    /// - Parameters:
    ///   - name: A name that identifies the hook.
    ///   - body: The closure, called with the object, which it must not change, and the members.
    ///     Numbers are passed as 64-bit integers if they are integers in that range, else as
    ///     doubles; a number out of range of both is passed as a string. An error thrown by it ends
    ///     the writing: ``MappingError`` with code `hookFailed`.
    public init(
        _ name: String,
        _ body: @escaping @Sendable (ManagedObject, inout [String: Value]) throws -> Void
    ) {
        self.name = name
        self.body = body
    }
}
