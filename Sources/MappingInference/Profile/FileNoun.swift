/// The words of the name of a file that tell what its records are.
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

    /// The words of names of files, whatever they hold.
    private static let fillers: Set<String> = [
        "api", "data", "dump", "export", "json", "list", "output", "page", "part", "response",
        "results", "sample",
    ]

    /// Tests whether the names tell records of two kinds: they have no word in common, and one is
    /// a plural.
    func isApart(from other: FileNoun) -> Bool {
        (isPlural || other.isPlural) && !words.isEmpty && !other.words.isEmpty
            && words.isDisjoint(with: other.words)
    }
}
