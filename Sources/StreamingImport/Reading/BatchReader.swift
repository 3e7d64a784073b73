import EntityMapper
import MercatorPayload

/// Turns the bytes of a source into batches.
///
/// Callers feed it with chunks, synchronously or asynchronously; this works alike for files,
/// sequences and asynchronous sequences.
struct BatchReader: Sendable {
    /// The outcome of a step.
    enum Step: Sendable {
        case batch(RecordBatch)
        case needsBytes
        case end
    }

    private let parser: BatchParser
    private let part: SourcePart
    private var splitter: RecordSplitter
    private var builder: BatchBuilder
    private var progress: SourceProgress
    /// The first bytes of the part, up to the length of a fingerprint; `nil` if they are not read.
    private var head: [UInt8]?
    private var chunk: [UInt8] = []
    private var chunkIndex = 0
    /// The digests of the source at the ends of the records of the batch.
    private var passage: SourcePassage
    private var isAtEnd = false
    private var isOver = false
    /// The skipping still to be done in a source that is read again from its start.
    private var skip: SourceSkip?

    /// Creates a reader at the start of a source or a part of it, or at the position of an earlier
    /// import.
    ///
    /// To resume, `head` is the beginning of the part, or `nil` if the source begins after it;
    /// `skip` compares and skips bytes that were already processed.
    init(
        _ format: ImportFormat, _ limits: BatchBuilder.Limits, _ parser: BatchParser,
        _ part: SourcePart = SourcePart(), resuming progress: SourceProgress? = nil,
        head: [UInt8]? = [], skip: SourceSkip? = nil
    ) {
        self.parser = parser
        self.head = head
        self.skip = skip
        self.part = part
        let progress = progress ?? (part.start > 0 ? part.beginning : nil)
        self.progress = progress ?? SourceProgress()
        passage = SourcePassage(self.progress.digest)
        splitter = RecordSplitter(
            format, allowsTrailingComma: parser.options.allowsTrailingComma, resuming: progress)
        self.progress.isFinished = false
        builder = BatchBuilder(
            limits, format.frame, firstIndex: part.records + self.progress.records,
            header: parser.rows?.header)
    }

    /// Supplies the next bytes of the source, or `nil` at its end.
    ///
    /// - Throws: ``ImportError`` with code `sourceChanged` if skipped bytes differ from the
    ///   original ones.
    mutating func feed(_ next: [UInt8]?) throws(ImportError) {
        guard var next else {
            try skip?.finish()
            isAtEnd = true
            return
        }
        if var skip {
            guard let rest = try skip.rest(of: next) else {
                self.skip = skip
                return
            }
            self.skip = nil
            next = rest
        }
        // At most the first few bytes remain, too few to detect a byte order mark.
        chunk = chunkIndex < chunk.count ? chunk[chunkIndex...] + next : next
        chunkIndex = 0
        if let count = head?.count, count < Fingerprint.longest {
            head? += chunk.dropFirst(max(0, part.start + count - splitter.position.offset))
                .prefix(Fingerprint.longest - count)
        }
    }

    /// Continues until a batch is complete or more bytes are needed.
    ///
    /// - Throws: ``ImportError`` if the source is malformed and no record precedes the fault.
    mutating func step() throws(ImportError) -> Step {
        guard !isOver else { return .end }
        do throws(ImportError) {
            guard try skipByteOrderMark() else { return .needsBytes }
            if chunkIndex < chunk.count {
                try takeChunk()
                if builder.isFull { return .batch(try batch()) }
            }
            guard isAtEnd else { return .needsBytes }
            try splitter.finish(&builder)
            readPassage(from: splitter.position.offset - chunkIndex)
        } catch {
            isOver = true
            guard !builder.marks.isEmpty else { throw error.located(in: parser.format) }
            var batch = try batch()
            batch.failure = batch.failure ?? error.located(in: parser.format)
            return .batch(batch)
        }
        isOver = true
        progress.isFinished = true
        return .batch(try batch())
    }

    private mutating func takeChunk() throws(ImportError) {
        let origin = splitter.position.offset - chunkIndex
        defer { readPassage(from: origin) }
        chunkIndex = try splitter.take(chunk, from: chunkIndex, into: &builder)
    }

    /// Digests the consumed part of the chunk that starts at an offset.
    private mutating func readPassage(from origin: Int) {
        passage.read(
            chunk, from: origin, recordEnds: builder.marks.lazy.map(\.end.offset),
            upTo: origin + chunkIndex)
    }

    /// Skips a byte order mark; returns `false` if there are too few bytes to detect one.
    private mutating func skipByteOrderMark() throws(ImportError) -> Bool {
        guard splitter.position.offset == 0, chunkIndex == 0 else { return true }
        let mark = Byte.byteOrderMark
        guard chunk.count >= mark.count || isAtEnd else { return false }
        if chunk.starts(with: mark) {
            splitter.skip(mark.count)
            chunkIndex = mark.count
            readPassage(from: 0)
        }
        return true
    }

    /// Returns the records collected so far as a batch.
    private mutating func batch() throws(ImportError) -> RecordBatch {
        let (bytes, marks) = builder.take()
        if let last = marks.last {
            progress.records = last.index + 1 - part.records
            progress.position = last.end
            progress.last = Fingerprint(of: last, in: bytes)
        }
        if progress.isFinished { progress.position = splitter.position }
        var batch = try parser.batch(bytes, marks, progress)
        // The batch may end before a malformed record.
        if let head {
            batch.progress.head = Fingerprint(
                of: head.prefix(batch.progress.position.offset - part.start), at: part.start)
        }
        batch.progress.digest = passage.endBatch(at: batch.progress.position.offset)
        return batch
    }
}
