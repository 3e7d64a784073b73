import EntityMapper

/// Reads, splits, parses and collects the next batch while the current batch is mapped and saved.
///
/// No thread blocks: a caller that requests the next batch is suspended until it is available.
actor ReadAhead<Chunks: AsyncSequence & Sendable>
where Chunks.Element: Collection, Chunks.Element.Element == UInt8 {
    private let chunks: Chunks
    private var iterator: Chunks.AsyncIterator?
    private var reader: BatchReader?
    private var collect: (@Sendable (RecordBatch) -> CollectedRecords?)?

    init(_ chunks: Chunks) {
        self.chunks = chunks
    }

    /// Returns the first bytes, at least `count` of them unless the source is shorter.
    func prefix(_ count: Int) async throws -> [UInt8] {
        var bytes: [UInt8] = []
        while bytes.count < count, let chunk = try await nextChunk() { bytes += chunk }
        return bytes
    }

    /// Sets the reader that produces the batches, and the function that collects their records.
    func begin(
        _ reader: BatchReader,
        collecting collect: @escaping @Sendable (RecordBatch) -> CollectedRecords?
    ) {
        self.reader = reader
        self.collect = collect
    }

    /// Returns the next batch, or `nil` after the last.
    func next() async throws -> RecordBatch? {
        while let step = try reader?.step() {
            switch step {
            case .batch(var batch):
                batch.collected = collect?(batch)
                return batch
            case .end: return nil
            case .needsBytes:
                let chunk = try await nextChunk()
                try reader?.feed(chunk)
            }
        }
        return nil
    }

    private func nextChunk() async throws -> [UInt8]? {
        var iterator = self.iterator ?? chunks.makeAsyncIterator()
        let chunk = try await iterator.next(isolation: self)
        self.iterator = iterator
        return chunk.map { Array($0) }
    }
}
