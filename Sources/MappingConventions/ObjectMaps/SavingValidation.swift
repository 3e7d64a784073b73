import EntityMapper
public import ObjectGraph

/// A validation of an object, run before a request to save it is created.
///
/// ```swift
/// products.savingValidation = SavingValidation("has a price") { product in
///     guard case .integer(let price) = product["price"], price > 0 else {
///         return "a price above 0"
///     }
///     return nil
/// }
/// ```
///
/// Source: TSNREST's validation block.
public struct SavingValidation: Sendable, Equatable {
    /// The name of the validation; validations with equal names are considered equal.
    public let name: String
    package let problem: @Sendable (ManagedObject) -> String?

    /// Creates a validation from a closure.
    ///
    /// - Parameters:
    ///   - name: A name that identifies the validation.
    ///   - problem: Returns the expected state of the object; `nil` if it may be saved.
    public init(_ name: String, problem: @escaping @Sendable (ManagedObject) -> String?) {
        self.name = name
        self.problem = problem
    }

    /// Tests whether two validations have the same name.
    ///
    /// - Parameters:
    ///   - left: A validation.
    ///   - right: Another validation.
    /// - Returns: `true` if the names are equal.
    public static func == (left: Self, right: Self) -> Bool { left.name == right.name }
}
