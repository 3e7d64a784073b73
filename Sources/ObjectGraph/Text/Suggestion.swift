/// Finds the name that was probably meant by a misspelled one.
package enum Suggestion {
    /// Returns `"; did you mean 'title'?"`, or an empty string if no candidate is similar enough.
    package static func text(for name: String, among candidates: some Sequence<String>) -> String {
        nearest(to: name, among: candidates).map { "; did you mean '\($0)'?" } ?? ""
    }

    /// Returns the same, for the first problems of a list only: each compares all names.
    package static func text(
        for name: String, among candidates: some Sequence<String>, after problemCount: Int
    ) -> String {
        problemCount < problemLimit ? text(for: name, among: candidates) : ""
    }

    /// The number of problems in a list that have a suggestion.
    private static let problemLimit = 100

    /// Returns the candidate at the least edit distance, within a limit.
    ///
    /// The limit is one, or a third of the name's length if that is more.
    package static func nearest(
        to name: String, among candidates: some Sequence<String>
    ) -> String? {
        guard name.utf8.count <= lengthLimit else { return nil }
        let wanted = simplified(name)
        let limit = max(1, wanted.count / 3)
        var nearest: (name: String, distance: Int)?
        for candidate in candidates
        where candidate.utf8.count <= lengthLimit && candidate.utf8.count + limit >= wanted.count {
            guard
                let distance = distance(
                    wanted, simplified(candidate), atMost: min(limit, wanted.count - 1)),
                nearest.map({ (distance, candidate) < ($0.distance, $0.name) }) ?? true
            else { continue }
            nearest = (candidate, distance)
        }
        return nearest?.name
    }

    /// Returns the candidate with all words of the name, or with no other words.
    ///
    /// Examples are `name` for `full_name`, and `userID` for `id`.
    ///
    /// Of several candidates, the candidate with the fewest other words is returned.
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

    /// Removes differences in case and separators.
    ///
    /// They are the most common mistakes, and do not count as edits.
    private static func simplified(_ name: String) -> [Unicode.Scalar] {
        name.lowercased().unicodeScalars.filter { $0 != "_" && $0 != "-" && $0 != " " }
    }

    /// Returns the edit distance between two words; `nil` if it is greater than a limit.
    ///
    /// Edits are insertions, deletions, replacements and transpositions.
    ///
    /// Source: the restricted Damerau–Levenshtein ("optimal string alignment") distance.
    private static func distance(
        _ left: [Unicode.Scalar], _ right: [Unicode.Scalar], atMost limit: Int
    ) -> Int? {
        guard abs(left.count - right.count) <= limit else { return nil }
        var (before, last) = ([Int](), Array(0...right.count))
        for i in left.indices {
            var row = [i + 1]
            for j in right.indices {
                var best = min(
                    last[j + 1] + 1, row[j] + 1, last[j] + (left[i] == right[j] ? 0 : 1))
                if i > 0, j > 0, left[i] == right[j - 1], left[i - 1] == right[j] {
                    best = min(best, before[j - 1] + 1)
                }
                row.append(best)
            }
            // A later row cannot be less than the least of two rows before it.
            guard (last + row).contains(where: { $0 <= limit }) else { return nil }
            (before, last) = (last, row)
        }
        return last[right.count] <= limit ? last[right.count] : nil
    }
}
