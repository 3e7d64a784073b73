import EntityMapper
import Foundation
import ObjectGraph
import Payload

/// One run of an import: what the synchronous and the asynchronous way have in common.
///
/// It finds out where to begin, and maps and saves one batch after the other.
struct ImportSession {
    private let operation: ImportOperation
    private let container: PersistentContainer
    private let key: CheckpointKey?
    private let totalBytes: Int?
    private let progress: Progress?
    private let onBatch: ((ImportProgress) -> Void)?
    private let start = ContinuousClock.now
    private let load: StoreLoad
    /// The checkpoint as the store has it now.
    private var stored: String?
    private var state: ImportCheckpoint
    private var resumedFrom: ImportCheckpoint?
    private var issues: [MappingIssue] = []
    private var meter = ProgressMeter(bytes: 0, records: 0)

    /// Begins or goes on.
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

    /// What came of the import so far.
    var result: ImportOperation.Result {
        ImportOperation.Result(
            counts: state.counts, records: state.records,
            malformedRecords: state.malformedRecords, batches: state.batches,
            bytes: state.byteOffset, issues: issues, issueCount: state.issueCount,
            resumedFrom: resumedFrom)
    }
}

/// Beginning.
extension ImportSession {
    /// How many bytes have to be known to begin.
    var neededPrefix: Int { resumedFrom?.source.head.count ?? 0 }

    /// A reader for the source, and the byte from which it wants to be fed.
    ///
    /// - Parameters:
    ///   - prefix: The first bytes of the source.
    ///   - file: The source, if it can be read from any byte on.
    /// - Returns: Where to begin.
    /// - Throws: ``ImportError`` with code `sourceChanged`.
    mutating func makeReader(
        prefix: [UInt8], _ file: SourceFile?
    ) throws(ImportError) -> (reader: BatchReader, offset: Int) {
        let fresh = BatchReader(operation.format, limits, parser)
        guard let checkpoint = resumedFrom else { return (fresh, 0) }
        if let difference = try difference(from: checkpoint, prefix, file) {
            // Where that import is over, this is another one.
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

    /// What tells the source from that of the checkpoint; `nil` if nothing does so far.
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
        // Lines may be appended; behind a document comes nothing.
        if checkpoint.isFinished, format != .lines, size > source.place.offset {
            return "it has grown"
        }
        return nil
    }

    /// Whether what was read of the source is still there, byte by byte.
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
    /// Lets the store finish what it has left for the end; an import that fails does so as well.
    func finish() throws(StoreError) {
        do throws(StoreError) { try load.end() } catch { throw unfinished(error) }
    }

    /// Does the same beside the threads that all tasks share.
    func finishInBackground() async throws {
        guard let end = load.takeEnd() else { return }
        do {
            try await container.performBackgroundTask { _ in try end() }
        } catch is CancellationError {
            // All is saved; what is left to do serves everybody who reads.
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

    /// Maps and saves a batch, with the checkpoint behind it.
    ///
    /// - Throws: ``ImportError``; nothing of the batch is saved then, unless the error is about what
    ///   comes behind it.
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

    /// Does the same as a background task of the container, which blocks no task while others commit.
    ///
    /// - Throws: As ``commit(_:)``.
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

    /// What a unit of work does with a batch; it can be done again.
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

    /// What went wrong with a batch, in the words of the source.
    private func failure(_ error: any Error, _ batch: RecordBatch) -> any Error {
        if let error = error as? ImportError { return error }
        // Cancelled while it waited for its turn.
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
    /// Whether there is something to save: records, or the end of the source.
    fileprivate var needsSaving: Bool {
        document != nil || malformedCount > 0 || failure == nil
    }
}

extension MappingOperation {
    /// Maps the records of a batch; `nil` if there are none, or all were declined.
    fileprivate func result(
        of document: PayloadDocument?, in context: ManagedObjectContext
    ) throws -> CheckedResult? {
        guard let document else { return nil }
        do {
            return try runChecked(document, in: context)
        } catch MappingError.Code.unmappedPayload {
            // A single payload should not be declined as a whole; a thousand records of many may be.
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
