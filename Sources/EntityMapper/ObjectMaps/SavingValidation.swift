public import ObjectGraph

/// Looks at an object before a request to save it is made.
///
/// ```swift
/// products.savingValidation = SavingValidation("has a price") { product in
///     guard case .integer(let price) = product["price"], price > 0 else { return "a price above 0" }
///     return nil
/// }
/// ```
///
/// Source: TSNREST's validation block.
public struct SavingValidation: Sendable, Equatable {
    /// What is checked; validations with one name are taken to be the same.
    public let name: String
    let problem: @Sendable (ManagedObject) -> String?

    /// Names a closure.
    ///
    /// - Parameters:
    ///   - name: What is checked.
    ///   - problem: Says what was expected of an object; `nil` if it may be saved.
    public init(_ name: String, problem: @escaping @Sendable (ManagedObject) -> String?) {
        self.name = name
        self.problem = problem
    }

    /// Whether both have the same name.
    ///
    /// - Parameters:
    ///   - left: A validation.
    ///   - right: Another one.
    /// - Returns: Whether the names are equal.
    public static func == (left: Self, right: Self) -> Bool { left.name == right.name }
}
