/// Options for comparing text other than by its bytes.
///
/// The foldings are Unicode's and independent of the locale, so the result is the same in every
/// store and on every machine.
public struct TextOptions: OptionSet, Sendable, Hashable, Codable {
    /// The bit mask of the options.
    public let rawValue: Int

    /// Creates options from a bit mask.
    public init(rawValue: Int) {
        self.rawValue = rawValue
    }

    /// Ignores case: `"A"` equals `"a"`.
    public static let caseInsensitive = TextOptions(rawValue: 1)
    /// Ignores diacritics: `"é"` equals `"e"`.
    public static let diacriticInsensitive = TextOptions(rawValue: 2)
}
