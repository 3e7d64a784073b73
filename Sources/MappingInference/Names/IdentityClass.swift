/// The strength of a key's name as evidence of an identity.
package struct IdentityClass: Hashable, Sendable {
    /// The classes of identity names, the strongest first.
    package enum Letter: String, Comparable, Sendable {
        case a = "A"
        case b = "B"
        case c = "C"
        case d = "D"
        case e = "E"
        case f = "F"
        /// Any other name, for texts that are distinct over many records.
        case g = "G"

        package static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
    }

    package let letter: Letter
    /// The confidence before values are considered.
    package let score: Double

    /// Code-like texts that are distinct over many records.
    static let code = IdentityClass(letter: .g, score: 0.6)
    /// Other distinct texts, which are possible identities only.
    static let possible = IdentityClass(letter: .g, score: 0.45)
    /// URLs.
    static let address = IdentityClass(letter: .d, score: 0.6)
}
