public import ObjectGraph

/// Finishes a representation by hand, once an object is written.
///
/// It is called by a ``RepresentationWriter`` for each object that is written with its members, also for
/// those that are embedded, after everything else. What stands for an object by its identifiers alone
/// is none of its business.
///
/// It gets the members, and what it leaves is written. What it does not touch stays as it is: order,
/// digits and all. Known keys keep their places; new ones come behind them, by name. Dates, UUIDs,
/// bytes and decimals are written as ``ValueTransform/default`` writes them. Where the representation
/// has a key, the members are those behind it.
///
/// With ``RepresentationProfile/patch`` the members are those that changed and those that identify; what
/// it adds is written whether it changed or not.
///
/// ```swift
/// products.didWrite = WritingHook("for the upload") { product, members in
///     members["client"] = "app"
///     members["draft"] = nil
/// }
/// ```
///
/// Source: TSNREST's reverse mapping blocks.
public struct WritingHook: Sendable, Equatable {
    /// What it does; hooks with one name are taken to be the same.
    public let name: String
    let body: @Sendable (ManagedObject, inout [String: Value]) throws -> Void

    /// Names a closure.
    ///
    /// - Parameters:
    ///   - name: What it does.
    ///   - body: Gets the object, which it must not change, and the members. Numbers come as whole
    ///     numbers of 64 bits, or else as doubles; one beyond both comes as its text. An error it throws
    ///     ends the writing: ``MappingError`` with code `hookFailed`.
    public init(
        _ name: String,
        _ body: @escaping @Sendable (ManagedObject, inout [String: Value]) throws -> Void
    ) {
        self.name = name
        self.body = body
    }

    /// Whether both have the same name.
    ///
    /// - Parameters:
    ///   - left: A hook.
    ///   - right: Another one.
    /// - Returns: Whether the names are equal.
    public static func == (left: Self, right: Self) -> Bool { left.name == right.name }
}
