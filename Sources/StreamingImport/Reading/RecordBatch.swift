import EntityMapper
import MercatorPayload

/// Records of a source, ready to be mapped.
struct RecordBatch: Sendable {
    /// The well-formed records as an array, or `nil` if there are none.
    var document: PayloadDocument?
    /// The collected records of the document, if they were collected ahead.
    var collected: CollectedRecords?
    /// The origins of the elements of the document.
    var marks: [RecordMark] = []
    /// The issues of malformed records, up to the limit.
    var malformed: [MappingIssue] = []
    var malformedCount = 0
    /// The progress after this batch.
    var progress: SourceProgress
    /// The numbers of records at the root paths, if these are not the records of the source.
    var rootRecords: [Int] = []
    /// The fault after these records that ends the import.
    var failure: ImportError?
}

extension ImportCheckpoint {
    /// Returns the checkpoint after a further batch.
    func adding(_ batch: RecordBatch, _ result: MappingResult?) -> ImportCheckpoint {
        var next = self
        next.source = batch.progress
        next.records = batch.progress.records
        next.rootRecords =
            rootRecords.isEmpty
            ? batch.rootRecords
            : zip(rootRecords, batch.rootRecords).map(+)
        next.byteOffset = batch.progress.position.offset
        next.isFinished = batch.progress.isFinished
        next.malformedRecords += batch.malformedCount
        next.issueCount += batch.malformedCount + (result?.issueCount ?? 0)
        if batch.document != nil { next.batches += 1 }
        for (entity, counts) in result?.counts ?? [:] {
            next.counts[entity, default: MappingCounts()] += counts
        }
        return next
    }
}
