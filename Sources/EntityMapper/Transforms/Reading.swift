import ObjectGraph

/// A type mismatch at an index of the tape.
struct TypeMismatch: Error, Equatable {
    /// The tape index of the attribute's value, or of an element inside it.
    let place: Int
    let expected: String
    let found: String
    /// Indicates whether the value is an unknown case of an enumeration.
    var isUnknownCase = false
}

/// The result of reading a value, with all type mismatches found.
struct Reading {
    /// The value as stored in the attribute; `nil` if it does not match.
    let value: Value?
    /// The reasons why the value does not match or, if there is a value, why parts of it became
    /// nil.
    let mismatches: [TypeMismatch]
}
