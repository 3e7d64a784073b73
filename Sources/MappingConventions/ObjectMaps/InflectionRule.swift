import EntityMapper

/// A rule for the change of a word's ending between singular and plural.
///
/// A word consists of a prefix, a stem, and an ending, regardless of case. The ending is replaced.
struct InflectionRule: Sendable, Hashable {
    /// The endings to replace, in lower case; the empty string matches any word.
    let endings: [String]
    /// The replacement of the ending.
    let replacement: String
    /// The stems that may precede the ending; the empty string matches any stem.
    var stems = [""]
    /// Indicates whether stem and ending must be the whole word.
    var isWhole = false
    /// The letters that must not precede the ending.
    ///
    /// If there are any, another letter must precede it.
    var excluded = ""

    init(_ endings: [String], _ replacement: String) {
        self.endings = endings
        self.replacement = replacement
    }

    /// Returns the changed word; `nil` if the rule does not apply.
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
    /// Returns the rule restricted to words with one of the stems before the ending.
    func after(_ stems: String...) -> InflectionRule {
        var rule = self
        rule.stems = stems
        return rule
    }

    /// Returns the rule restricted to words with a letter other than these before the ending.
    func notAfter(_ letters: String) -> InflectionRule {
        var rule = self
        rule.excluded = letters
        return rule
    }

    /// The rule restricted to words that consist of a stem and the ending only.
    var forWholeWords: InflectionRule {
        var rule = self
        rule.isWhole = true
        return rule
    }
}
