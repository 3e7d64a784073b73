package import ObjectGraph

/// Imports of a partial source, such as a range response.
extension ImportOperation {
    /// The checkpoint of an import, as the store has it.
    package struct SavedProgress: Sendable, Equatable {
        fileprivate let text: String?
        /// The checkpoint; `nil` if the store has none.
        package let checkpoint: ImportCheckpoint?
    }

    /// Reads the checkpoint, before it is known which bytes of the source there will be.
    ///
    /// - Parameter container: The container that receives the objects.
    /// - Returns: The progress, for ``run(_:from:after:totalBytes:in:onBatch:)``.
    /// - Throws: `StoreError` if the store cannot be read; ``ImportError`` with code
    ///   `invalidCheckpoint`, or `indivisible` if the options request a part.
    package func savedProgress(in container: PersistentContainer) async throws -> SavedProgress {
        _ = try part(of: nil)
        let text = try await storedText(in: container)
        return SavedProgress(
            text: text,
            checkpoint: options.startsOver
                ? nil
                : try text.map { try ImportCheckpoint(name: options.checkpoint ?? "", text: $0) })
    }

    /// Imports the chunks of a source from an offset.
    ///
    /// Bytes before the checkpoint are compared and skipped. The import fails if a concurrent run
    /// has changed the stored progress since it was read.
    ///
    /// - Parameters:
    ///   - chunks: The bytes of the source from the offset on.
    ///   - offset: The offset, at most the checkpoint's; 0 for a source from its start.
    ///   - progress: The progress as it was read from the store.
    ///   - totalBytes: The size of the whole source in bytes, if known.
    ///   - container: The container that receives the objects.
    ///   - onBatch: A closure called with the progress after each batch.
    /// - Returns: The result of the import.
    /// - Throws: The errors of importing a file and of the sequence.
    @concurrent
    package func run<Chunks: AsyncSequence & Sendable>(
        _ chunks: Chunks, from offset: Int, after progress: SavedProgress, totalBytes: Int?,
        in container: PersistentContainer, onBatch: (@Sendable (ImportProgress) -> Void)?
    ) async throws -> Result where Chunks.Element: Collection, Chunks.Element.Element == UInt8 {
        var session = try ImportSession(
            self, SourcePart(), container, stored: progress.text, totalBytes: totalBytes, nil,
            onBatch)
        guard offset > 0 else { return try await run(&session, ReadAhead(chunks)) }
        let reader = try session.makeReader(from: offset)
        return try await run(&session, ReadAhead(chunks), reader)
    }
}

extension ImportOperation.Result {
    /// Creates the result of an import whose source has not changed since it was finished.
    package init(unchangedSince checkpoint: ImportCheckpoint) {
        self.init(
            counts: checkpoint.counts, records: checkpoint.records,
            malformedRecords: checkpoint.malformedRecords, batches: checkpoint.batches,
            bytes: checkpoint.byteOffset, issues: [], issueCount: checkpoint.issueCount,
            resumedFrom: checkpoint)
    }
}
