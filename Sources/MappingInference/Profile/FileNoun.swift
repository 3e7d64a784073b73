/// The words of a file name that describe its records.
struct FileNoun: Hashable {
    /// The words in the singular: `movie` of `movies-2020.json`.
    let words: Set<String>
    /// Indicates whether the last word is a plural, as in names of tables.
    let isPlural: Bool

    init(_ file: String) {
        let words = NameWords(GroupName.stem(file)).words.filter {
            $0.allSatisfy(\.isLetter) && !Self.fillers.contains($0)
        }
        self.words = Set(words.map(Noun.singular))
        isPlural = words.last.map(Noun.isPlural) ?? false
    }

    /// Words of file names that do not describe the content.
    private static let fillers: Set<String> = [
        "api", "data", "dump", "export", "json", "list", "output", "page", "part", "response",
        "results", "sample",
    ]

    /// Tests whether two names describe different records.
    ///
    /// They have no word in common, and at least one is a plural.
    func isApart(from other: FileNoun) -> Bool {
        (isPlural || other.isPlural) && !words.isEmpty && !other.words.isEmpty
            && words.isDisjoint(with: other.words)
    }
}
