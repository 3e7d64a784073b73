/// Reads, splits and parses one batch while another one is mapped and saved.
///
/// Nothing waits on a lock: whoever asks for the next batch is suspended until it is there.
actor ReadAhead<Chunks: AsyncSequence & Sendable>
where Chunks.Element: Collection, Chunks.Element.Element == UInt8 {
    private let chunks: Chunks
    private var iterator: Chunks.AsyncIterator?
    private var reader: BatchReader?

    init(_ chunks: Chunks) {
        self.chunks = chunks
    }

    /// The first bytes, at least as many as asked for unless there are fewer.
    func prefix(_ count: Int) async throws -> [UInt8] {
        var bytes: [UInt8] = []
        while bytes.count < count, let chunk = try await nextChunk() { bytes += chunk }
        return bytes
    }

    /// Makes batches with a reader from now on.
    func begin(_ reader: BatchReader) {
        self.reader = reader
    }

    /// The next batch; `nil` behind the last.
    func next() async throws -> RecordBatch? {
        while let step = try reader?.step() {
            switch step {
            case .batch(let batch): return batch
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
