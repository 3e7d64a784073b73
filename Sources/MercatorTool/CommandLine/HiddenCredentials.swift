/// The URLs on a command line, whose roles and passwords no message shows.
struct HiddenCredentials {
    private let words: [(shown: String, hidden: String)]

    init(_ words: [String]) {
        self.words = words.compactMap { word in
            guard let scheme = word.firstRange(of: "://") else {
                return word.firstRange(of: "password=").map {
                    (word, word[..<$0.upperBound] + "…")
                }
            }
            var start = scheme.lowerBound
            while start > word.startIndex, word[word.index(before: start)].isLetter {
                start = word.index(before: start)
            }
            let rest = word[scheme.upperBound...]
            let hostAndPath = rest.lastIndex(of: "@").map { rest[$0...] } ?? rest
            let hasCredentials = hostAndPath.startIndex > rest.startIndex || rest.contains("?")
            guard hasCredentials else { return nil }
            let end = hostAndPath.prefix { $0 != "?" }
            return (
                String(word[start...]),
                word[start..<scheme.upperBound] + (end.first == "@" ? "…" : "") + end
                    + (rest.contains("?") ? "?…" : "")
            )
        }
    }

    /// Returns a text with user and password removed from the URLs.
    func hide(in text: String) -> String {
        words.reduce(text) { $0.replacing($1.shown, with: $1.hidden) }
    }
}
