import EntityMapper
import MercatorPayload
import ObjectGraph

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
        let fresh = operation.makeReader(of: part)
        guard let checkpoint = resumedFrom else { return (fresh, part.start) }
        if let difference = try difference(from: checkpoint, prefix, file) {
            // After a finished import, a different source begins a new one.
            guard checkpoint.isFinished else { throw checkpoint.sourceChanged(difference) }
            resumedFrom = nil
            return (fresh, part.start)
        }
        goOn(from: checkpoint)
        let head = prefix.prefix(min(Fingerprint.longest, bytes))
        let reader = BatchReader(
            operation.format, operation.limits, operation.parser, part,
            resuming: checkpoint.source, head: Array(head),
            skip: file == nil ? SourceSkip(checkpoint) : nil)
        return (reader, file == nil ? 0 : checkpoint.byteOffset)
    }

    /// Creates a reader for a source from an offset, at most the checkpoint's offset.
    ///
    /// - Throws: ``ImportError`` with code `sourceChanged`.
    mutating func makeReader(from offset: Int) throws(ImportError) -> BatchReader {
        guard let checkpoint = resumedFrom, checkpoint.format == operation.format.description,
            offset <= checkpoint.byteOffset
        else {
            throw ImportError(
                .sourceChanged,
                "expected a checkpoint of the format \(operation.format), at byte \(offset) or "
                    + "behind it, found another one; read the source from its start")
        }
        goOn(from: checkpoint)
        return BatchReader(
            operation.format, operation.limits, operation.parser, part,
            resuming: checkpoint.source, head: nil, skip: SourceSkip(checkpoint, from: offset))
    }

    private mutating func goOn(from checkpoint: ImportCheckpoint) {
        state = checkpoint
        state.origin = operation.origin
        meter = ProgressMeter(bytes: bytes, records: state.records)
    }

    /// Returns a difference between the source and the checkpoint's source, or `nil`.
    private func difference(
        from checkpoint: ImportCheckpoint, _ prefix: [UInt8], _ file: SourceFile?
    ) throws(ImportError) -> String? {
        let (source, format) = (checkpoint.source, operation.format)
        guard checkpoint.format == format.description else { return "it is read as \(format)" }
        guard source.head.offset == part.start else {
            return "the part begins at byte \(part.start)"
        }
        let head = prefix.prefix(source.head.count)
        guard Fingerprint(of: head, at: part.start) == source.head else {
            return "its first bytes differ"
        }
        guard let file, let size = file.size else { return nil }
        guard size >= source.position.offset else { return "it ends at byte \(size)" }
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
        if checkpoint.isFinished, format != .lines, size > source.position.offset {
            return "it has grown"
        }
        return nil
    }

    /// Tests whether all bytes processed earlier are unchanged.
    private func hasSameBytes(
        as source: SourceProgress, _ file: SourceFile
    ) throws(ImportError) -> Bool {
        guard let expected = source.digest else { return true }
        var digest = SourceDigest(from: source.head.offset)
        while digest.count < source.position.offset {
            let count = min(SourceFile.chunkSize, source.position.offset - digest.count)
            let bytes = try file.bytes(at: digest.count, count: count)
            guard !bytes.isEmpty else { return false }
            digest.add(bytes[...])
        }
        return digest == expected
    }
}
