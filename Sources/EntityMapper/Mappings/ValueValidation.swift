public import ObjectGraph

/// A validation of a converted value, run before the value is assigned.
///
/// It is run only if the value differs from the current value.
///
/// ```swift
/// articles.addValidation(for: "title", ValueValidation("not empty") { title in
///     title == "" ? .reject("a title") : .accept
/// })
/// ```
///
/// Source: key-value validation, as RestKit applies it.
public struct ValueValidation: NamedClosure {
    /// The name of the validation; validations with equal names are considered equal.
    public let name: String
    let validate: @Sendable (Value) throws -> Verdict

    /// The result of validating a value.
    public enum Verdict: Sendable, Hashable {
        /// The value is assigned.
        case accept
        /// The value is skipped silently, and the attribute keeps its value.
        case decline
        /// Another value is assigned instead; it must be of the attribute's type.
        case replace(Value)
        /// The value is invalid; the string names the expected value. The failure policy applies.
        case reject(String)
    }

    /// Creates a validation from a closure.
    ///
    /// - Parameters:
    ///   - name: A name that identifies the validation.
    ///   - validate: Returns the verdict on a value, which may be null. An error thrown by it
    ///     rejects the value.
    public init(_ name: String, _ validate: @escaping @Sendable (Value) throws -> Verdict) {
        self.name = name
        self.validate = validate
    }
}
