public import ObjectGraph
public import Payload

/// Finishes an object by hand, once a record of it is mapped.
///
/// It is called once for each record that was applied, in the order of the records, when attributes,
/// relationships, connections and attributes of other objects are as the payload says. It is not called
/// for records that were left out, or are no newer than what is stored. It sees the representation as
/// it was mapped: with what a ``RepresentationTransform`` has made of it.
///
/// It may change the object and others through the object's context, fetch, insert and delete;
/// connections follow keys that it writes, and the result counts what it changed. It must not save or
/// roll back: that is the operation's business. When somebody else saved in between, the work is done
/// again on what is there now, and so it is called again; a dry run calls it, too.
///
/// ```swift
/// products.didMap = MappingHook("reduction") { product, representation in
///     guard let price = Int64(attributeValue: product["price"]),
///         let salePrice = representation["salePrice"]?.int64
///     else { return }
///     product["reduction"] = .integer(price - salePrice)
/// }
/// ```
///
/// Source: TSNREST's mapping blocks.
public struct MappingHook: Sendable, Equatable {
    /// What it does; hooks with one name are taken to be the same.
    public let name: String
    let body: @Sendable (ManagedObject, PayloadValue) throws -> Void

    /// Names a closure.
    ///
    /// - Parameters:
    ///   - name: What it does.
    ///   - body: Gets the object and its representation. An error it throws ends the operation, whatever
    ///     the failure policy, and nothing has changed then: ``MappingError`` with code `hookFailed`.
    public init(
        _ name: String, _ body: @escaping @Sendable (ManagedObject, PayloadValue) throws -> Void
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
