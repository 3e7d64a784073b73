/// The keys by which records name themselves: those that end in `id`, are unique, and name nothing
/// else, as `question_id` of `items[]` does.
///
/// The values must be unique in 20 records, or the records within must have the key too.
struct OwnKeys {
    private var keys: [PlaceIndex: [OwnKey]] = [:]

    /// A key with what it says.
    struct OwnKey {
        let path: [String]
        /// The words before `id`.
        let words: NameWords
        /// Indicates that records within have the key too.
        let isNamedWithin: Bool

        var noun: String { EntityName.of(key: words.upperCamel) }
    }

    /// The class of an own key: `imdb_id` does identify movies.
    static let identityClass = IdentityClass(.e, 0.55)

    init(_ tree: PlaceTree) {
        let taken = Self.names(in: tree)
        for index in tree.profile.places.indices {
            let place = PlaceIndex(index)
            let own = tree[place].candidates.compactMap { Self.key($0, of: place, tree) }
                .filter { !taken.contains($0.noun) }
            if !own.isEmpty { keys[place] = own }
        }
    }

    /// The names of places with objects, and of sources: a key with such a name is a foreign key.
    private static func names(in tree: PlaceTree) -> Set<String> {
        let places = tree.profile.places.indices.lazy.map { PlaceIndex($0) }
            .filter { tree[tree.element(of: $0) ?? $0].kinds.objects > 0 }
        return Set(
            (tree.profile.groups.map(\.name) + Set(places.compactMap { tree.key(of: $0) }))
                .map { EntityName.of(key: $0) })
    }

    private static func key(
        _ table: KeyTable, of place: PlaceIndex, _ tree: PlaceTree
    ) -> OwnKey? {
        guard table.columns.count == 1, table.missing == 0, table.present == table.distinct,
            let path = tree.keys(from: place, to: table.columns[0]), let key = path.last
        else { return nil }
        let words = NameWords(key).words
        guard words.count > 1, words.last == "id" else { return nil }
        let isNamedWithin = path.count == 1 && isNamedWithin(place, key, tree)
        guard isNamedWithin || table.present >= 20 else { return nil }
        return OwnKey(
            path: path, words: NameWords(words: words.dropLast()), isNamedWithin: isNamedWithin)
    }

    private static func isNamedWithin(
        _ place: PlaceIndex, _ key: String, _ tree: PlaceTree
    ) -> Bool {
        tree[place].children.contains { child in
            tree.element(of: child).map { element in
                tree.members(of: element).contains { $0.key == key }
            } ?? false
        }
    }

    /// Tests whether a path leads to an own key of the records at a place.
    func contains(_ path: [String], at place: PlaceIndex) -> Bool {
        keys[place]?.contains { $0.path == path } ?? false
    }

    /// The only own key of the records at a place, if it names them.
    func noun(at place: PlaceIndex) -> OwnKey? {
        let own = keys[place]?.filter { $0.path.count == 1 } ?? []
        guard own.count == 1, !own[0].words.isRoleWord, !own[0].words.isGenericWord else {
            return nil
        }
        return own[0]
    }
}
