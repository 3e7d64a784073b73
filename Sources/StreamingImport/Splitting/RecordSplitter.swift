import Payload

/// Finds records in either format.
enum RecordSplitter {
    case lines(LineSplitter)
    case array(ArraySplitter)

    /// Begins at the start of a source, or behind a record, or behind everything.
    init(
        _ format: ImportFormat, allowsTrailingComma: Bool, resuming progress: SourceProgress?
    ) {
        switch format.kind {
        case .lines: self = .lines(LineSplitter(progress?.place ?? SourcePlace()))
        case .array(let path):
            var splitter = ArraySplitter(path, allowsTrailingComma: allowsTrailingComma)
            if let progress {
                splitter.goOn(behindElementAt: progress.place, isFinished: progress.isFinished)
            }
            self = .array(splitter)
        }
    }

    /// Where the next byte is.
    var place: SourcePlace {
        switch self {
        case .lines(let splitter): splitter.place
        case .array(let splitter): splitter.place
        }
    }

    /// Counts bytes that are no part of the text, and take no column.
    mutating func skip(_ count: Int) {
        var place = place
        place.offset += count
        switch self {
        case .lines: self = .lines(LineSplitter(place))
        case .array(var splitter):
            splitter.lines = LineCounter(place)
            self = .array(splitter)
        }
    }

    /// Moves over a chunk until it ends or the batch is full, and returns how far it came.
    mutating func take(
        _ chunk: [UInt8], from start: Int, into batch: inout BatchBuilder
    ) throws(ImportError) -> Int {
        switch self {
        case .lines(var splitter):
            defer { self = .lines(splitter) }
            return try splitter.take(chunk, from: start, into: &batch)
        case .array(var splitter):
            defer { self = .array(splitter) }
            return try splitter.take(chunk, from: start, into: &batch)
        }
    }

    /// Ends with the source.
    mutating func finish(_ batch: inout BatchBuilder) throws(ImportError) {
        switch self {
        case .lines(var splitter):
            splitter.finish(&batch)
            self = .lines(splitter)
        case .array(var splitter):
            defer { self = .array(splitter) }
            try splitter.finish(&batch)
        }
    }
}
