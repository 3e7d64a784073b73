public import Foundation
public import ObjectGraph

/// Running at once.
extension ImportOperation {
    /// Imports a file, and returns when it is done.
    ///
    /// - Parameters:
    ///   - path: Where the file is. A pipe is read as a sequence of chunks.
    ///   - container: Where the objects go.
    ///   - progress: Is told how many bytes are saved, and cancels the import when it is cancelled.
    ///   - onBatch: Is told how far the import has come behind each batch.
    /// - Returns: What came of the import.
    /// - Throws: ``ImportError`` if the import cannot go on; what was saved by then stays. `StoreError`
    ///   if the store cannot be read, or cannot make the indexes that it has left for the end.
    /// - Complexity: O(bytes + rows found), in memory for a few batches. The number of requests to the
    ///   store depends on the plan and the number of batches.
    public func run(
        file path: String, in container: PersistentContainer, progress: Progress? = nil,
        onBatch: ((ImportProgress) -> Void)? = nil
    ) throws -> Result {
        let file = try SourceFile(path)
        var session = try ImportSession(
            self, container, stored: storedCheckpoint(in: container), totalBytes: file.size,
            progress, onBatch)
        guard file.size != nil else {
            var chunks = FileChunks(file, from: 0)
            return try run(&session) { try chunks.nextChunk() }
        }
        let prefix = try file.bytes(at: 0, count: Fingerprint.longest)
        let (reader, offset) = try session.makeReader(prefix: prefix, file)
        var chunks = FileChunks(file, from: offset)
        return try run(&session, reader) { try chunks.nextChunk() }
    }

    /// Imports the chunks of a sequence, and returns when it is done.
    ///
    /// Chunks may end anywhere. The sequence always begins at the start of the source: what an earlier run
    /// has read is compared and stepped over.
    ///
    /// - Parameters:
    ///   - chunks: The bytes of the source.
    ///   - totalBytes: How many bytes there are, if that is known.
    ///   - container: Where the objects go.
    ///   - progress: Is told how many bytes are saved, and cancels the import when it is cancelled.
    ///   - onBatch: Is told how far the import has come behind each batch.
    /// - Returns: What came of the import.
    /// - Throws: As with a file.
    public func run<Chunks: Sequence>(
        _ chunks: Chunks, totalBytes: Int? = nil, in container: PersistentContainer,
        progress: Progress? = nil, onBatch: ((ImportProgress) -> Void)? = nil
    ) throws -> Result where Chunks.Element: Collection, Chunks.Element.Element == UInt8 {
        var session = try ImportSession(
            self, container, stored: storedCheckpoint(in: container), totalBytes: totalBytes,
            progress, onBatch)
        var iterator = chunks.makeIterator()
        return try run(&session) { iterator.next().map { Array($0) } }
    }

    /// Runs over a source that can only be read from its start.
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
