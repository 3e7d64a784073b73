import EntityMapper
import MercatorPayload

/// The reader of a source, by the options.
extension ImportOperation {
    var limits: BatchBuilder.Limits {
        BatchBuilder.Limits(
            records: max(
                1, min(options.batchRecords, options.payload.limits.elementsPerContainer)),
            bytes: max(1, options.batchBytes),
            recordBytes: format == .document ? .max : max(1, options.recordBytes))
    }

    var parser: BatchParser {
        BatchParser(
            options: options.payload, format: format, rows: rows,
            parseDocument: parseDocument, entity: entityName,
            skipsMalformed: format == .lines && options.mapping.failurePolicy != .fail,
            issueLimit: options.mapping.issueLimit)
    }

    func makeReader(of part: SourcePart = SourcePart()) -> BatchReader {
        BatchReader(format, limits, parser, part)
    }

    /// Returns the first batch of records of a file; `nil` if there are no records.
    ///
    /// - Throws: ``ImportError`` if the file cannot be read, or is malformed before the first
    ///   record.
    func firstBatch(of file: SourceFile) throws(ImportError) -> PayloadDocument? {
        var reader = makeReader()
        var chunks = FileChunks(file, from: 0)
        while true {
            switch try reader.step() {
            case .batch(let batch):
                if let failure = batch.failure, batch.document == nil { throw failure }
                return batch.document
            case .needsBytes: try reader.feed(try chunks.nextChunk())
            case .end: return nil
            }
        }
    }
}
