import MercatorPayload

/// The nodes of a profile with their paths.
struct SchemaTree {
    let profile: PayloadProfile
    /// The path of each node: `statuses[].user`.
    private let texts: [String]
    /// The source group of each node.
    private let groups: [Int]
    /// The paths that denote each node, with and without the name of its group.
    private let paths: [[SchemaPath]]
    /// Marked keys of members that equal a sibling's key under canonical equivalence.
    private let twins: [SchemaNodeID: String]

    init(_ profile: PayloadProfile) {
        self.profile = profile
        var texts: [String] = []
        var groups: [Int] = []
        let roots = Dictionary(
            profile.groups.enumerated().map { ($1.root, $0) },
            uniquingKeysWith: { first, _ in first })
        for (index, node) in profile.nodes.enumerated() {
            guard let parent = node.parent else {
                let group = roots[SchemaNodeID(index)] ?? 0
                groups.append(group)
                texts.append(profile.groups.count > 1 ? profile.groups[group].name + ":" : "")
                continue
            }
            let above = texts[Int(parent.rawValue)]
            groups.append(groups[Int(parent.rawValue)])
            switch node.step {
            case .document: texts.append(above)
            case .element: texts.append(above + "[]")
            case .entry: texts.append(above + "{}")
            case .member(let key):
                let step = PayloadPath([.key(key)]).description
                let separator = above.isEmpty || above.hasSuffix(":") ? "" : "."
                texts.append(above + separator + step)
            }
        }
        self.texts = texts
        paths = texts.map { Self.paths($0, in: profile.groups) }
        self.groups = groups
        twins = Self.twins(in: profile)
    }

    private static func twins(in profile: PayloadProfile) -> [SchemaNodeID: String] {
        var twins: [SchemaNodeID: String] = [:]
        for node in profile.nodes where node.children.count > 1 {
            var keys: Set<String> = []
            for child in node.children {
                guard case .member(var key) = profile[child].step, !keys.insert(key).inserted
                else { continue }
                repeat { key += PathText.twinMark } while !keys.insert(key).inserted
                twins[child] = key
            }
        }
        return twins
    }

    subscript(node: SchemaNodeID) -> NodeProfile { profile[node] }

    /// Returns the path of a node; `self` for a document.
    func text(of node: SchemaNodeID) -> String {
        let text = texts[Int(node.rawValue)]
        return text.isEmpty || text.hasSuffix(":") ? text + "self" : text
    }

    func group(of node: SchemaNodeID) -> Int { groups[Int(node.rawValue)] }

    /// Tests whether a path denotes a node, with or without the name of the group.
    func matches(_ node: SchemaNodeID, _ path: SchemaPath) -> Bool {
        paths[node].contains { $0.object == path.object }
    }

    private static func paths(_ text: String, in groups: [SourceGroup]) -> [SchemaPath] {
        guard groups.count > 1, let colon = text.firstIndex(of: ":") else {
            return [SchemaPath(text)]
        }
        return [SchemaPath(text), SchemaPath(String(text[text.index(after: colon)...]))]
    }

    /// Returns the key of a member; `nil` for other steps.
    func key(of node: SchemaNodeID) -> String? {
        if let twin = twins[node] { return twin }
        return if case .member(let key) = self[node].step { key } else { nil }
    }

    /// Returns a node and the nodes around it, from the inner to the outer.
    func lineage(of node: SchemaNodeID) -> UnfoldFirstSequence<SchemaNodeID> {
        sequence(first: node) { self[$0].parent }
    }

    /// Returns the member that is the only column of a candidate, if it is in the records itself.
    func onlyKey(of table: KeyTable, at node: SchemaNodeID) -> String? {
        guard table.columns.count == 1, let path = keys(from: node, to: table.columns[0]) else {
            return nil
        }
        return path.count == 1 ? path[0] : nil
    }

    /// Returns the keys from a node to a descendant; `nil` if the path includes other steps.
    func keys(from outer: SchemaNodeID, to inner: SchemaNodeID) -> [String]? {
        var keys: [String] = []
        var node = inner
        while node != outer {
            guard let key = key(of: node), let parent = self[node].parent else { return nil }
            keys.append(key)
            node = parent
        }
        return keys.reversed()
    }

    /// Returns the node of an array's elements.
    func element(of node: SchemaNodeID) -> SchemaNodeID? {
        self[node].children.first { self[$0].step == .element }
    }

    /// Returns the node of the scalars in a list, wrapped ones included (R4).
    func listedValues(of node: SchemaNodeID) -> SchemaNodeID? {
        guard let element = element(of: node) else { return nil }
        return isScalarWrapper(element) ? members(of: element).first?.node : element
    }

    /// Returns the node of a map's entries.
    func entry(of node: SchemaNodeID) -> SchemaNodeID? {
        self[node].children.first { self[$0].step == .entry }
    }

    /// Returns the members of an object in byte order of their keys.
    func members(of node: SchemaNodeID) -> [(key: String, node: SchemaNodeID)] {
        self[node].children.compactMap { child in key(of: child).map { ($0, child) } }
    }

    /// Tests for objects that wrap a scalar, such as `{"$oid": "5a…"}` (R4).
    func isScalarWrapper(_ node: SchemaNodeID) -> Bool {
        let members = members(of: node)
        return members.count == 1 && ScalarWrapper.keys.contains(members[0].key)
    }
}
