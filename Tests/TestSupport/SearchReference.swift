package import ObjectGraph

/// A reference implementation of searches that compares lists of words.
package enum SearchReference {
    /// Tests whether texts satisfy a query.
    package static func holds(_ node: SearchQuery.Node, _ texts: [String]) -> Bool {
        switch node {
        case .not(let inner): !holds(inner, texts)
        case .and(let parts): parts.allSatisfy { holds($0, texts) }
        case .or(let parts): parts.contains { holds($0, texts) }
        case .term(let term): texts.contains { occurs(term, words(in: $0)) }
        }
    }

    private static func occurs(_ term: SearchTerm, _ words: [String]) -> Bool {
        var wanted = term.words.map(String.init)
        let last = wanted.removeLast()
        return words.indices.contains { start in
            guard words[start...].starts(with: wanted), start + wanted.count < words.count else {
                return false
            }
            let word = words[start + wanted.count]
            return term.isPrefix ? word.utf8.starts(with: last.utf8) : word == last
        }
    }

    /// Returns the words of a text, with a separator around each scalar that is a word of its own.
    static func words(in text: String) -> [String] {
        var spaced = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            let properties = scalar.properties
            let isWord =
                properties.isIdeographic
                || (0x3040...0x30FF).contains(scalar.value) && properties.isAlphabetic
                || properties.generalCategory == .otherSymbol
            let isPart =
                properties.isAlphabetic || properties.numericType != nil
                || [.nonspacingMark, .spacingMark, .enclosingMark].contains(
                    properties.generalCategory)
            if isWord || !isPart { spaced.append(" ") }
            if isWord || isPart { spaced.append(scalar) }
            if isWord { spaced.append(" ") }
        }
        let options: TextOptions = [.caseInsensitive, .diacriticInsensitive]
        return String(spaced).split(separator: " ").map { options.folded(String($0)) }
            .filter { !$0.isEmpty }
    }
}
