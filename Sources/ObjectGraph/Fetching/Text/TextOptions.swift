/// How texts are compared where bytes would be too strict.
///
/// The foldings are Unicode's and ignore the locale, so every store and every machine gives the
/// same answer.
public struct TextOptions: OptionSet, Sendable, Hashable, Codable {
    /// The bits.
    public let rawValue: Int

    /// Makes options from bits.
    public init(rawValue: Int) {
        self.rawValue = rawValue
    }

    /// `"A"` equals `"a"`.
    public static let caseInsensitive = TextOptions(rawValue: 1)
    /// `"é"` equals `"e"`.
    public static let diacriticInsensitive = TextOptions(rawValue: 2)
}
