/// An object with its relevance for a search.
package struct SearchScore: Sendable, Hashable {
    package let number: Int64
    package let score: Double

    package init(number: Int64, score: Double) {
        self.number = number
        self.score = score
    }
}

extension SearchScore {
    /// Returns the relevance of texts, as their words, for terms.
    ///
    /// Each occurrence of a term counts less than the one before, and less in a longer text.
    static func score(of texts: [[UInt8]], _ terms: [SearchTerm]) -> Double {
        let space = UInt8(ascii: " ")
        return texts.reduce(0) { sum, words in
            let text = [space] + words + [space]
            let length = Double(words.count) / lengthUnit
            return terms.reduce(sum) { sum, term in
                let pattern = [space] + Array(term.text.utf8) + (term.isPrefix ? [] : [space])
                let count = Double(TextMatcher.count(of: pattern, in: text))
                return count == 0 ? sum : sum + count / (count + saturation + length)
            }
        }
    }

    /// The number of bytes by which a text weighs one occurrence less.
    package static let lengthUnit = 1000.0
    /// The number of occurrences that weigh half of the greatest possible weight in a short text.
    package static let saturation = 1.0
}
