import MappingFiles

/// Names entities (N1, N4).
struct EntityNaming {
    let tree: SchemaTree
    let records: [RecordType]
    let traits: [RecordTraits]
    let options: InferenceOptions
    let earlier: BaseEntities?

    /// Returns the names of clusters; owners and shared objects of links are named first.
    func names(of clusters: [[Int]]) -> [String] {
        var forced = clusters.map { forcedName(of: $0) }
        let bases = bases(of: clusters, forced)
        var table = NameTable()
        // If an earlier entity has been divided, the first cluster keeps the name.
        for index in clusters.indices {
            if let name = forced[index], !table.take(name) { forced[index] = nil }
        }
        for name in earlier?.names ?? [] {
            // The name of an earlier entity is reserved unless a cluster resembles that entity.
            let isKnown = clusters.indices.contains { index in
                withoutRole(bases[index]) == name
                    && clusters[index].contains {
                        earlier?.resembles(name, records[$0].shape) == true
                    }
            }
            if !isKnown { table.take(name) }
        }
        let repeated = Set(
            Dictionary(grouping: bases, by: { $0.lowercased() }).filter { $1.count > 1 }.keys)
        let open = clusters.indices.filter { forced[$0] == nil }
        let claims = open.map { index in
            claim(
                clusters[index], base: bases[index],
                isRepeated: repeated.contains(bases[index].lowercased()))
        }
        for (index, name) in zip(open, table.claim(claims)) { forced[index] = name }
        return forced.map { $0 ?? "Entity" }
    }

    /// Returns the nouns of the clusters; a link combines the nouns of both ends.
    private func bases(of clusters: [[Int]], _ forced: [String?]) -> [String] {
        let entity = Dictionary(
            clusters.enumerated().flatMap { index, members in members.map { ($0, index) } },
            uniquingKeysWith: { first, _ in first })
        var bases = clusters.map { base(of: $0) }
        for (index, members) in clusters.enumerated() {
            guard let link = members.first(where: { records[$0].share == .link }),
                let owner = records[link].owner.flatMap({ entity[$0] }),
                let object = records.indices.first(where: {
                    records[$0].owner == link && records[$0].share == .linked
                }).flatMap({ entity[$0] })
            else { continue }
            bases[index] =
                (forced[owner] ?? bases[owner]) + (forced[object] ?? bases[object])
        }
        return bases
    }

    private func claim(_ members: [Int], base: String, isRepeated: Bool) -> NameTable.Claim {
        let first = members[0]
        let owner =
            records[first].owner.map { traits[$0].nouns[0] }
            ?? EntityName.of(key: tree.profile.groups[tree.group(of: records[first].node)].name)
        let above = members.lazy.compactMap { traits[$0].collection }
            .first { $0.contains("/") }?.split(separator: "/").first.map {
                EntityName.of(key: String($0))
            }
        let base = withoutRole(base)
        // The owner's name would repeat itself, so the generic key follows it.
        let nouns = traits[first].nouns
        let isPart = members.allSatisfy { records[$0].identity.best == nil }
        var telling = owner == base && nouns.count > 1 ? nouns[nouns.count - 1] : base
        // A part whose type is taken is named after its key: `RelationMember`.
        if isRepeated, isPart, nouns[0] != base { telling = nouns[0] }
        var proposals = [base, owner + telling]
        if isRepeated, let kind = discriminator(of: members), kind.contains(".") {
            proposals.insert(EntityName.of(kind: kind), at: 0)
        } else if isRepeated, let above {
            proposals.insert(above + base, at: 0)
        } else if isRepeated, isPart, records[first].owner != nil {
            proposals = [owner + telling, base]
        }
        return NameTable.Claim(key: tree.text(of: records[first].node), proposals: proposals)
    }

    /// Removes adjectives: `DefaultAddress` becomes `Address`.
    private func withoutRole(_ name: String) -> String {
        var words = NameWords(name)
        guard let first = words.words.first, Self.adjectives.contains(first) else { return name }
        while words.words.count > 1, let first = words.words.first, Self.adjectives.contains(first)
        {
            words.words.removeFirst()
        }
        return EntityName.of(key: words.upperCamel)
    }

    private static let adjectives: Set<String> = [
        "default", "primary", "main", "current", "original", "previous", "next", "last", "first",
        "parent", "selected", "preferred", "latest", "new", "old", "all", "my",
    ]

    /// Returns the name from a correction or an earlier mapping.
    private func forcedName(of members: [Int]) -> String? {
        for member in members {
            let node = records[member].node
            let named =
                options.corrections.entities.map { ($0.path, $0.name) }
                + options.corrections.roots.compactMap { root in
                    root.entity.map { (root.path, $0) }
                }
            // The correction names the shared object; the link's name is derived from it.
            for (written, name) in named
            where tree.matches(node, written) && records[member].share != .link { return name }
            if let name = earlier?.entity(of: member) { return name }
        }
        return nil
    }

    // MARK: Nouns

    private func base(of members: [Int]) -> String {
        if let kind = discriminator(of: members) {
            return EntityName.of(kind: Self.lastPart(of: kind))
        }
        if let collection = members.lazy.compactMap({ traits[$0].collection }).first {
            let name = EntityName.of(key: CollectionURL.last(of: collection))
            // `pull_request` is more specific than the collection `pulls`.
            let nouns = members.map { traits[$0].nouns[0] }
            return nouns.first { $0 != name && $0.hasPrefix(name) } ?? name
        }
        if isDocument(members) { return "Document" }
        var weights: [String: Int] = [:]
        for member in members {
            let node = records[member].node
            let key = nearestKey(of: node)
            let isRole = key.map { NameWords($0).isRoleWord } ?? false
            let weight = records[member].shape.count + (isRole ? 0 : 10_000)
            let noun = traits[member].nouns[0]
            weights[noun] = max(weights[noun] ?? 0, weight)
        }
        let best = weights.max { ($0.value, $1.key) < ($1.value, $0.key) }
        return best?.key ?? "Entity"
    }

    private func nearestKey(of node: SchemaNodeID) -> String? {
        for index in tree.lineage(of: node) { if let key = tree.key(of: index) { return key } }
        return nil
    }

    /// Returns the nearest key that is not generic and not of enclosing records.
    private func tellingKey(of node: SchemaNodeID) -> String? {
        var isInGeneric = false
        for index in tree.lineage(of: node) {
            guard let key = tree.key(of: index) else {
                if isInGeneric { return nil }
                continue
            }
            guard NameWords(key).isGenericWord else { return key }
            isInGeneric = true
        }
        return nil
    }

    private func isDocument(_ members: [Int]) -> Bool {
        members.allSatisfy {
            let record = records[$0]
            let group = tree.profile.groups[tree.group(of: record.node)]
            return tree[record.node].step == .document && record.identity.best == nil
                && tree[record.node].kinds.objects <= group.sources.count
        }
    }

    /// Returns the last part of a discriminator value: `card` of `issuing.card`.
    private static func lastPart(of value: String) -> String {
        value.split(separator: ".").last.map(String.init) ?? value
    }

    /// Returns the discriminator value, or the last word common to all values (E5, N1).
    private func discriminator(of members: [Int]) -> String? {
        for name in DiscriminatorNames.all {
            let values = Set(
                members.compactMap { traits[$0].discriminators[name] }.map(RecordTraits.folded))
            guard values.count == 1, let value = values.first, isWord(value) else { continue }
            let noun = EntityName.of(kind: Self.lastPart(of: value))
            if DiscriminatorNames.isPrecise(name) || members.allSatisfy({ traits[$0].isResource })
                || agrees(noun, with: members)
            {
                return value
            }
        }
        for member in members {
            for table in tree[records[member].node].variants {
                guard let values = table.variants?.keys, values.count >= 3,
                    case .all = records[member].share
                else { continue }
                let last = Set(values.map { NameWords($0).words.last ?? "" })
                if last.count == 1, let word = last.first, word.count >= 3,
                    values.contains(where: { NameWords($0).words.count > 1 })
                {
                    return word
                }
            }
        }
        return nil
    }

    /// Tests whether a `type` names the entity: the paths have no noun, or one that ends in it.
    private func agrees(_ noun: String, with members: [Int]) -> Bool {
        let nouns = members.flatMap { member -> [String] in
            let node = records[member].node
            if let key = tellingKey(of: node) {
                return NameWords(key).isRoleWord ? [] : [traits[member].nouns[0]]
            }
            return nearestKey(of: node) == nil ? [traits[member].nouns[0]] : []
        }
        return nouns.isEmpty || nouns.contains { $0.hasSuffix(noun) }
    }

    private func isWord(_ value: String) -> Bool {
        value.count >= 3 && value.count <= 40
            && value.unicodeScalars.allSatisfy {
                $0.properties.isAlphabetic || "._- ".unicodeScalars.contains($0)
                    || $0.properties.numericType != nil
            }
            && value.first?.isLetter == true && !Self.isRelation(NameWords(value).words)
    }

    /// Tests for the words of a relation: `replied_to`, `contact_to_company`.
    private static func isRelation(_ words: [String]) -> Bool {
        prepositions.contains(words.last ?? "") || words.contains("to")
    }

    private static let prepositions: Set<String> = [
        "as", "at", "by", "for", "from", "in", "of", "on", "to", "with",
    ]
}
