/// The reason why payloads have no records.
enum NothingToMap {
    /// Returns an error if no document has an object.
    static func error(
        _ pass: ShapePass, _ roots: [SchemaNodeID], _ readers: [DocumentReader]
    ) -> InferenceError? {
        guard !roots.contains(where: { hasRecords($0, pass) }) else { return nil }
        let root = roots[0]
        let name = readers.count == 1 ? readers[0].name : ""
        return InferenceError(.nothingToMap, in: name, reason(pass.shapes[root], root, pass))
    }

    private static func hasRecords(_ nodeID: SchemaNodeID, _ pass: ShapePass) -> Bool {
        let node = pass.tree.nodes[nodeID]
        return node.memberCount > 0 || node.entry != nil
            || node.element.map { hasRecords($0, pass) } ?? false
    }

    private static func reason(_ shape: Shape, _ root: SchemaNodeID, _ pass: ShapePass) -> String {
        if shape.kinds.arrays > 0 {
            guard let element = pass.tree.nodes[root].element else {
                return "nothing to map: an empty array"
            }
            let inner = pass.shapes[element].kinds
            let what =
                inner.objects > 0
                ? "empty objects"
                : inner.arrays > 0
                    ? "arrays"
                    : inner.numbers > 0 ? "numbers" : inner.texts > 0 ? "texts" : "values"
            return "nothing to map: an array of \(what), no records"
        }
        if shape.kinds.objects > 0 { return "nothing to map: an empty object" }
        if shape.kinds.numbers > 0 { return "a number, no record" }
        if shape.kinds.texts > 0 { return "a text, no record" }
        return shape.kinds.booleans > 0 ? "a boolean, no record" : "null, no record"
    }
}
