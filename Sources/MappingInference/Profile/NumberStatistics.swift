/// The statistics of numbers at a node.
package struct NumberStatistics: Sendable, Hashable {
    package internal(set) var least = Int64.max
    package internal(set) var greatest = Int64.min
    /// Integers beyond 2⁵³ in magnitude.
    package internal(set) var beyondDouble = 0
    /// Fractions that are whole numbers within 2⁵³, such as `1.0`.
    package internal(set) var wholeFractions = 0
    /// Fractions whose digits a double does not give back.
    package internal(set) var inexactFractions = 0
    /// Numbers with more than 38 digits.
    package internal(set) var beyondDecimal = 0
    /// Zeros, which represent "never" among dates.
    package internal(set) var zeros = 0
    /// Numbers in 1e8…4.2e9, and in 1e11…4.2e12, by T5.
    package internal(set) var inSeconds = 0
    package internal(set) var inMilliseconds = 0
}
