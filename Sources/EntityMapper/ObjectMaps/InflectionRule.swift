/// How the end of a word changes between singular and plural.
///
/// A word is what stands before a stem, the stem, and an ending, whatever their case. The stem stays,
/// the ending becomes another one.
struct InflectionRule: Sendable, Hashable {
    /// The endings that are replaced, in lower case; the empty text for any word.
    let endings: [String]
    /// What takes their place.
    let replacement: String
    /// What stands in front of the ending, one of these; the empty text for anything.
    var stems = [""]
    /// Whether stem and ending are all of the word.
    var isWhole = false
    /// Letters that may not be in front; if there are some, there must be another one.
    var excluded = ""

    init(_ endings: [String], _ replacement: String) {
        self.endings = endings
        self.replacement = replacement
    }

    /// The word as the rule changes it; `nil` if the rule is not for the word.
    func applied(to word: String) -> String? {
        for ending in endings {
            for stem in stems where fits(word, stem + ending) {
                return word.dropLast(ending.count) + replacement
            }
        }
        return nil
    }

    private func fits(_ word: String, _ tail: String) -> Bool {
        guard word.suffix(tail.count).lowercased() == tail else { return false }
        let head = word.dropLast(tail.count)
        if isWhole { return head.isEmpty }
        guard !excluded.isEmpty else { return true }
        return head.last.map { !excluded.contains($0.lowercased()) } ?? false
    }
}

extension InflectionRule {
    /// The same rule for words that have one of the stems in front of the ending.
    func after(_ stems: String...) -> InflectionRule {
        var rule = self
        rule.stems = stems
        return rule
    }

    /// The same rule for words with another letter than these in front of the ending.
    func notAfter(_ letters: String) -> InflectionRule {
        var rule = self
        rule.excluded = letters
        return rule
    }

    /// The same rule for words that consist of a stem and the ending.
    var forWholeWords: InflectionRule {
        var rule = self
        rule.isWhole = true
        return rule
    }
}
