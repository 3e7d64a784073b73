import EntityMapper

/// Conversions of property and entity names to lower case with underscores.
///
/// (`IdentificationInference` implements RestKit's rule instead, which drops digits and supports
/// ASCII only.)
enum NameCase {
    /// Returns the name with a word beginning at each capital letter: `userID` becomes `user_i_d`.
    ///
    /// Source: TSNREST.
    static func underscoredByLetter(_ name: String) -> String {
        name.dropFirst().reduce(into: name.prefix(1).lowercased()) { result, letter in
            if letter.isUppercase { result += "_" }
            result += letter.lowercased()
        }
    }

    /// Returns the name with acronyms, including their plural, as single words.
    ///
    /// Digits are attached to the preceding word.
    ///
    /// `userID` becomes `user_id`, `userIDs` becomes `user_ids`, `HTTPServer` becomes
    /// `http_server`.
    static func underscoredByWord(_ name: String) -> String {
        let letters = Array(name)
        return letters.indices.reduce(into: "") { result, index in
            if beginsWord(index, letters) { result += "_" }
            result += letters[index].lowercased()
        }
    }

    private static func beginsWord(_ index: Int, _ letters: [Character]) -> Bool {
        guard index > 0, letters[index].isUppercase, letters[index - 1] != "_" else { return false }
        guard letters[index - 1].isUppercase else { return true }
        // In a run of capitals, the last capital begins a word that continues in lower case.
        guard index + 1 < letters.count, letters[index + 1].isLowercase else { return false }
        let isPluralOfAcronym =
            letters[index + 1] == "s"
            && (index + 2 == letters.count || letters[index + 2].isUppercase)
        return !isPluralOfAcronym
    }

    /// Returns the name with its first letter in lower case.
    static func decapitalized(_ name: String) -> String {
        name.prefix(1).lowercased() + name.dropFirst()
    }
}
