import ObjectGraph

/// Names attributes, relationships and inverses (N3, N6).
struct PropertyNaming {
    private let options: InferenceOptions
    private let earlier: BaseMapping?

    init(options: InferenceOptions) {
        self.options = options
        earlier = options.base.map(BaseMapping.init)
    }

    /// Names the properties of all entities.
    ///
    /// Attributes come first, then relationships, then inverses, so that an inverse never renames a
    /// member.
    func assignNames(to drafts: inout [EntityDraft]) {
        var tables = drafts.map { _ in NameTable() }
        for index in drafts.indices { nameAttributes(of: &drafts[index], &tables[index]) }
        let names = drafts.map(\.name)
        for index in drafts.indices { nameRelationships(of: &drafts[index], &tables[index], names) }
        nameInverses(of: &drafts, &tables)
    }

    private func nameAttributes(of draft: inout EntityDraft, _ table: inout NameTable) {
        let connections = draft.relationships.compactMap(\.connection).filter { !$0.hasEnding }
        // The identity comes first: in a city with `id` and `city_id`, `id` becomes `cityID`.
        let order = draft.attributes.indices.sorted { left, right in
            let (first, second) = (draft.attributes[left], draft.attributes[right])
            return isIdentity(first, of: draft) && !isIdentity(second, of: draft)
        }
        let count = order.prefix { isIdentity(draft.attributes[$0], of: draft) }.count
        for indices in [order.prefix(count), order.dropFirst(count)] {
            let claims = indices.map { claim(for: $0, of: draft, filling: connections) }
            for (index, name) in zip(indices, table.claim(claims)) {
                draft.attributes[index].name = name
            }
        }
    }

    private func claim(
        for index: Int, of draft: EntityDraft, filling connections: [ConnectionDraft]
    ) -> NameTable.Claim {
        let attribute = draft.attributes[index]
        let path = attribute.path.filter { !$0.hasPrefix("$") }
        var name = AttributeName.of(path: path.isEmpty ? ["value"] : path)
        if isIdentity(attribute, of: draft), path.count == 1 {
            name = AttributeName.identity(key: path[0], entity: draft.name)
        }
        let own = connections.filter { $0.keys.contains { $0.source == index } }
        if own.contains(where: \.isInURL) { name = ForeignKeyName.withoutURL(name) }
        if !own.isEmpty { name = keyName(name, isList: attribute.type == .array) }
        return NameTable.Claim(
            key: attribute.path.joined(separator: "\u{0}") + "\(attribute.origin)",
            proposals: [renamed(attribute.path, name, draft)]
                + (name == "field1" ? [] : [name + "Value"]))
    }

    /// Returns the name of a foreign key whose own name the relationship has taken: `homeworldID`.
    private func keyName(_ name: String, isList: Bool) -> String {
        isList ? Noun.singular(name) + "IDs" : name + "ID"
    }

    private func isIdentity(_ attribute: AttributeDraft, of draft: EntityDraft) -> Bool {
        guard attribute.origin == .member else { return false }
        switch draft.identity {
        case .members(let paths): return paths.contains(attribute.path)
        case .local:
            return IdentityNames.class(of: attribute.path.last ?? "", entity: nil)?.letter == .a
        case .none, .key, .position: return false
        }
    }

    /// Returns the name from a correction, or the name itself.
    private func renamed(_ path: [String], _ name: String, _ draft: EntityDraft) -> String {
        let byHand = options.corrections.renamed.first {
            $0.property.entity == draft.name
                && ($0.property.name == name || $0.property.name == PathText.text(path))
        }
        return byHand?.name ?? earlier?.name(of: path, in: draft.name) ?? name
    }

    private func nameRelationships(
        of draft: inout EntityDraft, _ table: inout NameTable, _ names: [String]
    ) {
        let claims = draft.relationships.map { relationship -> NameTable.Claim in
            let path = relationship.path
            let isToMany = relationship.isToMany
            let full = RelationshipName.of(path: path, isToMany: isToMany)
            let name =
                relationship.proposedName
                ?? RelationshipName.of(
                    path: path.isEmpty ? [names[relationship.destination]] : Self.telling(path),
                    isToMany: isToMany)
            let destination = RelationshipName.of(
                path: [names[relationship.destination]], isToMany: isToMany)
            let isLink = relationship.isLink || path.isEmpty && relationship.connection == nil
            return NameTable.Claim(
                key: path.joined(separator: "\u{0}") + "\(relationship.destination)",
                proposals: [
                    renamed(path, isLink ? destination : name, draft),
                    full, name + (isToMany ? "List" : "Object"),
                ])
        }
        for (index, name) in zip(draft.relationships.indices, table.claim(claims)) {
            draft.relationships[index].name = name
        }
    }

    /// Returns the last key that is specific: `tracks` of `tracks.items`.
    private static func telling(_ path: [String]) -> [String] {
        let key = path.last { !NameWords($0).isGenericWord && !NameWords.isWrapper($0) }
        return (key ?? path.last).map { [$0] } ?? []
    }

    private func nameInverses(of drafts: inout [EntityDraft], _ tables: inout [NameTable]) {
        var claims: [Int: [(entity: Int, relationship: Int, claim: NameTable.Claim)]] = [:]
        for entity in drafts.indices {
            for (index, relationship) in drafts[entity].relationships.enumerated() {
                let count = drafts[entity].relationships.count {
                    $0.destination == relationship.destination
                }
                func proposal(_ clashes: Bool) -> String {
                    RelationshipName.inverse(
                        owner: drafts[entity].name, relationship: relationship.name,
                        isToMany: relationship.isInverseToMany, clashes: clashes,
                        isSelf: entity == relationship.destination)
                }
                let before = earlier?.inverse(of: relationship.name, in: drafts[entity].name)
                let proposals =
                    (before.map { [$0] } ?? [])
                    + (count > 1 ? [proposal(true)] : [proposal(false), proposal(true)])
                let claim = NameTable.Claim(
                    key: drafts[entity].name + "." + relationship.name, proposals: proposals)
                claims[relationship.destination, default: []].append((entity, index, claim))
            }
        }
        for (destination, list) in claims.sorted(by: { $0.key < $1.key }) {
            // An entity inherits the properties of its parent.
            let family = drafts.indices.filter {
                $0 == drafts[destination].family || drafts[$0].family == destination
            }
            for other in family { tables[destination].takeAll(of: tables[other]) }
            for (place, name) in zip(list, tables[destination].claim(list.map(\.claim))) {
                drafts[place.entity].relationships[place.relationship].inverse = name
                for other in family { tables[other].take(name) }
            }
        }
    }
}
