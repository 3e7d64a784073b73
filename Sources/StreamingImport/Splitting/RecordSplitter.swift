import MercatorPayload

/// Finds records in any format.
enum RecordSplitter {
    case lines(LineSplitter)
    case collection(CollectionSplitter)
    case document(DocumentSplitter)

    /// Creates a splitter at the start of a source or, to resume, after a record or at the end.
    init(
        _ format: ImportFormat, allowsTrailingComma: Bool, resuming progress: SourceProgress?
    ) {
        switch format.kind {
        case .lines: self = .lines(LineSplitter(progress?.position ?? SourcePosition()))
        case .array(let path), .members(let path):
            var splitter = CollectionSplitter(
                path, isObject: format.kind == .members(path),
                allowsTrailingComma: allowsTrailingComma)
            if let progress {
                splitter.goOn(behindElementAt: progress.position, isFinished: progress.isFinished)
            }
            self = .collection(splitter)
        case .document:
            self = .document(DocumentSplitter(progress?.position ?? SourcePosition()))
        }
    }

    /// The position of the next byte.
    var position: SourcePosition {
        switch self {
        case .lines(let splitter): splitter.position
        case .collection(let splitter): splitter.position
        case .document(let splitter): splitter.position
        }
    }

    /// Advances over bytes that do not occupy columns.
    mutating func skip(_ count: Int) {
        var position = position
        position.offset += count
        switch self {
        case .lines: self = .lines(LineSplitter(position))
        case .collection(var splitter):
            splitter.lines = LineCounter(position)
            self = .collection(splitter)
        case .document: self = .document(DocumentSplitter(position))
        }
    }

    /// Processes a chunk until it ends or the batch is full, and returns the index reached.
    mutating func take(
        _ chunk: [UInt8], from start: Int, into batch: inout BatchBuilder
    ) throws(ImportError) -> Int {
        switch self {
        case .lines(var splitter):
            defer { self = .lines(splitter) }
            return try splitter.take(chunk, from: start, into: &batch)
        case .collection(var splitter):
            defer { self = .collection(splitter) }
            return try splitter.take(chunk, from: start, into: &batch)
        case .document(var splitter):
            defer { self = .document(splitter) }
            return try splitter.take(chunk, from: start, into: &batch)
        }
    }

    /// Completes the last record at the end of the source.
    mutating func finish(_ batch: inout BatchBuilder) throws(ImportError) {
        switch self {
        case .lines(var splitter):
            splitter.finish(&batch)
            self = .lines(splitter)
        case .collection(var splitter):
            defer { self = .collection(splitter) }
            try splitter.finish(&batch)
        case .document(let splitter): splitter.finish(&batch)
        }
    }
}
