/// Handles nodes with both objects and identifiers of objects.
extension RecordCollector {
    /// Maps the scalars at a node as identifiers of its objects, if possible.
    mutating func takeIdentifiers(at node: SchemaNodeID, from first: Int) -> Bool {
        guard let identity = identified(node, isElement: tree[node].step == .element),
            let index = records.indices.dropFirst(first).first(where: { index in
                records[index].node == node && records[index].share == .all
                    && !records[index].isDetached
            })
        else { return false }
        let scalars = tree[node].kinds.scalars
        records[index].takesIdentifiers = true
        log.decide(
            .mixedKinds, tree.text(of: node), "has identifiers in place of objects",
            "\(scalars) values of the kind of \(PathText.text(identity))", confidence: 0.9,
            override: "\"acceptsIdentifiers\" in the mapping file")
        return true
    }

    /// Returns the path of the identity that a node's scalars refer to, or `nil`.
    ///
    /// The scalars are integers, or texts, and at least half of them occur.
    func identified(_ node: SchemaNodeID, isElement: Bool) -> [String]? {
        let kinds = tree[node].kinds
        guard kinds.scalars > 0, kinds.scalars == kinds.integers + kinds.texts, kinds.arrays == 0,
            finder.isEntity(node, isElement: isElement),
            let best = finder.identity(of: node, isElement: isElement, hasOwner: true).best,
            best.paths.count == 1, best.nodes.count == 1,
            best.fit.identifiesAlone
        else { return nil }
        let identity = tree[best.nodes[0]]
        guard kinds.integers == 0 || identity.kinds.integers > 0,
            kinds.texts == 0 || identity.kinds.texts > 0
        else { return nil }
        let (found, total) = tree[node].values.found(in: identity.values)
        guard kinds.texts == 0 || 2 * found >= total else { return nil }
        return best.paths[0]
    }
}

extension IdentityCandidate.Fit {
    /// Indicates whether the value is globally unique.
    fileprivate var identifiesAlone: Bool {
        switch self {
        case .unique, .shared: true
        case .link, .local, .contradiction, .missing: false
        }
    }
}
