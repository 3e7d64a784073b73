package import EntityMapper
package import MercatorPayload
import ObjectGraph

/// The records at the root paths of a plan.
struct RootRecords {
    let plan: MappingPlan

    /// Returns the number of records at each root path of a payload.
    ///
    /// - Complexity: O(records, and siblings of the keys).
    func counts(in document: PayloadDocument) -> [Int] {
        plan.roots.map { root in
            document.root.count(
                at: root.path.components[...], isMap: plan.forcesCollection(root.mapping))
        }
    }

    /// Returns the positions of the first records, so that the records of one mapping have
    /// different positions, at whichever root path they are.
    ///
    /// - Parameters:
    ///   - counts: The records of the payload at each root path.
    ///   - known: The records that precede them, by mapping.
    /// - Returns: The positions, by root path.
    func firstPositions(_ counts: [Int], after known: [String: Int]) -> [Int] {
        var next = known
        return zip(plan.mappings.roots, counts).map { root, count in
            defer { next[root.mapping, default: 0] += count }
            return next[root.mapping, default: 0]
        }
    }
}

extension MappingOperation {
    /// Gives the records of a payload the metadata that an import gives them: the name of the
    /// source, and their positions in it.
    package mutating func describe(_ document: PayloadDocument, named name: String) {
        guard plan.readsMetadata else { return }
        if metadata["source"] == nil { metadata["source"] = .string(name) }
        let records = RootRecords(plan: plan)
        positions = .counted(from: records.firstPositions(records.counts(in: document), after: [:]))
    }
}

extension PayloadValue {
    /// Returns the number of records at a path; an array counts its elements.
    fileprivate func count(at steps: ArraySlice<PayloadPathComponent>, isMap: Bool) -> Int {
        if kind == .array {
            return elements.reduce(0) { $0 + $1.count(at: steps, isMap: isMap) }
        }
        guard let step = steps.first else {
            return kind == .null ? 0 : isMap && kind == .object ? count : 1
        }
        guard let value = step.key.flatMap({ self[$0] }) else { return 0 }
        return value.count(at: steps.dropFirst(), isMap: isMap)
    }
}
