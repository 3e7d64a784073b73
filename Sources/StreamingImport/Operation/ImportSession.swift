import EntityMapper
import Foundation
import ObjectGraph
import Payload

/// A run of an import: the parts shared by synchronous and asynchronous imports.
///
/// Determines the starting point, then maps and saves one batch after another.
struct ImportSession {
    private let operation: ImportOperation
    private let container: PersistentContainer
    private let key: CheckpointKey?
    private let totalBytes: Int?
    private let progress: Progress?
    private let onBatch: ((ImportProgress) -> Void)?
    private let start = ContinuousClock.now
    private let load: StoreLoad
    /// The serialised checkpoint currently in the store.
    private var stored: String?
    private var state: ImportCheckpoint
    private var resumedFrom: ImportCheckpoint?
    private var issues: [MappingIssue] = []
    private var meter = ProgressMeter(bytes: 0, records: 0)

    /// Begins or resumes an import.
    ///
    /// - Throws: ``ImportError`` with code `invalidCheckpoint`.
    init(
        _ operation: ImportOperation, _ container: PersistentContainer, stored: String?,
        totalBytes: Int?, _ progress: Progress?, _ onBatch: ((ImportProgress) -> Void)?
    ) throws {
        self.operation = operation
        self.container = container
        self.totalBytes = totalBytes
        self.progress = progress
        self.onBatch = onBatch
        load = StoreLoad(container.backend)
        self.stored = stored
        key = operation.checkpointKey
        state = ImportCheckpoint(
            name: operation.options.checkpoint ?? "", format: operation.format.description)
        if let stored, !operation.options.startsOver {
            resumedFrom = try ImportCheckpoint(name: state.name, text: stored)
        }
        progress?.totalUnitCount = totalBytes.map(Int64.init) ?? -1
    }

    /// The result so far.
    var result: ImportOperation.Result {
        ImportOperation.Result(
            counts: state.counts, records: state.records,
            malformedRecords: state.malformedRecords, batches: state.batches,
            bytes: state.byteOffset, issues: issues, issueCount: state.issueCount,
            resumedFrom: resumedFrom)
    }
}

/// Starting point.
extension ImportSession {
    /// The number of bytes at the start of the source that determine the starting point.
    var neededPrefix: Int { resumedFrom?.source.head.count ?? 0 }

    /// Creates a reader for the source, and returns it with the offset of the first byte to feed.
    ///
    /// - Parameters:
    ///   - prefix: The first bytes of the source.
    ///   - file: The source, if it supports seeking.
    /// - Returns: The reader and the offset.
    /// - Throws: ``ImportError`` with code `sourceChanged`.
    mutating func makeReader(
        prefix: [UInt8], _ file: SourceFile?
    ) throws(ImportError) -> (reader: BatchReader, offset: Int) {
        let fresh = BatchReader(operation.format, limits, parser)
        guard let checkpoint = resumedFrom else { return (fresh, 0) }
        if let difference = try difference(from: checkpoint, prefix, file) {
            // After a finished import, a different source begins a new one.
            guard checkpoint.isFinished else { throw checkpoint.sourceChanged(difference) }
            resumedFrom = nil
            return (fresh, 0)
        }
        state = checkpoint
        meter = ProgressMeter(bytes: state.byteOffset, records: state.records)
        let head = prefix.prefix(min(Fingerprint.longest, checkpoint.byteOffset))
        let reader = BatchReader(
            operation.format, limits, parser, resuming: checkpoint.source, head: Array(head),
            skip: file == nil ? SourceSkip(checkpoint) : nil)
        return (reader, file == nil ? 0 : checkpoint.byteOffset)
    }

    /// Returns the difference between the source and that of the checkpoint, or `nil` if
    /// none is found yet.
    private func difference(
        from checkpoint: ImportCheckpoint, _ prefix: [UInt8], _ file: SourceFile?
    ) throws(ImportError) -> String? {
        let (source, format) = (checkpoint.source, operation.format)
        guard checkpoint.format == format.description else { return "it is read as \(format)" }
        let head = prefix.prefix(source.head.count)
        guard Fingerprint(of: head, at: 0) == source.head else { return "its first bytes differ" }
        guard let file, let size = file.size else { return nil }
        guard size >= source.place.offset else { return "it ends at byte \(size)" }
        if let last = source.last {
            let bytes = try file.bytes(at: last.offset, count: last.count)
            guard Fingerprint(of: bytes, at: last.offset) == last else {
                return "the record in front of it differs"
            }
        }
        guard try hasSameBytes(as: source, file) else {
            return ImportCheckpoint.earlierDifference
        }
        // Lines may be appended to a source, whereas a document is complete.
        if checkpoint.isFinished, format != .lines, size > source.place.offset {
            return "it has grown"
        }
        return nil
    }

    /// Tests whether all bytes processed earlier are unchanged.
    private func hasSameBytes(
        as source: SourceProgress, _ file: SourceFile
    ) throws(ImportError) -> Bool {
        guard let expected = source.digest else { return true }
        var digest = SourceDigest()
        while digest.count < source.place.offset {
            let count = min(SourceFile.chunkSize, source.place.offset - digest.count)
            let bytes = try file.bytes(at: digest.count, count: count)
            guard !bytes.isEmpty else { return false }
            digest.add(bytes[...])
        }
        return digest == expected
    }

    private var limits: BatchBuilder.Limits {
        let options = operation.options
        return BatchBuilder.Limits(
            records: max(
                1, min(options.batchRecords, options.payload.limits.elementsPerContainer)),
            bytes: max(1, options.batchBytes), recordBytes: max(1, options.recordBytes))
    }

    private var parser: BatchParser {
        let options = operation.options
        return BatchParser(
            options: options.payload, prefix: operation.format.prefix,
            entity: operation.entityName,
            skipsMalformed: operation.format == .lines && options.mapping.failurePolicy != .fail,
            issueLimit: options.mapping.issueLimit)
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
            "every record is saved, but indexes that were left for the end could not be made: "
                + "\(error.message); whoever needs one next tries again", sql: error.sql)
    }

    /// Maps and saves a batch together with the checkpoint after it.
    ///
    /// - Throws: ``ImportError``. Nothing of the batch is saved then, unless the fault lies in the
    ///   source after the batch.
    mutating func commit(_ batch: RecordBatch) throws {
        try checkCancellation()
        if batch.needsSaving {
            do {
                let saved = try container.perform(retryLimit: retryLimit, work(on: batch))
                keep(saved, of: batch)
            } catch {
                throw failure(error, batch)
            }
        }
        if let failure = batch.failure { throw failure }
    }

    /// Maps and saves a batch in a background task of the container, without blocking other tasks.
    ///
    /// - Throws: The errors of ``commit(_:)``.
    mutating func commitInBackground(_ batch: RecordBatch) async throws {
        try checkCancellation()
        if batch.needsSaving {
            do {
                let saved = try await container.performBackgroundTask(
                    retryLimit: retryLimit, work(on: batch))
                keep(saved, of: batch)
            } catch {
                throw failure(error, batch)
            }
        }
        if let failure = batch.failure { throw failure }
    }

    /// The state of a batch when it is saved.
    private struct Saved {
        /// The checkpoint with all results of the batch.
        let state: ImportCheckpoint
        /// The text of the checkpoint as saved with the batch, before the check of connections.
        let text: String
        let result: MappingResult?
    }

    private var retryLimit: Int { operation.options.mapping.retryLimit }

    /// Returns the unit of work for a batch; it can be repeated.
    private func work(
        on batch: RecordBatch
    ) -> @Sendable (ManagedObjectContext) throws -> Saved {
        var mapping = MappingOperation(operation.plan, options: operation.options.mapping)
        mapping.metadata = operation.metadata
        mapping.options.issueLimit = max(0, mapping.options.issueLimit - issues.count)
        return { [key, stored, state, mapping] context in
            if let key, try context.checkpoint(key) != stored {
                throw ImportError.checkpointMoved(state.name)
            }
            let result = try mapping.result(of: batch.document, in: context)
            let text = state.adding(batch, result?.beforeSaving).text
            if let key, text != stored {
                context.moveCheckpoint(CheckpointChange(key, from: stored, to: text))
            }
            try mapping.save(context)
            let saved = result?.afterSaving
            return Saved(state: state.adding(batch, saved), text: text, result: saved)
        }
    }

    private mutating func keep(_ saved: Saved, of batch: RecordBatch) {
        keepIssues(batch, saved.result)
        state = saved.state
        if key != nil { stored = saved.text }
        report(isOver: batch.failure == nil && batch.progress.isFinished)
    }

    private mutating func keepIssues(_ batch: RecordBatch, _ result: MappingResult?) {
        var found = batch.malformed
        if let document = batch.document, let result {
            let places = IssuePlaces(
                document: document, marks: batch.marks, prefix: operation.format.prefix)
            found += places.moved(result.issues)
        }
        if !batch.malformed.isEmpty {
            found.sort { ($0.line, $0.column) < ($1.line, $1.column) }
        }
        issues += found.prefix(max(0, operation.options.mapping.issueLimit - issues.count))
    }

    /// Converts an error of a batch to one that refers to the source.
    private func failure(_ error: any Error, _ batch: RecordBatch) -> any Error {
        if let error = error as? ImportError { return error }
        // The import was cancelled while waiting for its turn to commit.
        if error is CancellationError { return ImportError.cancelled(state) }
        let mappingError = error as? MappingError
        if mappingError?.code.description == MappingError.Code.cancelled.description {
            return ImportError.cancelled(state)
        }
        if let issue = mappingError?.issue, let document = batch.document {
            let places = IssuePlaces(
                document: document, marks: batch.marks, prefix: operation.format.prefix)
            let moved = places.moved([issue])[0]
            return ImportError(
                .recordFailed, "\(moved)", issue: moved, cause: error)
        }
        let lines = batch.marks.first.map { first in
            "records \(first.index) to \(batch.progress.records - 1), from line \(first.start.line) on"
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
        progress?.completedUnitCount = Int64(state.byteOffset)
        if isOver { progress?.totalUnitCount = Int64(state.byteOffset) }
        guard let onBatch else { return }
        let elapsed = start.duration(to: .now)
        let rates = meter.rates(at: elapsed, bytes: state.byteOffset, records: state.records)
        onBatch(
            ImportProgress(
                bytes: state.byteOffset, totalBytes: totalBytes, records: state.records,
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
        of document: PayloadDocument?, in context: ManagedObjectContext
    ) throws -> CheckedResult? {
        guard let document else { return nil }
        do {
            return try runChecked(document, in: context)
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
            "expected the checkpoint '\(name)' as this import has left it, found another one: somebody "
                + "else runs the same import, or has removed it; wait for them, and run it again")
    }
}
