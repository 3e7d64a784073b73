public import ObjectGraph

/// Synchronous imports.
extension ImportOperation {
    /// Imports a file and returns when it is complete.
    ///
    /// - Parameters:
    ///   - path: The path of the file; a pipe is read as a sequence of chunks.
    ///   - container: The container that receives the objects.
    ///   - progress: Receives the number of bytes saved; cancelling it cancels the import.
    ///   - onBatch: A closure called with the progress after each batch.
    /// - Returns: The result of the import.
    /// - Throws: ``ImportError`` if the import cannot continue; batches saved before
    ///   remain. `StoreError` if the store cannot be read, or fails to build the indexes
    ///   deferred to the end.
    /// - Complexity: O(bytes + rows found), with a few batches in memory. The number of requests to
    ///   the store depends on the plan and the number of batches.
    public func run(
        file path: String, in container: PersistentContainer,
        progress: (any ImportProgressTarget)? = nil,
        onBatch: ((ImportProgress) -> Void)? = nil
    ) throws -> Result {
        let file = try SourceFile(path)
        let operation = reading(path)
        let part = try operation.part(of: file)
        var session = try ImportSession(
            operation, part, container, stored: storedCheckpoint(in: container),
            totalBytes: file.size, progress, onBatch)
        guard file.size != nil else {
            var chunks = FileChunks(file, from: 0)
            return try run(&session) { try chunks.nextChunk() }
        }
        let prefix = try file.bytes(at: part.start, count: Fingerprint.longest)
        let (reader, offset) = try session.makeReader(prefix: prefix, file)
        var chunks = FileChunks(file, from: offset, to: part.end)
        return try run(&session, reader) { try chunks.nextChunk() }
    }

    /// Imports the chunks of a sequence and returns when all are processed.
    ///
    /// Chunk boundaries are arbitrary. The sequence always begins at the start of the source: bytes
    /// processed by an earlier run are compared and skipped.
    ///
    /// - Parameters:
    ///   - chunks: The bytes of the source.
    ///   - totalBytes: The size of the source in bytes, if known.
    ///   - container: The container that receives the objects.
    ///   - progress: Receives the number of bytes saved; cancelling it cancels the import.
    ///   - onBatch: A closure called with the progress after each batch.
    /// - Returns: The result of the import.
    /// - Throws: The errors of importing a file.
    public func run<Chunks: Sequence>(
        _ chunks: Chunks, totalBytes: Int? = nil, in container: PersistentContainer,
        progress: (any ImportProgressTarget)? = nil, onBatch: ((ImportProgress) -> Void)? = nil
    ) throws -> Result where Chunks.Element: Collection, Chunks.Element.Element == UInt8 {
        var session = try ImportSession(
            self, part(of: nil), container, stored: storedCheckpoint(in: container),
            totalBytes: totalBytes, progress, onBatch)
        var iterator = chunks.makeIterator()
        return try run(&session) { iterator.next().map { Array($0) } }
    }

    /// Imports a source that does not support seeking.
    private func run(
        _ session: inout ImportSession, _ next: () throws -> [UInt8]?
    ) throws -> Result {
        var prefix: [UInt8] = []
        while prefix.count < session.neededPrefix, let chunk = try next() { prefix += chunk }
        var (reader, _) = try session.makeReader(prefix: prefix, nil)
        if !prefix.isEmpty { try reader.feed(prefix) }
        return try run(&session, reader, next)
    }

    private func run(
        _ session: inout ImportSession, _ start: BatchReader, _ next: () throws -> [UInt8]?
    ) throws -> Result {
        var reader = start
        while true {
            switch try reader.step() {
            case .batch(let batch): try session.commit(batch)
            case .needsBytes: try reader.feed(try next())
            case .end:
                try session.finish()
                return session.result
            }
        }
    }
}
