/// Detects elements that wrap a record (E2).
extension IdentityFinder {
    /// Returns the path of a member whose own members belong to the record (E2).
    func wrapper(of place: SchemaNodeID, isElement: Bool) -> [String] {
        let members = tree.members(of: place)
        if isResource(place), members.contains(where: { $0.key == "attributes" }) {
            return ["attributes"]
        }
        let scalars = members.filter {
            tree[$0.place].kinds.objects + tree[$0.place].kinds.arrays == 0
        }
        guard scalars.count <= 3, isElement || tree[place].step == .document,
            scalars.allSatisfy({
                isBesideRecord($0.key)
                    || tree[$0.place].kinds.nulls == tree[$0.place].count
            })
        else { return [] }
        let objects = members.filter {
            tree[$0.place].kinds.objects > 0 && tree[$0.place].map == nil
        }
        let named = objects.first { NameWords.isWrapper($0.key) }
        guard let inner = named ?? onlyRecord(in: place) else { return [] }
        let all = leaves(of: place)
        guard all > 0, Double(leaves(of: inner.place)) >= Threshold.majority * Double(all) else {
            return []
        }
        return [inner.key]
    }

    /// Returns the only object in an element, if always present with an identity of class A to C.
    ///
    /// `{"score": 0.9, "show": {"id": 7}}` wraps a show.
    private func onlyRecord(in place: SchemaNodeID) -> (key: String, place: SchemaNodeID)? {
        let containers = tree.members(of: place).filter {
            tree[$0.place].kinds.objects + tree[$0.place].kinds.arrays > 0
        }
        let isScored = tree.members(of: place).allSatisfy { member in
            member.place == containers.first?.place
                || ["cursor", "distance", "score"].contains(NameWords(member.key).words.last)
        }
        guard isScored, tree[place].step == .element, containers.count == 1,
            let inner = containers.first,
            tree[inner.place].kinds.objects == tree[place].kinds.objects,
            tree[inner.place].map == nil, !tree.describesOwner(inner.place)
        else { return nil }
        let noun = EntityName.of(key: inner.key)
        let hasIdentity = tree[inner.place].candidates.contains { table in
            guard table.columns.count == 1, table.missing == 0,
                let path = tree.keys(from: inner.place, to: table.columns[0]), path.count == 1
            else { return false }
            return IdentityNames.class(of: path[0], entity: noun)?.isStrong == true
        }
        return hasIdentity ? inner : nil
    }

    /// Tests for a key that may accompany a wrapped record.
    ///
    /// It is a discriminator, an identity, a URL (`fullUrl`) or metadata of a search.
    private func isBesideRecord(_ key: String) -> Bool {
        if DiscriminatorNames.contains(key) || IdentityNames.class(of: key, entity: nil) != nil {
            return true
        }
        return ["url", "uri", "href", "cursor", "score"].contains(NameWords(key).words.last ?? "")
    }

    private func leaves(of place: SchemaNodeID) -> Int {
        let members = tree.members(of: place)
        if members.isEmpty { return 1 }
        return members.reduce(0) { $0 + leaves(of: $1.place) }
    }
}
