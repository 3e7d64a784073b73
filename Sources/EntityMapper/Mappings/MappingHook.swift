public import MercatorPayload
public import ObjectGraph

/// A closure called for each object after one of its records has been mapped.
///
/// It is called once for each applied record, in the order of the records, after all attributes,
/// relationships, connections and attributes of related objects have been assigned. It is not
/// called for records that were skipped or are not newer than the stored object. The representation
/// it receives includes the changes of a ``RepresentationTransform``.
///
/// The closure may change the object and others through the object's context, fetch, insert and
/// delete; connections follow foreign keys that it writes, and the result counts its changes. It
/// must not save, refresh or roll back, which the operation does. If another context saves in
/// between, the mapping is repeated on the new state and the closure is called again; a dry run
/// calls it too.
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
public struct MappingHook: NamedClosure {
    /// The name of the hook; hooks with equal names are considered equal.
    public let name: String
    let body: @Sendable (ManagedObject, PayloadValue) throws -> Void

    /// Creates a hook from a closure.
    ///
    /// - Parameters:
    ///   - name: A name that identifies the hook.
    ///   - body: The closure, called with the object and its representation. An error thrown by it
    ///     ends the operation without changes, regardless of the failure policy: ``MappingError``
    ///     with code `hookFailed`.
    public init(
        _ name: String, _ body: @escaping @Sendable (ManagedObject, PayloadValue) throws -> Void
    ) {
        self.name = name
        self.body = body
    }
}
