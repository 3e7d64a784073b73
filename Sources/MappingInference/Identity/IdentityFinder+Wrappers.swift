/// Detects elements that wrap a record (E2).
extension IdentityFinder {
    /// Returns the path of a member whose own members belong to the record (E2).
    func wrapper(of node: SchemaNodeID, isElement: Bool) -> [String] {
        let members = tree.members(of: node)
        if isResource(node), members.contains(where: { $0.key == "attributes" }) {
            return ["attributes"]
        }
        let scalars = members.filter {
            tree[$0.node].kinds.objects + tree[$0.node].kinds.arrays == 0
        }
        guard scalars.count <= 3, isElement || tree[node].step == .document,
            scalars.allSatisfy({
                isBesideRecord($0.key)
                    || tree[$0.node].kinds.nulls == tree[$0.node].count
            })
        else { return [] }
        let objects = members.filter {
            tree[$0.node].kinds.objects > 0 && tree[$0.node].map == nil
        }
        let named = objects.first { NameWords.isWrapper($0.key) }
        guard let inner = named ?? onlyRecord(in: node) else { return [] }
        let all = leaves(of: node)
        guard all > 0, Double(leaves(of: inner.node)) >= Threshold.majority * Double(all) else {
            return []
        }
        return [inner.key]
    }

    /// Returns the only object in an element, if always present with an identity of class A to C.
    ///
    /// `{"score": 0.9, "show": {"id": 7}}` wraps a show.
    private func onlyRecord(in node: SchemaNodeID) -> (key: String, node: SchemaNodeID)? {
        let containers = tree.members(of: node).filter {
            tree[$0.node].kinds.objects + tree[$0.node].kinds.arrays > 0
        }
        let isScored = tree.members(of: node).allSatisfy { member in
            member.node == containers.first?.node
                || ["cursor", "distance", "score"].contains(NameWords(member.key).words.last)
        }
        guard isScored, tree[node].step == .element, containers.count == 1,
            let inner = containers.first,
            tree[inner.node].kinds.objects == tree[node].kinds.objects,
            tree[inner.node].map == nil, !tree.describesOwner(inner.node)
        else { return nil }
        let noun = EntityName.of(key: inner.key)
        return hasIdentity(inner.node, namedAs: noun, isComplete: true) ? inner : nil
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

    private func leaves(of node: SchemaNodeID) -> Int {
        let members = tree.members(of: node)
        if members.isEmpty { return 1 }
        return members.reduce(0) { $0 + leaves(of: $1.node) }
    }
}
