public import MercatorPayload
public import ObjectGraph

/// A named closure that builds a condition from a representation.
///
/// The name keeps mappings comparable.
///
/// ```swift
/// people.identificationPredicateBuilder = PredicateBuilder("younger") { person in
///     person["age"]?.int64.map { .attribute("age") < $0 }
/// }
/// ```
public struct PredicateBuilder: NamedClosure {
    /// The name of the builder; builders with equal names are considered equal.
    public let name: String
    let build: @Sendable (PayloadValue) -> EntityPredicate?

    /// Creates a builder from a closure.
    ///
    /// - Parameters:
    ///   - name: A name that identifies the builder.
    ///   - build: Returns the condition for a representation, or `nil` for none.
    public init(_ name: String, _ build: @escaping @Sendable (PayloadValue) -> EntityPredicate?) {
        self.name = name
        self.build = build
    }
}
