/// Distinguishes root records from envelopes (E1).
struct EnvelopeRule {
    let tree: SchemaTree
    let finder: IdentityFinder
    let options: InferenceOptions

    /// Keys of paging and protocols, which do not indicate a record.
    private static let paging: Set<String> = [
        "total", "page", "pages", "next", "previous", "prev", "jsonrpc", "count", "limit", "offset",
        "skip", "size", "perpage", "pagesize", "totalpages", "totalcount", "totalresults", "status",
        "code", "message", "success", "ok", "error", "cursor", "nextcursor", "hasmore", "haserror",
        "version", "apiversion", "took", "timedout", "after", "before", "first", "last", "links",
        "id", "requestid", "hasnext", "hasnextpage", "nextpage", "nextpagetoken", "currentpage",
    ]

    /// Returns the reason why root objects are records; `nil` if they are envelopes.
    func recordReason(of group: SourceGroup) -> String? {
        let root = group.root
        for written in options.corrections.roots where tree.matches(root, written.path) {
            return "on request"
        }
        let members = tree.members(of: root)
        let own = members.filter { member in
            let kinds = tree[member.node].kinds
            return kinds.objects + kinds.arrays == 0 && kinds.nulls < tree[member.node].count
                && !Self.paging.contains(Self.folded(member.key))
        }
        let documents = tree[root].kinds.objects
        if documents > group.sources.count { return "\(documents) lines" }
        let best = finder.identity(of: root, isElement: documents >= 3, hasOwner: false).best
        let isStrong = best?.isStrong ?? false
        // `id` also occurs in protocols, yet counts as a value.
        let count = own.count + (isStrong && !own.contains { best?.name == $0.key } ? 1 : 0)
        if isStrong, count >= 4 { return "an identity, one of \(count) values of its own" }
        if isStrong, documents >= 2, own.count >= 1 {
            return "\(documents) documents with an identity each"
        }
        if let child = sameShape(root) { return "its shape is that of \(tree.text(of: child))" }
        guard !hasCollections(root, depth: 0) else { return nil }
        return isStrong ? "an identity" : documents >= 2 ? "\(documents) documents" : nil
    }

    private static func folded(_ key: String) -> String {
        String(key.lowercased().filter { $0.isLetter || $0.isNumber })
    }

    /// Returns a collection whose elements have the root's shape, as in a recursive tree.
    private func sameShape(_ root: SchemaNodeID) -> SchemaNodeID? {
        let shape = Set(tree.members(of: root).map(\.key))
        guard shape.count >= 2 else { return nil }
        return tree.members(of: root).lazy.compactMap { tree.element(of: $0.node) }.first {
            let inner = Set(tree.members(of: $0).map(\.key))
            return !inner.isEmpty && Similarity(shape, inner).jaccard >= Threshold.half
        }
    }

    /// Tests for nested arrays of objects or maps.
    private func hasCollections(_ node: SchemaNodeID, depth: Int) -> Bool {
        depth < 4
            && tree.members(of: node).contains { member in
                let element = tree.element(of: member.node)
                return element.map { tree[$0].kinds.objects > 0 } ?? false
                    || tree[member.node].map?.isDictionary == false
                    || tree[member.node].kinds.objects > 0
                        && (finder.isEntity(member.node, isElement: false)
                            || hasCollections(member.node, depth: depth + 1))
            }
    }
}
