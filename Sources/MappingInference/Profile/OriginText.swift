import MercatorPayload

/// Formats the origin of a record: `a.json: statuses[3].user`, `lines.json: line 4, user`.
struct OriginText {
    let tree: ShapeTree
    let readers: [DocumentReader]

    /// Returns the text of an origin: the source, the document, and the index at each step to an
    /// element or an entry.
    func text(_ origin: [UInt32], _ node: SchemaNodeID) -> String {
        let reader = readers[Int(origin[0])]
        var indices = origin.dropFirst(2)
        var steps: [String] = []
        var node = node
        while let parent = tree.nodes[node].parent {
            switch tree.nodes[node].step {
            case .element: steps.append("[\(indices.popLast() ?? 0)]")
            case .entry: steps.append("{\(indices.popLast() ?? 0)}")
            case .member, .document:
                let key = String(decoding: tree.key(of: node), as: UTF8.self)
                steps.append("." + PayloadPath([.key(key)]).description)
            }
            node = parent
        }
        var path = steps.reversed().joined()
        if path.hasPrefix(".") { path.removeFirst() }
        let line = reader.format == .lines ? "document \(origin[1] + 1)" : ""
        let inner = [line, path].filter { !$0.isEmpty }.joined(separator: ", ")
        return readers.count > 1 ? "\(reader.name): \(inner)" : inner
    }
}
