/// A type mismatch at an index of the tape.
package struct TypeMismatch: Error, Equatable {
    /// The tape index of the attribute's value, or of an element inside it.
    package let position: Int
    package let expected: String
    package let found: String
    /// Indicates whether the value is an unknown case of an enumeration.
    var isUnknownCase = false
}
