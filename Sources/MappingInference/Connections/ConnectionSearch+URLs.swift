/// Finds connections by URLs whose last component is an identity.
extension ConnectionSearch {
    /// Returns candidates for URLs: `/v1/customers/cus_1` matches `cus_1`.
    ///
    /// They are only possible, since applying them changes the attribute's value.
    func byLastStep(
        of index: Int, in entity: Int, _ source: ForeignKeySource
    ) -> [ConnectionCandidate] {
        guard let steps = source.steps, let key = entities[entity].attributes[index].path.last
        else {
            return []
        }
        let name = ForeignKeyName(ForeignKeyName.withoutURL(key))
        let collections = Set(steps.collections.map(CollectionURL.last)).map(ForeignKeyName.words)
        return targets.compactMap { target -> ConnectionCandidate? in
            guard target.isIdentity, target.entity != entity || name.refersToSelf,
                // Elements of a list are texts.
                target.isText || !source.isList,
                target.aliases.contains(where: {
                    name.names($0) || name.endsIn($0) || collections.contains($0)
                })
            else { return nil }
            let (found, count) = steps.keys.found(in: target.values)
            guard found > 0, 2 * found >= count else { return nil }
            return ConnectionCandidate(
                entity: entity, keys: [(index, target.attribute)], destination: target.entity,
                rule: .namedKey, confidence: 0.5, found: found, count: count,
                reason: "the last step of a URL", isList: source.isList, hasEnding: false,
                isInURL: true)
        }.sorted {
            ($1.found, entities[$0.destination].name) < ($0.found, entities[$1.destination].name)
        }
    }

    /// Tests whether a foreign key is a URL, and its destination is not.
    func isInURL(_ source: TypedAttribute, _ target: TypedAttribute) -> Bool {
        ForeignKeySource(source, tree: tree)?.steps != nil
            && target.profile.texts.collections.isEmpty
    }
}
