/// The words of a foreign key, without the ending that says so.
struct ForeignKeyName {
    /// The words without the ending, or the beginning in `idList`, the last one in the singular.
    let words: [String]
    /// Indicates whether there is an ending such as `id`.
    let hasEnding: Bool
    /// The ending, if it is a word that other members have as well: `code`.
    let ending: String?
    /// All words as one.
    let joined: String

    private static let endings: Set<String> = [
        "id", "ids", "key", "keys", "code", "codes", "no", "ref", "refs", "uid", "uids", "uuid",
        "uuids", "pk",
    ]

    private static let selfWords: Set<String> = [
        "parent", "root", "reply", "previous", "prev", "next", "manager", "report", "supervisor",
        "child", "border", "evolve", "neighbor", "neighbour", "ancestor",
    ]

    init(_ key: String) {
        let name = NameWords(key)
        joined = name.joined
        var words = name.words
        var hasEnding = false
        while words.count > 1, let last = words.last, Self.endings.contains(last) {
            words.removeLast()
            hasEnding = true
        }
        if words.count > 1, words.first == "id" || words.first == "fk" {
            words.removeFirst()
            hasEnding = true
        }
        if let last = words.last { words[words.count - 1] = Noun.singular(last) }
        self.words = words
        self.hasEnding = hasEnding
        ending = hasEnding ? name.words.last : nil
    }

    /// The key without an ending that says that it is a URL: `customer` for `customer_url`.
    static func withoutURL(_ key: String) -> String {
        var name = NameWords(key)
        while name.words.count > 1, let last = name.words.last,
            ["url", "urls", "uri", "uris", "href", "link", "links"].contains(last)
        {
            name.words.removeLast()
        }
        return name.lowerCamel
    }

    /// Tests whether the words are those of an alias.
    func names(_ alias: [String]) -> Bool { words == alias }

    /// Tests whether the last words are those of an alias.
    func endsIn(_ alias: [String]) -> Bool {
        words.count > alias.count && words.suffix(alias.count).elementsEqual(alias)
    }

    /// Indicates whether the words speak of another object of the same entity (K7): the first or
    /// the last one does, as in `parent_comment`, not one of many, as in `chance_in_next_round`.
    var refersToSelf: Bool {
        let telling = words.drop { ["in", "is", "to", "the"].contains($0) }
        let ends =
            telling.count <= 3 ? Array(telling) : [telling.first, telling.last].compactMap(\.self)
        return ends.contains { Self.selfWords.contains(Noun.singular($0)) }
    }

    /// The words of an alias, the last one in the singular.
    static func words(_ alias: String) -> [String] {
        var words = NameWords(alias).words
        if let last = words.last { words[words.count - 1] = Noun.singular(last) }
        return words
    }
}
