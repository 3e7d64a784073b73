extension DescribedProperties {
    /// Returns the entity of an object, or of one that a schema written in place summarizes.
    ///
    /// Such a schema has the entity's identity and 80 % of the smaller set of members, and its key
    /// names the entity: in full, with other words before, or in short. Without such a key, its
    /// members are most members of one entity alone.
    mutating func group(
        of schema: DescribedSchema, at path: [String], of owner: Int
    ) throws(InferenceError) -> Int? {
        if let known = groupOfSchema[schema.target] {
            accept(schema, in: known)
            return groups[known].identity == nil ? nil : known
        }
        let keys = schema.keys
        let words = NameWords(path.last ?? "").singular.words
        var named = named(words, keys, owner)
        if named.isEmpty {
            let alike = groups.indices.filter { groups[$0].contains(keys) }
            if alike.count == 1 { named = alike }
        }
        for index in named where try groups[index].resembles(schema, &reader) {
            groups[index].missing.formUnion(groups[index].keys.subtracting(keys))
            groupOfSchema[schema.target] = index
            accept(schema, in: index)
            return index
        }
        return nil
    }

    /// Returns the entities that words name, the longest names first.
    private func named(_ words: [String], _ keys: Set<String>, _ owner: Int) -> [Int] {
        let named = (0..<words.count).compactMap { owners[Array(words[$0...])] }
        guard named.isEmpty, let word = words.first else { return named }
        let isSelf = ForeignKeyName(words.joined(separator: " ")).refersToSelf
        if isSelf, groups[owner].identity != nil, keys.isSubset(of: groups[owner].keys) {
            return [owner]
        }
        guard words.count == 1, word.count >= 3 else { return [] }
        let short = owners.filter { $0.key.count == 1 && $0.key[0].hasPrefix(word) }.map(\.value)
        return Set(short).sorted().filter { keys.isSubset(of: groups[$0].keys) }
    }
}
