public import Foundation
public import ObjectGraph

/// Running in a task, on two cores: the next batch is read while the current one is mapped and saved,
/// each batch as a background task of the container.
extension ImportOperation {
    /// Imports a file.
    ///
    /// It does not run on the caller's actor, and while it waits for the commits of others, it blocks
    /// no thread that other tasks need. Cancelling the task ends it behind the batch that is being
    /// saved.
    ///
    /// - Parameters:
    ///   - path: Where the file is. A pipe is read as a sequence of chunks.
    ///   - container: Where the objects go.
    ///   - progress: Is told how many bytes are saved, and cancels the import when it is cancelled.
    ///   - onBatch: Is told how far the import has come behind each batch.
    /// - Returns: What came of the import.
    /// - Throws: ``ImportError`` if the import cannot go on; what was saved by then stays. `StoreError`
    ///   if the store cannot be read, or cannot make the indexes that it has left for the end.
    /// - Complexity: As the synchronous way.
    @concurrent
    public func run(
        file path: String, in container: PersistentContainer, progress: Progress? = nil,
        onBatch: (@Sendable (ImportProgress) -> Void)? = nil
    ) async throws -> Result {
        let file = try SourceFile(path)
        var session = try await session(in: container, totalBytes: file.size, progress, onBatch)
        guard file.size != nil else {
            return try await run(&session, ReadAhead(FileChunks(file, from: 0)))
        }
        let prefix = try file.bytes(at: 0, count: Fingerprint.longest)
        let (reader, offset) = try session.makeReader(prefix: prefix, file)
        return try await run(&session, ReadAhead(FileChunks(file, from: offset)), reader)
    }

    /// Imports the chunks of an asynchronous sequence, such as those of a response.
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
    /// - Throws: As with a file; and what the sequence throws.
    @concurrent
    public func run<Chunks: AsyncSequence & Sendable>(
        _ chunks: Chunks, totalBytes: Int? = nil, in container: PersistentContainer,
        progress: Progress? = nil, onBatch: (@Sendable (ImportProgress) -> Void)? = nil
    ) async throws -> Result where Chunks.Element: Collection, Chunks.Element.Element == UInt8 {
        var session = try await session(in: container, totalBytes: totalBytes, progress, onBatch)
        return try await run(&session, ReadAhead(chunks))
    }

    private func session(
        in container: PersistentContainer, totalBytes: Int?, _ progress: Progress?,
        _ onBatch: (@Sendable (ImportProgress) -> Void)?
    ) async throws -> ImportSession {
        var stored: String?
        if let key = checkpointKey {
            // In memory, reading waits for the commit that is being made.
            do {
                stored = try await container.performBackgroundTask { try $0.checkpoint(key) }
            } catch is CancellationError {
                throw ImportError(.cancelled, "the import was cancelled before it began")
            }
        }
        return try ImportSession(
            self, container, stored: stored, totalBytes: totalBytes, progress, onBatch)
    }

    /// Runs over a source that can only be read from its start.
    private func run<Chunks>(
        _ session: inout ImportSession, _ ahead: ReadAhead<Chunks>
    ) async throws -> Result {
        let prefix = try await ahead.prefix(session.neededPrefix)
        var (reader, _) = try session.makeReader(prefix: prefix, nil)
        if !prefix.isEmpty { try reader.feed(prefix) }
        return try await run(&session, ahead, reader)
    }

    private func run<Chunks>(
        _ session: inout ImportSession, _ ahead: ReadAhead<Chunks>, _ reader: BatchReader
    ) async throws -> Result {
        await ahead.begin(reader)
        var next = try await ahead.next()
        while let batch = next {
            async let following = ahead.next()
            try await session.commitInBackground(batch)
            next = try await following
        }
        try await session.finishInBackground()
        return session.result
    }
}

/// Running step by step.
extension ImportOperation {
    /// Imports a file, and tells how far it has come as a sequence.
    ///
    /// The import runs in a task of its own and does not wait for whoever reads the steps: who is slow
    /// gets the newest. The last step has the ``ImportProgress/result``. Ending the loop early, or
    /// cancelling the task that runs it, cancels the import.
    ///
    /// - Parameters:
    ///   - path: Where the file is.
    ///   - container: Where the objects go.
    /// - Returns: The steps; the sequence throws what the import throws.
    public func steps(
        file path: String, in container: PersistentContainer
    ) -> AsyncThrowingStream<ImportProgress, any Error> {
        let (steps, continuation) = AsyncThrowingStream.makeStream(
            of: ImportProgress.self, throwing: (any Error).self,
            bufferingPolicy: .bufferingNewest(1))
        let task = Task { [self] in
            do {
                _ = try await run(file: path, in: container) { continuation.yield($0) }
                continuation.finish()
            } catch {
                continuation.finish(throwing: error)
            }
        }
        continuation.onTermination = { _ in task.cancel() }
        return steps
    }
}
