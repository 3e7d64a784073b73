/// Inflects English nouns.
///
/// Only the last word of a compound is inflected: `nextEvolutions`, `NextEvolution`. Keys of
/// payloads need other rules than `WordInflector`, which follows RestKit.
package enum Noun {
    /// Returns the singular of a noun, or the noun unchanged if it has none.
    package static func singular(_ word: String) -> String { lastWord(of: word, singularWord) }

    /// Returns the plural of a noun, or the noun unchanged if it has none.
    package static func plural(_ word: String) -> String { lastWord(of: word, pluralWord) }

    /// Tests whether a noun is a plural with a different singular.
    package static func isPlural(_ word: String) -> Bool { singular(word) != word }

    private static func lastWord(of name: String, _ inflected: (String) -> String) -> String {
        guard let last = NameWords.parts(of: name).last else { return name }
        let word = last.lowercased()
        let result = inflected(word)
        guard result != word else { return name }
        let common = zip(result, word).prefix { $0 == $1 }.count
        // Changed letters are upper case in words of capitals only.
        let isUpper =
            last.count > 1 && last.contains(where: \.isUppercase)
            && !last.contains(where: \.isLowercase)
        let ending = String(result.dropFirst(common))
        let head =
            common == 0 && last.first?.isUppercase == true && !isUpper
            ? ending.prefix(1).uppercased() + ending.dropFirst()
            : isUpper ? ending.uppercased() : ending
        return String(name[..<last.startIndex]) + String(last.prefix(common)) + head
            + String(name[last.endIndex...])
    }

    private static func singularWord(_ word: String) -> String {
        if uncountable.contains(word) || plurals[word] != nil { return word }
        if let irregular = singulars[word] { return irregular }
        guard word.utf8.count > 2, word.hasSuffix("s") else { return word }
        let unchanged = ["ss", "us", "is"]
        if unchanged.contains(where: word.hasSuffix) { return word }
        if word.hasSuffix("ies") {
            return word.utf8.count > 4 ? word.dropLast(3) + "y" : String(word.dropLast())
        }
        let withoutE = ["sses", "shes", "ches", "xes", "zzes", "oes", "uses"]
        if word.utf8.count > 4, withoutE.contains(where: word.hasSuffix),
            !["houses", "causes", "clauses", "pauses"].contains(word)
        {
            return String(word.dropLast(2))
        }
        return String(word.dropLast())
    }

    private static func pluralWord(_ word: String) -> String {
        if uncountable.contains(word) { return word }
        if let irregular = plurals[word] { return irregular }
        guard let last = word.last, singularWord(word) == word else { return word }
        if last == "y" {
            let isVowel = word.dropLast().last.map("aeiou".contains) ?? true
            return isVowel ? word + "s" : word.dropLast() + "ies"
        }
        if word.hasSuffix("sis") { return word.dropLast(2) + "es" }
        let hissing = ["s", "x", "z", "ch", "sh"]
        return word + (hissing.contains(where: word.hasSuffix) ? "es" : "s")
    }
}
