public import ObjectGraph

/// Asynchronous imports, on two cores: the next batch is parsed and its records are collected
/// while the current one is mapped and saved in a background task of the container.
extension ImportOperation {
    /// Imports a file.
    ///
    /// Does not run on the caller's actor. While it waits for other commits, it does not block a
    /// thread of the cooperative pool. Cancelling the task ends the import after the batch that
    /// is being saved.
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
    /// - Complexity: As for the synchronous function.
    @concurrent
    public func run(
        file path: String, in container: PersistentContainer,
        progress: (any ImportProgressTarget)? = nil,
        onBatch: (@Sendable (ImportProgress) -> Void)? = nil
    ) async throws -> Result {
        let file = try SourceFile(path)
        let operation = reading(path)
        let part = try operation.part(of: file)
        var session = try await operation.session(
            part, in: container, totalBytes: file.size, progress, onBatch)
        guard file.size != nil else {
            return try await run(&session, ReadAhead(FileChunks(file, from: 0)))
        }
        let prefix = try file.bytes(at: part.start, count: Fingerprint.longest)
        let (reader, offset) = try session.makeReader(prefix: prefix, file)
        return try await run(
            &session, ReadAhead(FileChunks(file, from: offset, to: part.end)), reader)
    }

    /// Imports the chunks of an asynchronous sequence, such as a response body.
    ///
    /// Chunk boundaries are arbitrary. The sequence always begins at the start of the source; bytes
    /// processed by an earlier run are compared and skipped.
    ///
    /// - Parameters:
    ///   - chunks: The bytes of the source.
    ///   - totalBytes: The size of the source in bytes, if known.
    ///   - container: The container that receives the objects.
    ///   - progress: Receives the number of bytes saved; cancelling it cancels the import.
    ///   - onBatch: A closure called with the progress after each batch.
    /// - Returns: The result of the import.
    /// - Throws: The errors of importing a file and of the sequence.
    @concurrent
    public func run<Chunks: AsyncSequence & Sendable>(
        _ chunks: Chunks, totalBytes: Int? = nil, in container: PersistentContainer,
        progress: (any ImportProgressTarget)? = nil,
        onBatch: (@Sendable (ImportProgress) -> Void)? = nil
    ) async throws -> Result where Chunks.Element: Collection, Chunks.Element.Element == UInt8 {
        var session = try await session(
            part(of: nil), in: container, totalBytes: totalBytes, progress, onBatch)
        return try await run(&session, ReadAhead(chunks))
    }

    private func session(
        _ part: SourcePart, in container: PersistentContainer, totalBytes: Int?,
        _ progress: (any ImportProgressTarget)?,
        _ onBatch: (@Sendable (ImportProgress) -> Void)?
    ) async throws -> ImportSession {
        try ImportSession(
            self, part, container, stored: await storedText(in: container), totalBytes: totalBytes,
            progress, onBatch)
    }

    /// Returns the serialised checkpoint from the store, without blocking a thread.
    func storedText(in container: PersistentContainer) async throws -> String? {
        guard let key = checkpointKey else { return nil }
        // With an in-memory store, reading waits for a commit in progress.
        do {
            return try await container.performBackgroundTask { try $0.metadata(key) }
        } catch is CancellationError {
            throw ImportError(.cancelled, "the import was cancelled before it began")
        }
    }

    /// Imports a source that does not support seeking.
    func run<Chunks>(
        _ session: inout ImportSession, _ ahead: ReadAhead<Chunks>
    ) async throws -> Result {
        let prefix = try await ahead.prefix(session.neededPrefix)
        var (reader, _) = try session.makeReader(prefix: prefix, nil)
        if !prefix.isEmpty { try reader.feed(prefix) }
        return try await run(&session, ahead, reader)
    }

    func run<Chunks>(
        _ session: inout ImportSession, _ ahead: ReadAhead<Chunks>, _ reader: BatchReader
    ) async throws -> Result {
        let operation = session.operation
        await ahead.begin(reader) { [state = session.state] batch in
            operation.readsAhead ? operation.collected(batch, after: state) : nil
        }
        var next = try await ahead.next()
        while let batch = next {
            guard operation.readsAhead else {
                try await session.commitInBackground(batch)
                next = try await ahead.next()
                continue
            }
            async let following = ahead.next()
            try await session.commitInBackground(batch)
            next = try await following
        }
        try await session.finishInBackground()
        return session.result
    }
}

/// Imports as a sequence of steps.
extension ImportOperation {
    /// Imports a file, reporting the progress as a sequence.
    ///
    /// The import runs in a separate task and does not wait for the consumer: a slow consumer
    /// receives only the most recent step. The last step has the ``ImportProgress/result``. Leaving
    /// the loop early, or cancelling its task, cancels the import.
    ///
    /// - Parameters:
    ///   - path: The path of the file.
    ///   - container: The container that receives the objects.
    /// - Returns: The steps; the sequence throws the errors of the import.
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
