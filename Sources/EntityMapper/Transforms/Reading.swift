package import ObjectGraph

/// The result of reading a value, with all type mismatches found.
package struct Reading {
    /// The value as stored in the attribute; `nil` if it does not match.
    package let value: Value?
    /// The reasons for a mismatch or, if there is a value, for parts of it becoming nil.
    package let mismatches: [TypeMismatch]
    /// Indicates whether the value, or an element of it, is a substitute for an unknown case.
    package var isSubstitute = false
}
