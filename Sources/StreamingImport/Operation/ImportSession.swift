import EntityMapper
import MercatorPayload
import ObjectGraph

/// A run of an import: the parts shared by synchronous and asynchronous imports.
///
/// Determines the starting point, then maps and saves batches in sequence.
struct ImportSession {
    let operation: ImportOperation
    /// The part of the source that is imported.
    let part: SourcePart
    private let container: PersistentContainer
    private let key: MetadataKey?
    private let totalBytes: Int?
    private let progress: (any ImportProgressTarget)?
    private let onBatch: ((ImportProgress) -> Void)?
    private let start = ContinuousClock.now
    private let load: StoreLoad
    /// The serialised checkpoint currently in the store.
    private var stored: String?
    var state: ImportCheckpoint
    var resumedFrom: ImportCheckpoint?
    private var issues: [MappingIssue] = []
    var meter = ProgressMeter(bytes: 0, records: 0)

    /// Begins or resumes an import.
    ///
    /// - Throws: ``ImportError`` with code `invalidCheckpoint`.
    init(
        _ operation: ImportOperation, _ part: SourcePart, _ container: PersistentContainer,
        stored: String?, totalBytes: Int?, _ progress: (any ImportProgressTarget)?,
        _ onBatch: ((ImportProgress) -> Void)?
    ) throws {
        self.operation = operation.positioned(behind: part)
        self.part = part
        self.container = container
        let totalBytes = part.end.map { $0 - part.start } ?? totalBytes
        self.totalBytes = totalBytes
        self.progress = progress
        self.onBatch = onBatch
        load = StoreLoad(container.backend)
        self.stored = stored
        key = operation.checkpointKey
        state = ImportCheckpoint(
            name: operation.options.checkpointName ?? "", format: operation.format.description)
        (state.source, state.byteOffset) = (part.beginning, part.start)
        state.origin = operation.origin
        if let stored, !operation.options.startsOver {
            resumedFrom = try ImportCheckpoint(name: state.name, text: stored)
        }
        progress?.totalUnitCount = totalBytes.map(Int64.init) ?? -1
    }

    /// The number of bytes of the part that have been processed.
    var bytes: Int { state.byteOffset - part.start }

    /// The result so far.
    var result: ImportOperation.Result {
        ImportOperation.Result(
            counts: state.counts, records: state.records,
            malformedRecords: state.malformedRecords, batches: state.batches,
            bytes: bytes, issues: issues, issueCount: state.issueCount,
            resumedFrom: resumedFrom)
    }
}

/// Saving.
extension ImportSession {
    /// Completes work that the store has deferred to the end; a failed import does so
    /// on deallocation.
    func finish() throws(StoreError) {
        do throws(StoreError) { try load.end() } catch { throw unfinished(error) }
    }

    /// Performs the same work outside the cooperative thread pool.
    func finishInBackground() async throws {
        guard let end = load.takeEnd() else { return }
        do {
            try await container.performBackgroundTask { _ in try end() }
        } catch is CancellationError {
            // All records are saved, and the remaining work benefits every reader of the store.
            do throws(StoreError) { try end() } catch { throw unfinished(error) }
        } catch let error as StoreError {
            throw unfinished(error)
        }
    }

    private func unfinished(_ error: StoreError) -> StoreError {
        StoreError(
            error.code,
            "every record is saved, but the indexes deferred to the end could not be created: "
                + "\(error.message); the next operation that needs one tries again", sql: error.sql)
    }

    /// Maps and saves a batch together with the checkpoint after it.
    ///
    /// - Throws: ``ImportError``. Nothing of the batch is saved then, unless the fault lies in the
    ///   source after the batch.
    mutating func commit(_ read: RecordBatch) throws {
        try checkCancellation()
        let batch = operation.counted(read)
        if batch.needsSaving {
            let saved: Saved
            do {
                saved = try container.perform(retryLimit: retryLimit, work(on: batch))
            } catch {
                throw failure(error, batch)
            }
            keep(saved, of: batch)
            if let update = checkpointUpdate(after: saved) {
                stored = try container.perform(retryLimit: retryLimit, update)
            }
        }
        if let failure = batch.failure { throw failure }
    }

    /// Maps and saves a batch in a background task of the container, without blocking other tasks.
    ///
    /// - Throws: The errors of ``commit(_:)``.
    mutating func commitInBackground(_ read: RecordBatch) async throws {
        try checkCancellation()
        let batch = operation.counted(read)
        if batch.needsSaving {
            let saved: Saved
            do {
                saved = try await container.performBackgroundTask(
                    retryLimit: retryLimit, work(on: batch))
            } catch {
                throw failure(error, batch)
            }
            keep(saved, of: batch)
            if let update = checkpointUpdate(after: saved) {
                do {
                    stored = try await container.performBackgroundTask(
                        retryLimit: retryLimit, update)
                } catch is CancellationError {
                    throw ImportError.cancelled(state)
                }
            }
        }
        if let failure = batch.failure { throw failure }
    }

    /// The state of a batch when it is saved.
    private struct Saved {
        /// The checkpoint with all results of the batch.
        let state: ImportCheckpoint
        /// The checkpoint as saved with the batch, before the check of connections.
        let stored: ImportCheckpoint
        /// The text of `stored`.
        let text: String
        let result: MappingResult?
        let changes: ChangeHashes?
        let account: LoadAccount?
    }

    private var retryLimit: Int { operation.options.mapping.retryLimit }

    /// Returns the unit of work for a batch; it can be repeated.
    private func work(
        on batch: RecordBatch
    ) -> @Sendable (ManagedObjectContext) throws -> Saved {
        var mapping = operation.mapping(of: batch, after: state)
        mapping.options.issueLimit = max(0, mapping.options.issueLimit - issues.count)
        let comparesChanges = operation.account?.isComparing ?? false
        mapping.account = operation.account?.load
        return { [key, stored, state, mapping, willSave = operation.willSave] context in
            if let key, try context.metadata(key) != stored {
                throw ImportError.checkpointMoved(state.name)
            }
            var changes: ChangeHashes?
            let result = try mapping.commit(in: context) {
                let result = try mapping.result(of: batch, in: context)
                if comparesChanges { changes = context.changeHashes(upTo: ImportAccount.limit) }
                return result
            } completing: { result in
                try willSave?(context, result?.beforeSaving)
                let text = state.adding(batch, result?.beforeSaving).text
                if let key, text != stored {
                    context.compareAndSet(MetadataChange(key, from: stored, to: text))
                }
            }
            let next = state.adding(batch, result?.beforeSaving)
            let saved = result?.afterSaving
            return Saved(
                state: state.adding(batch, saved), stored: next, text: next.text, result: saved,
                changes: changes, account: result?.account)
        }
    }

    /// Returns a unit of work that adds the counts of the connection check to the stored
    /// checkpoint.
    ///
    /// The check runs after the commit. The unit of work returns the text of the stored checkpoint.
    /// If a concurrent run has moved the checkpoint, it is unchanged, and the next batch fails.
    /// Returns `nil` if there are no counts.
    private func checkpointUpdate(
        after saved: Saved
    ) -> (@Sendable (ManagedObjectContext) throws -> String)? {
        guard let key, saved.state != saved.stored else { return nil }
        return { context in
            guard try context.metadata(key) == saved.text else { return saved.text }
            let text = saved.state.text
            context.compareAndSet(MetadataChange(key, from: saved.text, to: text))
            try context.save()
            return text
        }
    }

    private mutating func keep(_ saved: Saved, of batch: RecordBatch) {
        keepIssues(batch, saved.result)
        operation.account?.add(saved.changes, saved.account)
        state = saved.state
        if key != nil { stored = saved.text }
        report(isOver: batch.failure == nil && batch.progress.isFinished)
    }

    private mutating func keepIssues(_ batch: RecordBatch, _ result: MappingResult?) {
        var found = batch.malformed
        if let document = batch.document, let result {
            let relocation = IssueRelocation(
                document: document, marks: batch.marks, format: operation.format)
            found += relocation.moved(result.issues)
        }
        if !batch.malformed.isEmpty {
            found.sort { ($0.line, $0.column) < ($1.line, $1.column) }
        }
        issues += found.prefix(max(0, operation.options.mapping.issueLimit - issues.count))
    }

    /// Converts an error in a batch to an error that refers to the source.
    private func failure(_ error: any Error, _ batch: RecordBatch) -> any Error {
        if let error = error as? ImportError { return error }
        // The import was cancelled while waiting for its turn to commit.
        if error is CancellationError { return ImportError.cancelled(state) }
        let mappingError = error as? MappingError
        if mappingError?.code.description == MappingError.Code.cancelled.description {
            return ImportError.cancelled(state)
        }
        if let issue = mappingError?.issue, let document = batch.document {
            let relocation = IssueRelocation(
                document: document, marks: batch.marks, format: operation.format)
            let moved = relocation.moved([issue])[0]
            return ImportError(
                .recordFailed, "\(moved)", issue: moved, cause: error)
        }
        let lines = batch.marks.first.map { first in
            "records \(first.index) to \(batch.marks.last?.index ?? first.index), from line \(first.start.line) on"
        }
        return ImportError(
            .batchFailed,
            "\(lines ?? "the end of the source") could not be saved: \(error); what was saved before "
                + "stays", cause: error)
    }

    private func checkCancellation() throws(ImportError) {
        guard Task.isCancelled || progress?.isCancelled == true else { return }
        throw ImportError.cancelled(state)
    }

    private mutating func report(isOver: Bool) {
        progress?.completedUnitCount = Int64(bytes)
        if isOver { progress?.totalUnitCount = Int64(bytes) }
        guard let onBatch else { return }
        let elapsed = start.duration(to: .now)
        let rates = meter.rates(at: elapsed, bytes: bytes, records: state.records)
        onBatch(
            ImportProgress(
                bytes: bytes, totalBytes: totalBytes, records: state.records,
                batches: state.batches, issueCount: state.issueCount, elapsed: elapsed,
                bytesPerSecond: rates.bytes, recordsPerSecond: rates.records,
                result: isOver ? result : nil))
    }
}

extension RecordBatch {
    /// Indicates whether there is anything to save: records, or the end of the source.
    fileprivate var needsSaving: Bool {
        document != nil || malformedCount > 0 || failure == nil
    }
}

extension MappingOperation {
    /// Maps the records of a batch; returns `nil` if there are none or all were declined.
    fileprivate func result(
        of batch: RecordBatch, in context: ManagedObjectContext
    ) throws -> CheckedResult? {
        guard let document = batch.document else { return nil }
        do {
            guard let collected = batch.collected else {
                return try runChecked(document, in: context)
            }
            return try runChecked(collected, in: context)
        } catch MappingError.Code.unmappedPayload {
            // Declining an entire payload is an error, but a batch may consist of
            // declined records only.
            return nil
        }
    }
}

extension ImportError {
    fileprivate static func cancelled(_ state: ImportCheckpoint) -> ImportError {
        ImportError(
            .cancelled,
            "the import was cancelled behind \(state.records) records, which are saved")
    }

    fileprivate static func checkpointMoved(_ name: String) -> ImportError {
        ImportError(
            .checkpointMoved,
            "expected the checkpoint '\(name)' as this import has left it, found another one: "
                + "another run of the same import has moved or removed it; wait for that run to "
                + "end, and run the import again")
    }
}
