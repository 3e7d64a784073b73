import EntityMapper
import MercatorPayload

/// Parses the document of a batch, and finds the records in it that are not valid JSON.
///
/// All records are parsed at once as an array or an object. Only if that fails, or if its elements
/// do not correspond to the records, is each record parsed separately.
struct BatchParser: Sendable {
    let options: PayloadOptions
    let format: ImportFormat
    /// The columns, if records are rows.
    let rows: RowNames?
    /// The parser of a source that is read as a whole.
    let parseDocument: @Sendable ([UInt8]) throws -> PayloadDocument
    /// The entity named in issues.
    let entity: String
    /// Indicates whether malformed records are skipped; otherwise the first one ends the import.
    let skipsMalformed: Bool
    let issueLimit: Int

    /// Parses records into a batch; `progress` is the progress after all of them.
    func batch(
        _ bytes: [UInt8], _ marks: [RecordMark], _ progress: SourceProgress
    ) throws(ImportError) -> RecordBatch {
        var batch = RecordBatch(progress: progress)
        guard !marks.isEmpty else { return batch }
        guard format.frame != .none else { return try whole(bytes, progress) }
        if let document = document(bytes, marks) {
            batch.document = document
            batch.marks = marks
            return batch
        }
        let good = wellFormed(among: marks, bytes, &batch)
        guard !good.isEmpty else { return batch }
        let kept = rebuilt(bytes, good)
        guard let document = document(kept.bytes, kept.marks) else {
            throw ImportError(
                .malformedSource,
                "expected records that are JSON each, found some that are not together; "
                    + "report this with the records", at: good[0].start, index: good[0].index)
        }
        batch.document = document
        batch.marks = kept.marks
        return batch
    }

    /// Returns the valid JSON records up to a fatal one, and adds issues for malformed records.
    private func wellFormed(
        among marks: [RecordMark], _ bytes: [UInt8], _ batch: inout RecordBatch
    ) -> [RecordMark] {
        var good: [RecordMark] = []
        for mark in marks {
            guard let fault = fault(of: bytes[mark.bytes]) else {
                good.append(mark)
                continue
            }
            let line = fault.line - (format.frame == .object ? 1 : 0)
            let location = mark.start.moved(toLine: line, column: fault.column)
            let path = path(of: mark, bytes)
            guard skipsMalformed else {
                batch.failure = failure(fault, path, location)
                batch.progress = batch.progress.stopped(behind: good.last, before: mark, bytes)
                break
            }
            batch.malformedCount += 1
            guard batch.malformed.count < issueLimit else { continue }
            batch.malformed.append(
                .malformedRecord(
                    of: entity, path: path, line: location.line,
                    column: location.column, expected: fault.code.expectation, found: fault.found))
        }
        return good
    }

    /// Parses a source as a whole; its size is known to be within the limit.
    private func whole(
        _ bytes: [UInt8], _ progress: SourceProgress
    ) throws(ImportError) -> RecordBatch {
        var batch = RecordBatch(progress: progress)
        do {
            batch.document = try parseDocument(bytes)
            return batch
        } catch {
            throw ImportError(malformed: error)
        }
    }

    /// Returns the path of a record in the source.
    private func path(of mark: RecordMark, _ bytes: [UInt8]) -> String {
        guard format.frame == .object else { return format.path(ofRecord: mark.index) }
        let record = bytes[mark.bytes]
        var count = 0
        while let byte = record.dropFirst(count + 1).first, byte != Byte.quotationMark {
            count += byte == Byte.backslash ? 2 : 1
        }
        let key = Array(record.dropFirst().prefix(count)).unescapedKey
        return format.path(ofRecord: mark.index, key: String(decoding: key, as: UTF8.self))
    }

    /// Returns the collection if it is valid and its elements are the records.
    private func document(_ bytes: [UInt8], _ marks: [RecordMark]) -> PayloadDocument? {
        var options = options
        // The enclosing collection is not part of the source.
        options.limits.nestingDepth = min(options.limits.nestingDepth, .max - 1) + 1
        options.limits.payloadBytes = .max
        guard let document = try? PayloadDocument(parsing: bytes, options: options),
            document.tape.count(at: 0) == marks.count, !endsWithComma(bytes, marks)
        else { return nil }
        var position = document.tape.firstChild(of: 0)
        for mark in marks {
            let isText = document.tape.isString(at: position)
            let start = document.tape.byteOffset(at: position) - (isText ? 1 : 0)
            guard start >= mark.bytes.lowerBound,
                bytes[mark.bytes.lowerBound..<start].allSatisfy(Byte.isWhiteSpace)
            else { return nil }
            position = document.tape.next(after: format.frame == .object ? position + 1 : position)
        }
        return rows.map { document.namingRows(by: $0.columns) } ?? document
    }

    /// Tests whether the last record ends with a comma, which would pass as a trailing
    /// comma of the collection.
    private func endsWithComma(_ bytes: [UInt8], _ marks: [RecordMark]) -> Bool {
        guard options.allowsTrailingComma, let last = marks.last else { return false }
        return bytes[last.bytes].last { !Byte.isWhiteSpace($0) } == Byte.comma
    }

    /// Returns the fault of a record, or `nil` if it is a single valid value.
    private func fault(of record: ArraySlice<UInt8>) -> PayloadError? {
        do {
            // A byte order mark is ignored at the start of a payload, but is a fault at the
            // start of a record.
            let isMarked = record.starts(with: Byte.byteOrderMark)
            let bytes = isMarked ? [UInt8](record.prefix(1)) : [UInt8](record)
            guard format.frame == .object else {
                _ = try PayloadDocument(parsing: bytes, options: options)
                return nil
            }
            // The brace is on a separate line, so that columns stay the same.
            _ = try PayloadDocument(
                parsing: [Byte.openingBrace, Byte.lineFeed] + bytes + [Byte.closingBrace],
                options: options)
            return nil
        } catch {
            return error
        }
    }

    private func failure(
        _ fault: PayloadError, _ path: String, _ location: (line: Int, column: Int)
    ) -> ImportError {
        ImportError(
            .malformedRecord,
            "expected \(fault.code.expectation), found \(fault.found); mend the source and go on from "
                + "the checkpoint",
            path: path, line: location.line, column: location.column, cause: fault)
    }

    private func rebuilt(
        _ bytes: [UInt8], _ marks: [RecordMark]
    ) -> (bytes: [UInt8], marks: [RecordMark]) {
        var kept: [UInt8] = []
        var moved: [RecordMark] = []
        for mark in marks {
            kept += [moved.isEmpty ? format.frame.opening : Byte.comma, Byte.lineFeed]
            let start = kept.count
            kept += bytes[mark.bytes]
            moved.append(
                RecordMark(
                    bytes: start..<kept.count, index: mark.index, start: mark.start, end: mark.end))
            kept.append(Byte.lineFeed)
        }
        kept.append(format.frame.closing)
        return (kept, moved)
    }
}

extension ImportError {
    /// Creates the error for a document that cannot be parsed.
    init(malformed error: any Error) {
        guard let fault = error as? PayloadError else {
            self.init(.malformedSource, "\(error)", cause: error)
            return
        }
        self.init(
            .malformedSource,
            "expected \(fault.code.expectation), found \(fault.found); mend the source",
            line: fault.line, column: fault.column, cause: fault)
    }
}

extension SourceProgress {
    /// Returns the progress before a record that ends the import and after the last good one.
    fileprivate func stopped(
        behind good: RecordMark?, before bad: RecordMark, _ bytes: [UInt8]
    ) -> SourceProgress {
        var progress = self
        progress.records = bad.index
        progress.isFinished = false
        // Without a good record the batch is empty, and nothing is written.
        guard let good else { return progress }
        progress.position = good.end
        progress.last = Fingerprint(of: good, in: bytes)
        return progress
    }
}

extension Fingerprint {
    /// Creates the fingerprint of a record, or of its end if it is long.
    init(of mark: RecordMark, in bytes: [UInt8]) {
        let compared = bytes[mark.bytes].suffix(Fingerprint.longest)
        self.init(of: compared, at: mark.start.offset + mark.bytes.count - compared.count)
    }
}
