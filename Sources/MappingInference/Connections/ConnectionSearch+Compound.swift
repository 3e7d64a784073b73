import ObjectGraph

/// Finds polymorphic connections (K9) and connections to compound identities.
extension ConnectionSearch {
    /// Returns a connection for each value of a type attribute that names an entity (K9).
    ///
    /// - Returns: The connections, by the pair `x_type`, `x_id` and the value.
    func polymorphic() -> [ConnectionCandidate] {
        entities.indices.flatMap { entity in
            entities[entity].attributes.indices.flatMap { type -> [ConnectionCandidate] in
                guard let values = entities[entity].attributes[type].profile.texts.words?.keys,
                    let key = keyBeside(type, in: entity)
                else { return [] }
                return values.sorted().compactMap { value in
                    connection(of: entity, by: key, type: type, value: value)
                }
            }
        }
    }

    /// Returns the attribute `commentable_id` of the sibling `commentable_type`.
    private func keyBeside(_ type: Int, in entity: Int) -> Int? {
        let path = entities[entity].attributes[type].path
        guard let last = path.last, entities[entity].attributes[type].origin == .member else {
            return nil
        }
        var words = NameWords(last).words
        guard words.count > 1, words.removeLast() == "type" else { return nil }
        return entities[entity].attributes.indices.first { index in
            let other = entities[entity].attributes[index]
            return other.origin == .member && other.path.dropLast() == path.dropLast()
                && other.path.last.map { NameWords($0).words } == words + ["id"]
        }
    }

    private func connection(
        of entity: Int, by key: Int, type: Int, value: String
    ) -> ConnectionCandidate? {
        let name = EntityName.of(
            key: value.split(whereSeparator: { "./\\:".contains($0) }).last.map(String.init)
                ?? value)
        guard let source = ForeignKeySource(entities[entity].attributes[key], tree: tree),
            let target = targets.first(where: {
                $0.isIdentity && $0.isText == source.isText
                    && (entities[$0.entity].name == name
                        || entities[$0.entity].aliases.contains(name))
            })
        else { return nil }
        let (found, count) = source.values.found(in: target.values)
        return ConnectionCandidate(
            entity: entity, keys: [(key, target.attribute)], destination: target.entity,
            rule: .keyWithType, confidence: 0.75, found: found, count: count,
            reason: "'\(value)' names the entity", condition: (type, value))
    }

    /// Returns connections with the same key names as a compound identity.
    func compound() -> [ConnectionCandidate] {
        entities.indices.flatMap { destination -> [ConnectionCandidate] in
            guard case .members(let paths) = entities[destination].identity, paths.count > 1 else {
                return []
            }
            let keys = paths.compactMap { path in
                entities[destination].attributes.firstIndex {
                    $0.origin == .member && $0.path == path
                }
            }
            guard keys.count == paths.count else { return [] }
            return entities.indices.compactMap { entity in
                entity == destination ? nil : connection(of: entity, to: destination, by: keys)
            }
        }
    }

    private func connection(
        of entity: Int, to destination: Int, by keys: [Int]
    ) -> ConnectionCandidate? {
        var pairs: [(source: Int, destination: Int)] = []
        var least = (found: Int.max, count: 0)
        for key in keys {
            let target = entities[destination].attributes[key]
            guard
                let source = entities[entity].attributes.firstIndex(where: {
                    $0.origin == .member && $0.path.last == target.path.last
                        && $0.type == target.type
                })
            else { return nil }
            let (found, count) = entities[entity].attributes[source].profile.values
                .found(in: target.profile.values)
            guard count > 0, 2 * found >= count else { return nil }
            if found < least.found { least = (found, count) }
            pairs.append((source, key))
        }
        return ConnectionCandidate(
            entity: entity, keys: pairs, destination: destination, rule: .namedKey, confidence: 0.8,
            found: least.found, count: least.count, reason: "the names of a compound identity")
    }
}
