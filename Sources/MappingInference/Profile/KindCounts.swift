/// The number of values of each kind.
package struct KindCounts: Sendable, Hashable {
    package internal(set) var nulls = 0
    package internal(set) var booleans = 0
    /// Integers in 64 bits with sign.
    package internal(set) var integers = 0
    /// Integers out of 64 bits with sign.
    package internal(set) var bigIntegers = 0
    /// Numbers with a fraction or an exponent.
    package internal(set) var fractions = 0
    package internal(set) var texts = 0
    package internal(set) var objects = 0
    package internal(set) var arrays = 0
}
