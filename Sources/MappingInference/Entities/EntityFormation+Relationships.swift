/// Creates the relationships of nested records (L) and the abstract kin of variants.
extension EntityFormation {
    // MARK: Families

    /// Adds an abstract parent entity for variants at one path.
    mutating func addFamilies() {
        var entitiesByLocation: [RecordType.Location: Set<Int>] = [:]
        for (index, record) in records.enumerated() {
            guard isKind(index) else { continue }
            entitiesByLocation[record.location, default: []].insert(entityOfRecord[index])
        }
        var families: [Set<Int>] = []
        for kin in entitiesByLocation.sorted(by: { $0.key < $1.key }).map(\.value)
        where kin.count > 1 {
            let touching = families.filter { !$0.isDisjoint(with: kin) }
            families.removeAll { !$0.isDisjoint(with: kin) }
            families.append(touching.reduce(kin) { $0.union($1) })
        }
        var names = NameTable(taken: entities.map(\.name))
        for family in families {
            let members = family.sorted()
            let kinds = members.flatMap { entities[$0].records }.sorted().filter {
                isKind($0) && entitiesByLocation[records[$0].location]?.count ?? 0 > 1
            }
            let first = kinds.first ?? entities[members[0]].records[0]
            var parent = EntityCandidate(records: [])
            let nouns = traits[first].nouns
            let noun = nouns.dropFirst().first ?? nouns[0]
            parent.name = names.claim(
                key: tree.text(of: records[first].node), proposals: [noun, "Any" + noun])
            parent.identityEvidence = "abstract"
            for member in members { entities[member].family = entities.count }
            entities.append(parent)
        }
    }

    /// Tests whether a record type is one of several variants at its path.
    private func isKind(_ record: Int) -> Bool {
        switch records[record].share {
        case .variant, .collection: true
        case .all, .link, .linked: false
        }
    }

    // MARK: Relationships

    mutating func addRelationships() {
        for (index, record) in records.enumerated() {
            guard let owner = record.owner else { continue }
            let entity = entityOfRecord[owner]
            let path = records[owner].name(of: record.path)
            let destination = entityOfRecord[index]
            if let known = entities[entity].relationships.firstIndex(where: { $0.path == path }) {
                add(index, to: known, of: entity)
                continue
            }
            entities[entity].relationships.append(
                RelationshipCandidate(
                    path: path, destination: destination, isToMany: record.isMany,
                    isOrdered: isOrdered(record), isShared: isShared(index), records: [index],
                    isLink: record.share == .link))
        }
        for entity in entities.indices {
            for index in entities[entity].relationships.indices {
                share(index, of: entity)
            }
        }
    }

    private mutating func add(_ record: Int, to index: Int, of entity: Int) {
        var relationship = entities[entity].relationships[index]
        relationship.records.append(record)
        relationship.isToMany = relationship.isToMany || records[record].isMany
        relationship.isOrdered =
            relationship.isOrdered && isOrdered(records[record])
            || records[record].form == .list && isOrdered(records[record])
        relationship.isShared = relationship.isShared || isShared(record)
        if entityOfRecord[record] != relationship.destination,
            let family = entities[entityOfRecord[record]].family
        {
            relationship.destination = family
        }
        entities[entity].relationships[index] = relationship
    }

    /// Tests whether an array is ordered: unless it is sorted by identity (L1).
    private func isOrdered(_ record: RecordType) -> Bool {
        guard record.form == .list else { return false }
        guard let table = record.identity.best?.table else { return true }
        return !(table.orderedLists >= 2 && table.unorderedLists == 0)
    }

    /// Tests whether an object has several owners (L2).
    private func isShared(_ index: Int) -> Bool {
        let record = records[index]
        // An identity common to several paths need not be the best one on each.
        return record.identity.candidates.contains { candidate in
            candidate.isUsable && candidate.table.valuesOfSeveralParents > 0
                && entities[entityOfRecord[index]].identity
                    == (candidate.isKey ? .key : .members(candidate.paths.map(record.name)))
        }
    }

    /// Marks a relationship as shared if two of its paths have objects in common (L2).
    private mutating func share(_ index: Int, of entity: Int) {
        let relationship = entities[entity].relationships[index]
        guard !relationship.isShared, relationship.records.count > 1 else { return }
        for (position, left) in relationship.records.enumerated() {
            for right in relationship.records.dropFirst(position + 1) {
                guard let one = records[left].identity.best, let two = records[right].identity.best,
                    one.nodes.count == 1, two.nodes.count == 1, one.nodes != two.nodes
                else { continue }
                if tree[one.nodes[0]].values.found(in: tree[two.nodes[0]].values).found > 0 {
                    entities[entity].relationships[index].isShared = true
                    return
                }
            }
        }
    }
}
