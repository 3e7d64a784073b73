extension DescribedProperties {
    /// Returns the entity of an object, or of one that a schema written in place summarizes.
    ///
    /// Such a schema has the entity's identity and 80 % of the smaller set of members, and its key
    /// names the entity: in full, with other words before, or in short. Without such a
    /// key, its members are most of those of one entity alone.
    mutating func group(
        of schema: DescribedSchema, at path: [String], of owner: Int
    ) throws(InferenceError) -> Int? {
        if let known = groupOfSchema[schema.target] {
            accept(schema, in: known)
            return groups[known].identity == nil ? nil : known
        }
        let words = NameWords(path.last ?? "").singular.words
        var ranked = groups.indices.compactMap { index in
            rank(of: groups[index], words, schema, isOwner: index == owner).map { (index, $0) }
        }.sorted { ($1.1, $0.0) < ($0.1, $1.0) }
        let alike = groups.indices.filter { groups[$0].contains(schema) }
        if ranked.isEmpty, alike.count == 1 { ranked = [(alike[0], 0)] }
        for (index, _) in ranked where try groups[index].resembles(schema, &reader) {
            groups[index].missing.formUnion(groups[index].keys.subtracting(schema.keys))
            groupOfSchema[schema.target] = index
            accept(schema, in: index)
            return index
        }
        return nil
    }

    /// Returns how well words name an entity; `nil` if they do not.
    private func rank(
        of group: DescribedGroup, _ words: [String], _ schema: DescribedSchema, isOwner: Bool
    ) -> Int? {
        guard group.identity != nil else { return nil }
        if group.aliases.contains(words) { return 100 }
        let ending = group.aliases.filter {
            words.count > $0.count && words.suffix($0.count).elementsEqual($0)
        }.map(\.count).max()
        if let ending { return ending }
        let isWhole = schema.keys.isSubset(of: group.keys)
        if isOwner, isWhole, ForeignKeyName(words.joined(separator: " ")).refersToSelf { return 1 }
        guard isWhole, words.count == 1, words[0].count >= 3 else { return nil }
        return group.aliases.contains { $0.count == 1 && $0[0].hasPrefix(words[0]) } ? 0 : nil
    }
}
