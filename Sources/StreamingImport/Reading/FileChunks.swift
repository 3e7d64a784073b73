/// The chunks of a file between two offsets; reading never suspends.
struct FileChunks: AsyncSequence, AsyncIteratorProtocol, Sendable {
    private let file: SourceFile
    private var offset: Int
    private let end: Int

    init(_ file: SourceFile, from offset: Int, to end: Int? = nil) {
        self.file = file
        self.offset = offset
        self.end = end ?? .max
    }

    /// Returns the next chunk, or `nil` at the end.
    mutating func nextChunk() throws(ImportError) -> [UInt8]? {
        guard offset < end else { return nil }
        let bytes = try file.bytes(at: offset, count: Swift.min(SourceFile.chunkSize, end - offset))
        offset += bytes.count
        return bytes.isEmpty ? nil : bytes
    }

    mutating func next() async throws(ImportError) -> [UInt8]? { try nextChunk() }

    mutating func next(
        isolation actor: isolated (any Actor)?
    ) async throws(ImportError) -> [UInt8]? {
        try nextChunk()
    }

    func makeAsyncIterator() -> FileChunks { self }
}
