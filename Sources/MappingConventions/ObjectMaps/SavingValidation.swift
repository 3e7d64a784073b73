public import EntityMapper
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
public struct SavingValidation: NamedClosure {
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
}
