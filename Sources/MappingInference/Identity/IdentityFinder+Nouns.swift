/// Derives the nouns of records from enclosing keys (N1).
extension IdentityFinder {
    /// Returns the nouns of a node: its key or source name, then the generic words passed.
    func nouns(of node: SchemaNodeID) -> [String] {
        if tree[node].step == .element, let key = wrapper(of: node, isElement: true).first,
            !NameWords.isWrapper(key)
        {
            return [EntityName.of(key: key)]
        }
        var generic: [String] = []
        // The digits of keys such as `3166-1`, which follow the name of what encloses them.
        var digits = ""
        var isNested = false
        for index in tree.lineage(of: node) {
            if let key = tree.key(of: index), !key.contains(where: \.isLetter) {
                digits = key.filter(\.isNumber) + digits
            } else if let key = tree.key(of: index) {
                let words = NameWords(key)
                guard words.isGenericWord || NameWords.isWrapper(key) else {
                    let name = EntityName.of(key: key) + digits
                    return around(name, words, generic, isNested) + generic
                }
                generic.append(words.singular.upperCamel)
            } else if !generic.isEmpty, tree[index].step != .document {
                // A generic key in records of an enclosing collection: `patterns[].data[]`.
                isNested = true
            }
        }
        let file = noun(of: tree.profile.groups[tree.group(of: node)]) + digits
        if isNested { return [EntityName.admissible(file + generic[0])] + generic }
        guard let own = ownKeys.noun(at: node), !hasIdentity(node, namedAs: file) else {
            return [file] + generic
        }
        return (own.isNamedWithin ? [own.noun, file] : [file, own.noun]) + generic
    }

    /// Tests whether a node's records have an identity of class A to C.
    func hasIdentity(_ node: SchemaNodeID, namedAs noun: String, isComplete: Bool = false) -> Bool {
        tree[node].candidates.contains { table in
            guard !isComplete || table.missing == 0, let key = tree.onlyKey(of: table, at: node)
            else { return false }
            return IdentityNames.class(of: key, entity: noun)?.isStrong == true
        }
    }

    /// Returns the nouns of a node with a generic key, from the enclosing key.
    ///
    /// `tracks.items` gives `Track`; `channel.item` gives `Item`, since an item is not a channel.
    private func around(
        _ name: String, _ words: NameWords, _ generic: [String], _ isNested: Bool
    ) -> [String] {
        guard let inner = generic.first else { return [name] }
        if isNested { return [EntityName.admissible(name + inner)] }
        let isSingular = words.words.last.map { !Noun.isPlural($0) && Noun.plural($0) != $0 }
        guard isSingular == true, NameWords(inner).isNoun else { return [name] }
        return [EntityName.of(key: inner), EntityName.admissible(name + inner)]
    }

    /// Returns the noun of a file: the last word without digits, if plural, as in `us-senators`.
    private func noun(of group: SourceGroup) -> String {
        let words = NameWords(group.name).words.filter { !$0.contains(where: \.isNumber) }
        guard words != [group.name], let last = words.last, Noun.isPlural(last),
            !NameWords(last).isGenericWord
        else { return EntityName.of(key: group.name) }
        return EntityName.of(key: last)
    }
}
