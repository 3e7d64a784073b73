/// Reads, splits and parses one batch while another one is mapped and saved.
///
/// Nothing waits on a lock: whoever asks for the next batch is suspended until it is there.
actor ReadAhead<Chunks: AsyncSequence & Sendable>
where Chunks.Element: Collection, Chunks.Element.Element == UInt8 {
    private let chunks: Chunks
    private var iterator: Chunks.AsyncIterator?

    init(_ chunks: Chunks) {
        self.chunks = chunks
    }

    /// The first bytes, at least as many as asked for unless there are fewer.
    func prefix(_ count: Int) async throws -> [UInt8] {
        var bytes: [UInt8] = []
        while bytes.count < count, let chunk = try await nextChunk() { bytes += chunk }
        return bytes
    }

    /// The next batch, and the reader behind it; `nil` behind the last.
    func next(
        _ reader: BatchReader
    ) async throws -> (batch: RecordBatch, reader: BatchReader)? {
        var reader = reader
        while true {
            switch try reader.step() {
            case .batch(let batch): return (batch, reader)
            case .end: return nil
            case .needsBytes: try reader.feed(try await nextChunk())
            }
        }
    }

    private func nextChunk() async throws -> [UInt8]? {
        var iterator = self.iterator ?? chunks.makeAsyncIterator()
        let chunk = try await iterator.next(isolation: self)
        self.iterator = iterator
        return chunk.map { Array($0) }
    }
}
