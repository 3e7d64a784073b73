import ObjectGraph

/// Finds polymorphic connections (K9) and connections to compound identities.
extension ConnectionSearch {
    /// Returns a connection for each value of a type attribute that names an entity (K9).
    ///
    /// - Returns: The connections of each pair `x_type`, `x_id`.
    func polymorphic() -> [[ConnectionDraft]] {
        drafts.indices.flatMap { entity in
            drafts[entity].attributes.indices.compactMap { type -> [ConnectionDraft]? in
                guard let values = drafts[entity].attributes[type].profile.texts.words?.keys,
                    let key = keyBeside(type, in: entity)
                else { return nil }
                let found = values.sorted().compactMap { value in
                    connection(of: entity, by: key, type: type, value: value)
                }
                return found.isEmpty ? nil : found
            }
        }
    }

    /// Returns the attribute `commentable_id` of the sibling `commentable_type`.
    private func keyBeside(_ type: Int, in entity: Int) -> Int? {
        let path = drafts[entity].attributes[type].path
        guard let last = path.last, drafts[entity].attributes[type].origin == .member else {
            return nil
        }
        var words = NameWords(last).words
        guard words.count > 1, words.removeLast() == "type" else { return nil }
        return drafts[entity].attributes.indices.first { index in
            let other = drafts[entity].attributes[index]
            return other.origin == .member && other.path.dropLast() == path.dropLast()
                && other.path.last.map { NameWords($0).words } == words + ["id"]
        }
    }

    private func connection(
        of entity: Int, by key: Int, type: Int, value: String
    ) -> ConnectionDraft? {
        let name = EntityName.of(
            key: value.split(whereSeparator: { "./\\:".contains($0) }).last.map(String.init)
                ?? value)
        guard let source = ForeignKeySource(drafts[entity].attributes[key], tree: tree),
            let target = targets.first(where: {
                $0.isIdentity && $0.isText == source.isText
                    && (drafts[$0.entity].name == name || drafts[$0.entity].aliases.contains(name))
            })
        else { return nil }
        let (found, count) = source.values.found(in: target.values)
        return ConnectionDraft(
            entity: entity, keys: [(key, target.attribute)], destination: target.entity,
            rule: .keyWithType, confidence: 0.75, found: found, count: count,
            reason: "'\(value)' names the entity", condition: (type, value))
    }

    /// Returns connections with the same key names as a compound identity.
    func compound() -> [ConnectionDraft] {
        drafts.indices.flatMap { destination -> [ConnectionDraft] in
            guard case .members(let paths) = drafts[destination].identity, paths.count > 1 else {
                return []
            }
            let keys = paths.compactMap { path in
                drafts[destination].attributes.firstIndex {
                    $0.origin == .member && $0.path == path
                }
            }
            guard keys.count == paths.count else { return [] }
            return drafts.indices.compactMap { entity in
                entity == destination ? nil : connection(of: entity, to: destination, by: keys)
            }
        }
    }

    private func connection(
        of entity: Int, to destination: Int, by keys: [Int]
    ) -> ConnectionDraft? {
        var pairs: [(source: Int, destination: Int)] = []
        var least = (found: Int.max, count: 0)
        for key in keys {
            let target = drafts[destination].attributes[key]
            guard
                let source = drafts[entity].attributes.firstIndex(where: {
                    $0.origin == .member && $0.path.last == target.path.last
                        && $0.type == target.type
                })
            else { return nil }
            let (found, count) = drafts[entity].attributes[source].profile.values
                .found(in: target.profile.values)
            guard count > 0, 2 * found >= count else { return nil }
            if found < least.found { least = (found, count) }
            pairs.append((source, key))
        }
        return ConnectionDraft(
            entity: entity, keys: pairs, destination: destination, rule: .namedKey, confidence: 0.8,
            found: least.found, count: least.count, reason: "the names of a compound identity")
    }
}
