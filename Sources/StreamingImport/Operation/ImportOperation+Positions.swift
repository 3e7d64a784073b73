import EntityMapper
import MercatorPayload
import ObjectGraph

/// The metadata of records: the name of their source, and their positions in it.
extension ImportOperation {
    /// Returns the import of a file, with its name as the default for `@metadata.source`.
    func reading(_ path: String) -> ImportOperation {
        guard metadata["source"] == nil, plan.readsMetadata else { return self }
        var copy = self
        let name = path.split(separator: "/").last.map(String.init) ?? path
        copy.metadata["source"] = .string(name)
        return copy
    }

    /// Indicates whether records at the root paths differ from the records of the source.
    var countsRoots: Bool {
        format == .document || plan.mappings.roots.map(\.path) != [.root]
    }

    /// Returns the batch with the numbers of records at the root paths.
    func counted(_ batch: RecordBatch) -> RecordBatch {
        guard countsRoots, let document = batch.document else { return batch }
        var batch = batch
        batch.rootRecords = RootRecords(plan: plan).counts(in: document)
        if format == .document { batch.progress.records = batch.rootRecords.reduce(0, +) }
        return batch
    }

    /// Returns the mapping of a batch, after the batches that a checkpoint includes.
    func mapping(of batch: RecordBatch, after state: ImportCheckpoint) -> MappingOperation {
        var mapping = MappingOperation(plan, options: options.mapping)
        mapping.metadata = metadata
        mapping.edits = edits
        mapping.positions = positions(of: batch, after: state)
        return mapping
    }

    /// Collects the records of a batch ahead; `nil` if their positions depend on the batches
    /// before them.
    func collected(_ batch: RecordBatch, after state: ImportCheckpoint) -> CollectedRecords? {
        guard let document = batch.document, !countsRoots || !plan.readsMetadata else { return nil }
        return CollectedRecords(document, for: mapping(of: batch, after: state))
    }

    /// Returns the positions of a batch's records; `nil` if no mapping reads them.
    func positions(of batch: RecordBatch, after state: ImportCheckpoint) -> RecordPositions? {
        guard metadata["position"] == nil, plan.readsMetadata else { return nil }
        let roots = plan.mappings.roots
        guard countsRoots else {
            let first = roots.first.flatMap { firstPositions[$0.mapping] } ?? 0
            return .listed(batch.marks.map { first + $0.index })
        }
        var known = firstPositions
        for (root, count) in zip(roots, state.rootRecords) {
            known[root.mapping, default: 0] += count
        }
        return .counted(
            from: RootRecords(plan: plan).firstPositions(batch.rootRecords, after: known))
    }
}
