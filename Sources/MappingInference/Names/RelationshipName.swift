/// Derives relationship names from keys.
package enum RelationshipName {
    /// Returns the name of the relationship at a path.
    ///
    /// Affixes such as `id`, `ids` and `ref` are removed; a to-many relationship is plural.
    ///
    /// ```swift
    /// RelationshipName.of(path: ["tagIds"], isToMany: true)       // "tags"
    /// RelationshipName.of(path: ["author_id"], isToMany: false)   // "author"
    /// ```
    package static func of(path: [String], isToMany: Bool) -> String {
        var words = NameWords.joining(path)
        if isToMany { words = words.withoutCollectionEnding }
        while words.words.count > 1, let last = words.words.last, endings.contains(last) {
            words.words.removeLast()
        }
        if words.words.count > 1, words.words.first == "id" { words.words.removeFirst() }
        let name = (isToMany ? words.plural : words.singular).lowerCamel
        return NameLength.shortened(
            name.isEmpty ? "field1" : name, key: AttributeName.hashed(path))
    }

    private static let endings: Set<String> = [
        "guid", "guids", "id", "ids", "ref", "refs", "sid", "sids", "uid", "uids", "uuid", "uuids",
    ]

    /// Returns the name of an inverse relationship.
    ///
    /// It is the owner's noun, or an opposite such as `children` for `parent` in a
    /// self-relationship.
    ///
    /// ```swift
    /// RelationshipName.inverse(
    ///     owner: "Status", relationship: "user", isToMany: true, clashes: false)   // "statuses"
    /// RelationshipName.inverse(
    ///     owner: "Status", relationship: "author", isToMany: true, clashes: true)
    /// // "statusesAsAuthor"
    /// ```
    ///
    /// - Parameters:
    ///   - owner: The entity with the relationship.
    ///   - relationship: The name of the relationship.
    ///   - isToMany: Whether the inverse is to-many.
    ///   - clashes: Whether two inverses would get the same noun.
    ///   - isSelf: Whether the relationship's destination is its own entity.
    /// - Returns: The name.
    package static func inverse(
        owner: String, relationship: String, isToMany: Bool, clashes: Bool, isSelf: Bool = false
    ) -> String {
        let noun = NameWords(owner)
        let role = NameWords(relationship)
        if isSelf, let opposite = opposite(of: role, owner: noun, isToMany: isToMany) {
            return opposite
        }
        let base = (isToMany ? noun.plural : noun).lowerCamel
        let name = clashes ? base + "As" + role.upperCamel : base
        return NameLength.shortened(name, key: owner + "." + relationship)
    }

    /// Opposites for inverses of self-relationships, in singular and plural.
    private static let opposites: [String: (one: String, many: String)] = [
        "child": ("parent", "parents"), "manager": ("report", "reports"),
        "next": ("previous", "previous"), "parent": ("child", "children"),
        "previous": ("next", "next"), "prev": ("next", "next"), "replyto": ("reply", "replies"),
        "inreplyto": ("reply", "replies"), "reportsto": ("report", "reports"),
        "report": ("manager", "managers"), "supervisor": ("report", "reports"),
    ]

    private static func opposite(
        of role: NameWords, owner: NameWords, isToMany: Bool
    ) -> String? {
        var words = role.singular
        if words.words.count > owner.words.count,
            words.words.suffix(owner.words.count).elementsEqual(owner.words)
        {
            words.words.removeLast(owner.words.count)
        }
        return Self.opposites[words.joined].map { isToMany ? $0.many : $0.one }
    }
}
