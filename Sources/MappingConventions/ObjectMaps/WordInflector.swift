import EntityMapper

/// An inflector that converts words between singular and plural.
///
/// A word is looked up among the uncountable words, then among the irregular ones; otherwise the
/// last added rule that applies is used.
///
/// ```swift
/// var words = WordInflector.english
/// words.plural(of: "Category")               // Categories
/// words.addIrregular("Hero", plural: "Heroes")
/// words.singular(of: "Heroes")               // Hero
/// ```
public struct WordInflector: Sendable, Hashable {
    /// The rules from singular to plural, in increasing order of precedence.
    var plurals: [InflectionRule] = []
    /// The rules from plural to singular, in increasing order of precedence.
    var singulars: [InflectionRule] = []
    private var irregularPlurals: [String: String] = [:]
    private var irregularSingulars: [String: String] = [:]
    private var uncountables: Set<String> = []

    /// Creates an inflector without words or rules; every word is its plural.
    public init() {}

    /// Returns the plural of a word.
    ///
    /// - Parameter word: A word in the singular, or a name that ends in one, such as `ShopAddress`.
    /// - Returns: The plural; the word itself if no rule applies.
    public func plural(of word: String) -> String {
        inflected(word, irregularPlurals, plurals)
    }

    /// Returns the singular of a word.
    ///
    /// - Parameter word: A word in the plural, or a name that ends in one, such as `shopAddresses`.
    /// - Returns: The singular; the word itself if no rule applies.
    public func singular(of word: String) -> String {
        inflected(word, irregularSingulars, singulars)
    }

    private func inflected(
        _ word: String, _ irregulars: [String: String], _ rules: [InflectionRule]
    ) -> String {
        guard !word.isEmpty, !uncountables.contains(word) else { return word }
        if let irregular = irregulars[word] { return irregular }
        return rules.reversed().lazy.compactMap { $0.applied(to: word) }.first ?? word
    }
}

extension WordInflector {
    /// Sets the plural of a word, in the given spelling and capitalized.
    ///
    /// It applies to the whole word only: an irregular `person` does not affect `OrderPerson`.
    ///
    /// - Parameters:
    ///   - singular: The word.
    ///   - plural: Its plural.
    public mutating func addIrregular(_ singular: String, plural: String) {
        for (one, many) in [(singular, plural), (singular.capitalized, plural.capitalized)] {
            irregularPlurals[one] = many
            irregularSingulars[many] = one
            uncountables.subtract([one, many])
        }
    }

    /// Makes a word its own plural.
    ///
    /// - Parameter word: The word, in exactly this case.
    public mutating func addUncountable(_ word: String) {
        uncountables.insert(word)
        guard let plural = irregularPlurals.removeValue(forKey: word) else { return }
        irregularSingulars[plural] = nil
    }

    /// Adds a rule for plurals with precedence over all existing rules.
    ///
    /// - Parameters:
    ///   - ending: The ending of words in the singular, regardless of case.
    ///   - replacement: The ending of the plural.
    public mutating func addPluralRule(ending: String, becomes replacement: String) {
        plurals.append(InflectionRule([ending.lowercased()], replacement))
    }

    /// Adds a rule for singulars with precedence over all existing rules.
    ///
    /// - Parameters:
    ///   - ending: The ending of words in the plural, regardless of case.
    ///   - replacement: The ending of the singular.
    public mutating func addSingularRule(ending: String, becomes replacement: String) {
        singulars.append(InflectionRule([ending.lowercased()], replacement))
    }
}

extension String {
    /// The string with its first letter capitalized.
    fileprivate var capitalized: String { prefix(1).uppercased() + dropFirst() }
}
