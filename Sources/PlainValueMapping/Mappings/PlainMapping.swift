import EntityMapper

/// A mapping to plain Swift values: an ``ObjectMapping`` or a ``DynamicObjectMapping``.
///
/// Relationship mappings and operations accept both. Other types cannot usefully conform, because a
/// plan can be created from these two only.
///
/// ```swift
/// func firstUser(_ mapping: some PlainMapping<User>) throws -> User? {
///     try mapping.run(payload, at: "users").first
/// }
/// ```
public protocol PlainMapping<Mapped>: Sendable {
    /// The type of the values.
    associatedtype Mapped
    /// The name of the mapping in issues and other mappings.
    var name: String { get }
    /// Creates the compiled form of the mapping.
    ///
    /// - Returns: A plan for a single run.
    func makePlan() -> ObjectPlan<Mapped>
}
