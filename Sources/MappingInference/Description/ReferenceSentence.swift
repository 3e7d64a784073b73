/// The description of a member, read for what the member refers to.
///
/// ```text
/// The SID of the [Account](https://…) that created the call   Account
/// ID of the payment method used in this charge                PaymentMethod
/// The ID of the user's address                                none: another noun follows
/// ```
struct ReferenceSentence {
    private let words: [String]
    /// The positions after which a sentence or phrase ends.
    private let ends: Set<Int>

    init(_ text: String) {
        var words: [String] = []
        var ends: Set<Int> = []
        for part in text.prefix(400).split(separator: " ") where !part.hasPrefix("(http") {
            // The address of a link says nothing.
            let word = part.prefix { $0 != "(" || part.first == "(" }
            let own = NameWords(String(word)).words.map { $0 == "s" ? "'s" : $0 }
            words += own
            let isLink = word.count < part.count
            if let last = part.last, ".;:)".contains(last), !isLink || part.last == "." {
                ends.insert(words.count)
            }
        }
        self.words = words
        self.ends = ends
    }

    private static let identifiers: Set<String> = [
        "id", "ids", "sid", "sids", "identifier", "identifiers", "uuid", "uuids", "guid",
    ]
    private static let articles: Set<String> = ["the", "a", "an", "this", "its", "each"]
    private static let following: Set<String> = [
        "a", "and", "are", "as", "associated", "at", "attached", "belongs", "being", "by", "for",
        "from", "if", "in", "is", "object", "of", "on", "resource", "that", "the", "this",
        "to", "used", "was", "when", "where", "which", "who", "whose", "with",
    ]

    /// Indicates whether the sentence says that the value is an identifier.
    var saysIdentifier: Bool {
        words.contains { Self.identifiers.contains($0) || $0 == "belongs" }
    }

    /// Returns the entity after words such as `ID of the`.
    func entity(among owners: [[String]: Int]) -> Int? {
        for index in words.indices.dropLast(2)
        where Self.identifiers.contains(words[index]) && words[index + 1] == "of" {
            var start = index + 2
            while start < words.count, Self.articles.contains(words[start]) { start += 1 }
            for count in (1...4).reversed() where start + count <= words.count {
                var name = Array(words[start..<start + count])
                name[count - 1] = Noun.singular(name[count - 1])
                guard let owner = owners[name] else { continue }
                let next = start + count
                let isWhole =
                    next == words.count || ends.contains(next)
                    || Self.following.contains(words[next])
                return isWhole ? owner : nil
            }
        }
        return nil
    }
}
