/// Decides which single objects join the record around them.
extension RecordCollector {
    /// Tests whether an object can be embedded: at most four levels and 24 leaves, and no list of
    /// such objects elsewhere.
    ///
    /// In XML, a single element is an object and a repeated one a list: the attributes of an
    /// embedded object would have no values where the element is repeated.
    func canEmbed(_ place: SchemaNodeID, path: [String]) -> Bool {
        path.count <= 4 && leaves(of: place) <= 24 && !isListedElsewhere(place)
    }

    private func isListedElsewhere(_ place: SchemaNodeID) -> Bool {
        guard let key = tree.key(of: place), let lists = lists[key] else { return false }
        let shape = tree.shape(of: place)
        return lists.contains { element in
            tree[element].parent != place
                && Similarity(shape, tree.shape(of: element)).containment >= Threshold.most
        }
    }

    private func leaves(of place: SchemaNodeID) -> Int {
        tree.members(of: place).reduce(0) { sum, member in
            let kinds = tree[member.place].kinds
            guard kinds.objects > 0 else {
                return sum + (column(member.place, path: []) == nil ? 0 : 1)
            }
            if tree[member.place].map != nil { return sum + 1 }
            return finder.isEntity(member.place, isElement: false)
                ? sum : sum + leaves(of: member.place)
        }
    }
}

extension SchemaTree {
    fileprivate func shape(of place: SchemaNodeID) -> Set<String> {
        Set(members(of: place).map(\.key))
    }

    /// The element nodes of lists of objects, by the key of the list.
    var listsOfObjects: [String: [SchemaNodeID]] {
        var lists: [String: [SchemaNodeID]] = [:]
        for node in profile.places.nodes where self[node].kinds.objects > 0 {
            guard self[node].step == .element, let key = self[node].parent.flatMap(key(of:))
            else { continue }
            lists[key, default: []].append(node)
        }
        return lists
    }
}
