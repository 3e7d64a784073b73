import EntityMapper
import ObjectGraph
import Payload

/// The metadata of records: the name of their source, and their positions in it.
extension ImportOperation {
    /// Returns the import of a file, whose name is `@metadata.source` unless the caller has given
    /// another one.
    func reading(_ path: String) -> ImportOperation {
        guard metadata["source"] == nil, plan.readsMetadata else { return self }
        var copy = self
        let name = path.split(separator: "/").last.map(String.init) ?? path
        copy.metadata["source"] = .string(name)
        return copy
    }

    /// Indicates whether the records at the root paths are others than those of the source.
    private var countsRoots: Bool {
        format == .document || plan.mappings.roots.map(\.path) != [.root]
    }

    /// Returns the batch with the numbers of records at the root paths.
    func counted(_ batch: RecordBatch) -> RecordBatch {
        guard countsRoots, let document = batch.document else { return batch }
        var batch = batch
        batch.rootRecords = plan.roots.map { root in
            document.root.count(
                at: root.path.components[...], isMap: plan.forcesCollection(root.mapping))
        }
        if format == .document { batch.progress.records = batch.rootRecords.reduce(0, +) }
        return batch
    }

    /// Returns the positions of the records of a batch, after those of a checkpoint; `nil` if no
    /// mapping reads them.
    func positions(of batch: RecordBatch, after state: ImportCheckpoint) -> RecordPositions? {
        guard metadata["position"] == nil, plan.readsMetadata else { return nil }
        let roots = plan.mappings.roots
        guard countsRoots else {
            let first = roots.first.flatMap { firstPositions[$0.mapping] } ?? 0
            return .listed(batch.marks.map { first + $0.index })
        }
        // The records of one mapping have different positions, at whichever root path they are.
        var next = firstPositions
        for (root, count) in zip(roots, state.rootRecords) {
            next[root.mapping, default: 0] += count
        }
        let starts = zip(roots, batch.rootRecords).map { root, count in
            defer { next[root.mapping, default: 0] += count }
            return next[root.mapping, default: 0]
        }
        return .counted(from: starts)
    }
}

extension PayloadValue {
    /// Returns the number of records at a path, in which arrays stand for their elements.
    ///
    /// - Complexity: O(records, and siblings of the keys).
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
