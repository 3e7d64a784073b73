/// Finds the name that was probably meant by a misspelled one.
package enum Suggestion {
    /// Returns `"; did you mean 'title'?"`, or an empty string if no candidate is similar enough.
    package static func text(for name: String, among candidates: some Sequence<String>) -> String {
        nearest(to: name, among: candidates).map { "; did you mean '\($0)'?" } ?? ""
    }

    /// Returns the candidate at the least edit distance, if that is at most a third of the name's
    /// length, or one.
    package static func nearest(
        to name: String, among candidates: some Sequence<String>
    ) -> String? {
        guard name.utf8.count <= lengthLimit else { return nil }
        let wanted = simplified(name)
        let limit = max(1, wanted.count / 3)
        return candidates.filter { $0.utf8.count <= lengthLimit }.sorted()
            .map { (name: $0, distance: distance(wanted, simplified($0))) }
            .filter { $0.distance <= limit && $0.distance < wanted.count }
            .min { $0.distance < $1.distance }?.name
    }

    /// Returns the candidate whose words include all words of the name, or the reverse: `name` for
    /// `full_name`, `userID` for `id`.
    ///
    /// Of several candidates, the one with the fewest other words is returned.
    package static func sharingWords(
        with name: String, among candidates: some Sequence<String>
    ) -> String? {
        let wanted = words(of: name)
        return candidates.sorted()
            .map { (name: $0, words: words(of: $0)) }
            .filter { !$0.words.isEmpty && !wanted.isEmpty }
            .filter { $0.words.isSubset(of: wanted) || wanted.isSubset(of: $0.words) }
            .min {
                $0.words.symmetricDifference(wanted).count
                    < $1.words.symmetricDifference(wanted).count
            }?.name
    }

    /// Returns the words of a name in camel case or with separators: `full`, `name`.
    private static func words(of name: String) -> Set<String> {
        var spaced = ""
        for character in name {
            if character.isUppercase, spaced.last?.isLowercase == true { spaced += " " }
            spaced.append(character)
        }
        let words = spaced.lowercased().split { $0 == " " || $0 == "_" || $0 == "-" || $0 == "." }
        return Set(words.map(String.init))
    }

    /// The greatest length of names that are compared; the cost is the product of both lengths.
    private static let lengthLimit = 200

    /// Removes differences in case and separators, the most common mistakes, which do not
    /// count as edits.
    private static func simplified(_ name: String) -> [Character] {
        name.lowercased().filter { $0 != "_" && $0 != "-" && $0 != " " }.map(\.self)
    }

    /// Returns the number of insertions, deletions, replacements and transpositions
    /// between two words.
    ///
    /// Source: the restricted Damerau–Levenshtein ("optimal string alignment") distance.
    private static func distance(_ left: [Character], _ right: [Character]) -> Int {
        guard !left.isEmpty, !right.isEmpty else { return max(left.count, right.count) }
        var rows = [Array(0...right.count)]
        for i in 1...left.count {
            var row = [i]
            for j in 1...right.count {
                let replaced = rows[i - 1][j - 1] + (left[i - 1] == right[j - 1] ? 0 : 1)
                var best = min(rows[i - 1][j] + 1, row[j - 1] + 1, replaced)
                if i > 1, j > 1, left[i - 1] == right[j - 2], left[i - 2] == right[j - 1] {
                    best = min(best, rows[i - 2][j - 2] + 1)
                }
                row.append(best)
            }
            rows.append(row)
        }
        return rows[left.count][right.count]
    }
}
