/// Decides which single objects join the record around them.
extension RecordCollector {
    /// Tests whether an object can be embedded: at most four levels and 24 leaves, and no list of
    /// such objects elsewhere.
    ///
    /// In XML, a single element is an object and a repeated one a list: the attributes of an
    /// embedded object would have no values where the element is repeated.
    func canEmbed(_ node: SchemaNodeID, path: [String]) -> Bool {
        path.count <= 4 && leaves(of: node) <= 24 && !isListedElsewhere(node)
    }

    private func isListedElsewhere(_ node: SchemaNodeID) -> Bool {
        guard let key = tree.key(of: node), let lists = lists[key] else { return false }
        let shape = tree.shape(of: node)
        return lists.contains { element in
            tree[element].parent != node
                && Similarity(shape, tree.shape(of: element)).containment >= Threshold.most
        }
    }

    private func leaves(of node: SchemaNodeID) -> Int {
        tree.members(of: node).reduce(0) { sum, member in
            let kinds = tree[member.node].kinds
            guard kinds.objects > 0 else {
                return sum + (column(member.node, path: []) == nil ? 0 : 1)
            }
            if tree[member.node].map != nil { return sum + 1 }
            return finder.isEntity(member.node, isElement: false)
                ? sum : sum + leaves(of: member.node)
        }
    }
}

extension SchemaTree {
    fileprivate func shape(of node: SchemaNodeID) -> Set<String> {
        Set(members(of: node).map(\.key))
    }

    /// The element nodes of lists of objects, by the key of the list.
    var listsOfObjects: [String: [SchemaNodeID]] {
        var lists: [String: [SchemaNodeID]] = [:]
        for node in profile.nodes.nodeIDs where self[node].kinds.objects > 0 {
            guard self[node].step == .element, let key = self[node].parent.flatMap(key(of:))
            else { continue }
            lists[key, default: []].append(node)
        }
        return lists
    }
}
