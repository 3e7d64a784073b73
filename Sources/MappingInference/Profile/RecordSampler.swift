/// Selects a number of records, evenly spread among all.
struct RecordSampler {
    private let wanted: Int
    private let total: Int
    private var index = 0
    private var tookLast = true

    init(_ wanted: Int, of total: Int) {
        self.wanted = max(1, wanted)
        self.total = max(1, total)
    }

    /// Tests whether to select the next record; all pieces of a selected record are taken.
    mutating func takesNext(isContinued: Bool = false) -> Bool {
        guard !isContinued else { return tookLast }
        defer { index += 1 }
        tookLast = wanted >= total || index * wanted / total != (index + 1) * wanted / total
        return tookLast
    }

    /// Tests for an array of records: one at the top of a document, or in an object there.
    static func isArrayOfRecords(_ node: SchemaNodeID, _ tree: ShapeTree) -> Bool {
        guard let parent = tree.nodes[node].parent else { return true }
        return tree.nodes[node].step == .member && tree.nodes[parent].parent == nil
    }
}
