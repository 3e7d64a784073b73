extension NameWords {
    /// Indicates whether the key names the role of an object rather than its kind: `owner`.
    ///
    /// Such a key names an entity only if nothing else does (N1).
    package var isRoleWord: Bool {
        guard let last = words.last.map(Noun.singular) else { return false }
        return Self.roles.contains(last) || Self.roles.contains(joined)
    }

    /// Indicates whether the key is too generic to name an entity: `data`, `results`.
    ///
    /// The parent's name is then preferred, then the name of the file (N1).
    package var isGenericWord: Bool {
        !words.isEmpty && words.allSatisfy { Self.generic.contains(Noun.singular($0)) }
            && !Self.things.contains(joined)
    }

    /// Plurals of generic words that do name an entity.
    private static let things: Set<String> = ["outputs", "payloads", "responses"]

    /// Indicates whether a generic word still names an object, such as `item` in `channel`.
    package var isNoun: Bool { words.count == 1 && Self.nouns.contains(words[0]) }

    private static let nouns: Set<String> = ["entry", "item", "node", "record", "row"]

    /// Tests whether a key names a wrapper around an element's record (E2).
    static func isWrapper(_ key: String) -> Bool { wrappers.contains(key) }

    static let wrappers: Set<String> = [
        "data", "attributes", "fields", "node", "item", "_source", "value", "properties",
        "resource",
    ]

    /// Indicates whether the key names the role of a person: `assignee`.
    package var isPersonRole: Bool {
        words.last.map(Noun.singular).map(Self.persons.contains) ?? false
    }

    private static let roles: Set<String> = persons.union([
        "ancestor", "base", "child", "current", "destination", "first", "from", "head", "host",
        "last", "main", "mergedby", "next", "origin", "original", "parent", "performer", "pilot",
        "prev", "previous", "primary", "publisher", "related", "resident", "root", "source",
        "subject", "target", "to", "winner",
    ])

    private static let persons: Set<String> = [
        "actor", "assignee", "assigner", "author", "closer", "committer", "contributor", "creator",
        "editor", "manager", "member", "merger", "modifier", "owner", "participant", "poster",
        "pusher", "receiver", "recipient", "reporter", "requester", "reviewer", "sender", "starter",
        "submitter", "supervisor", "updater", "uploader", "writer",
    ]

    private static let generic: Set<String> = [
        "all", "array", "child", "data", "datum", "doc", "edge", "embedded", "entity",
        "included", "item", "node", "object", "output", "payload",
        "response", "result", "root", "row", "value",
    ]

    /// Endings that describe the collection rather than its elements (N2).
    private static let collectionEndings = [
        ["by", "id"], ["names"], ["map"], ["list"], ["lookup"],
    ]

    /// The words without endings such as `Names`, `Map` and `ById`: `areaNames` gives `area`.
    package var withoutCollectionEnding: NameWords {
        var rest = words[...]
        while let ending = Self.collectionEndings.first(where: {
            rest.count > $0.count && rest.suffix($0.count).elementsEqual($0)
        }) {
            rest = rest.dropLast(ending.count)
        }
        return NameWords(words: Array(rest))
    }

    /// The words with the last one in the singular.
    package var singular: NameWords { inflected(Noun.singular) }

    /// The words with the last one in the plural.
    package var plural: NameWords { inflected(Noun.plural) }

    private func inflected(_ inflection: (String) -> String) -> NameWords {
        guard let last = words.last else { return self }
        return NameWords(words: words.dropLast() + [inflection(last)])
    }
}
