/// The noun that records without a name give themselves.
extension IdentityFinder {
    /// Returns the noun in the name of the only identity of records whose place has no name, or a
    /// generic one: `question_id` of `items[]` gives `Question`.
    ///
    /// The values must be unique in 20 records, or the records within must have the key too. Only
    /// then is it the better name, since `imdb_id` does identify movies. A key that names another
    /// place is a foreign key.
    func ownNoun(
        of place: PlaceIndex, unlike sources: String
    ) -> (noun: String, isNamedWithin: Bool)? {
        var found: [(noun: String, table: KeyTable)] = []
        for table in tree[place].candidates where table.columns.count == 1 {
            guard let path = tree.keys(from: place, to: table.columns[0]), path.count == 1 else {
                continue
            }
            if IdentityNames.class(of: path[0], entity: sources)?.isStrong == true { return nil }
            let words = NameWords(path[0]).words
            guard words.count > 1, words.last == "id", table.missing == 0,
                table.present == table.distinct
            else { continue }
            found.append((path[0], table))
        }
        guard found.count == 1, let (key, table) = found.first else { return nil }
        let isNamedWithin = isNamedWithin(place, key)
        guard isNamedWithin || table.present >= 20 else { return nil }
        let noun = NameWords(words: NameWords(key).words.dropLast())
        guard !noun.isRoleWord, !noun.isGenericWord else { return nil }
        let name = EntityName.of(key: noun.upperCamel)
        return isNameOfAnotherPlace(name) ? nil : (name, isNamedWithin)
    }

    /// Returns the class of a key that ends in `id`, is unique in 20 records, and names nothing
    /// else: `imdbID` of movies.
    func ownClass(of key: String, in table: KeyTable) -> IdentityClass? {
        let words = NameWords(key).words
        guard words.count > 1, words.last == "id", table.present >= 20,
            table.present == table.distinct
        else { return nil }
        let noun = EntityName.of(key: NameWords(words: words.dropLast()).upperCamel)
        return isNameOfAnotherPlace(noun) ? nil : IdentityClass(.e, 0.55)
    }

    /// Tests whether records within have a member with the same key.
    private func isNamedWithin(_ place: PlaceIndex, _ key: String) -> Bool {
        tree[place].children.contains { child in
            tree.element(of: child).map { element in
                tree.members(of: element).contains { $0.key == key }
            } ?? false
        }
    }

    /// Tests whether a place with objects, or a source, has a name.
    private func isNameOfAnotherPlace(_ name: String) -> Bool {
        tree.profile.groups.contains { EntityName.of(key: $0.name) == name }
            || tree.profile.places.indices.contains { index in
                let place = PlaceIndex(index)
                guard let key = tree.key(of: place) else { return false }
                let inner = tree.element(of: place) ?? place
                return tree[inner].kinds.objects > 0 && EntityName.of(key: key) == name
            }
    }
}
