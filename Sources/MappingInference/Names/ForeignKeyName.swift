/// A foreign key's name, split into the referenced noun and an ending such as `id`.
struct ForeignKeyName {
    /// The words before the ending, or after `id` as in `idList`; the last one is singular.
    let words: [String]
    /// Indicates whether there is an ending such as `id`.
    let hasEnding: Bool
    /// The last word of the key if the key has an ending, such as `code`.
    let ending: String?
    /// All words, concatenated.
    let joined: String

    private static let endings: Set<String> = [
        "id", "ids", "key", "keys", "code", "codes", "no", "pk", "ref", "refs", "sid", "sids",
        "uid", "uids", "uuid", "uuids",
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

    /// Returns the key without a URL ending: `customer` for `customer_url`.
    static func withoutURL(_ key: String) -> String {
        var name = NameWords(key)
        while name.words.count > 1, let last = name.words.last,
            ["url", "urls", "uri", "uris", "href", "link", "links"].contains(last)
        {
            name.words.removeLast()
        }
        return name.lowerCamel
    }

    /// Tests whether the words equal an alias.
    func names(_ alias: [String]) -> Bool { words == alias }

    /// Tests whether the words end in an alias.
    func endsIn(_ alias: [String]) -> Bool {
        words.count > alias.count && words.suffix(alias.count).elementsEqual(alias)
    }

    /// Indicates whether the first or last word refers to an object of the same entity (K7).
    ///
    /// `parent_comment` does; `chance_in_next_round` does not.
    var refersToSelf: Bool {
        let telling = words.drop { ["in", "is", "to", "the"].contains($0) }
        let ends =
            telling.count <= 3 ? Array(telling) : [telling.first, telling.last].compactMap(\.self)
        return ends.contains { Self.selfWords.contains(Noun.singular($0)) }
    }

    /// Returns the words of an alias, the last one in the singular.
    static func words(_ alias: String) -> [String] {
        var words = NameWords(alias).words
        if let last = words.last { words[words.count - 1] = Noun.singular(last) }
        return words
    }
}
