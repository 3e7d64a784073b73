/// Makes plurals of words, and singulars again.
///
/// A word is looked up among the uncountable words, then among the irregular ones; then the rules
/// are asked, the one that was added last first.
///
/// ```swift
/// var words = WordInflector.english
/// words.plural(of: "Category")               // Categories
/// words.addIrregular("Hero", plural: "Heroes")
/// words.singular(of: "Heroes")               // Hero
/// ```
public struct WordInflector: Sendable, Hashable {
    /// Rules from singular to plural, the stronger ones last.
    var plurals: [InflectionRule] = []
    /// Rules from plural to singular, the stronger ones last.
    var singulars: [InflectionRule] = []
    private var irregularPlurals: [String: String] = [:]
    private var irregularSingulars: [String: String] = [:]
    private var uncountables: Set<String> = []

    /// Makes an inflector without any words or rules: every word is its own plural.
    public init() {}

    /// The plural of a word.
    ///
    /// - Parameter word: A word in the singular, or a name that ends in one, as `ShopAddress` does.
    /// - Returns: The plural; the word itself if no rule is for it.
    public func plural(of word: String) -> String {
        inflected(word, irregularPlurals, plurals)
    }

    /// The singular of a word.
    ///
    /// - Parameter word: A word in the plural, or a name that ends in one, as `shopAddresses` does.
    /// - Returns: The singular; the word itself if no rule is for it.
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
    /// Sets the plural of one word, also with a capital at the beginning.
    ///
    /// It stands for the whole word only: an irregular `person` says nothing about `OrderPerson`.
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

    /// Has a word be its own plural.
    ///
    /// - Parameter word: The word, in exactly this case.
    public mutating func addUncountable(_ word: String) {
        uncountables.insert(word)
        guard let plural = irregularPlurals.removeValue(forKey: word) else { return }
        irregularSingulars[plural] = nil
    }

    /// Adds a rule for plurals, which is asked before all others.
    ///
    /// - Parameters:
    ///   - ending: The end of words in the singular; their case does not count.
    ///   - replacement: What the plural has instead.
    public mutating func addPluralRule(ending: String, becomes replacement: String) {
        plurals.append(InflectionRule([ending.lowercased()], replacement))
    }

    /// Adds a rule for singulars, which is asked before all others.
    ///
    /// - Parameters:
    ///   - ending: The end of words in the plural; their case does not count.
    ///   - replacement: What the singular has instead.
    public mutating func addSingularRule(ending: String, becomes replacement: String) {
        singulars.append(InflectionRule([ending.lowercased()], replacement))
    }
}

extension String {
    /// The text with a capital at the beginning, and the rest as it is.
    fileprivate var capitalized: String { prefix(1).uppercased() + dropFirst() }
}
