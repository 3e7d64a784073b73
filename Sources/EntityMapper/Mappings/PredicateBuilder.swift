public import ObjectGraph
public import Payload

/// Makes a condition from a representation: a closure with a name, so that mappings stay comparable.
///
/// ```swift
/// people.identificationPredicateBuilder = PredicateBuilder("younger") { person in
///     person["age"]?.int64.map { .attribute("age") < $0 }
/// }
/// ```
public struct PredicateBuilder: Sendable, Equatable {
    /// What the builder does; builders with one name are taken to be the same.
    public let name: String
    let build: @Sendable (PayloadValue) -> EntityPredicate?

    /// Names a closure.
    ///
    /// - Parameters:
    ///   - name: What the builder does.
    ///   - build: Makes the condition from a representation; `nil` for none.
    public init(_ name: String, _ build: @escaping @Sendable (PayloadValue) -> EntityPredicate?) {
        self.name = name
        self.build = build
    }

    /// Whether both have the same name.
    ///
    /// - Parameters:
    ///   - left: A builder.
    ///   - right: Another one.
    /// - Returns: Whether the names are equal.
    public static func == (left: Self, right: Self) -> Bool { left.name == right.name }
}
