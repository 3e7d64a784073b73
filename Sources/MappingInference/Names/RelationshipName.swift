/// The names of relationships.
package enum RelationshipName {
    /// Returns the name of the relationship that the value at a path fills: the key without `id`,
    /// `ids` or `ref` at its end, or `id` at its beginning, in the plural if it is to-many.
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
        "guid", "guids", "id", "ids", "ref", "refs", "uid", "uids", "uuid", "uuids",
    ]

    /// Returns the name of an inverse: the owner's noun, or the opposite of `parent` and the like
    /// for a relationship of an entity to itself.
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
    ///   - relationship: Its name.
    ///   - isToMany: Whether the inverse is to-many.
    ///   - clashes: Whether the noun alone would name two inverses.
    ///   - isSelf: Whether the relationship leads to its own entity.
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

    /// The opposites of relationships of an entity to itself, in singular and plural.
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
