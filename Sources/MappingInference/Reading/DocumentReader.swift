import Dispatch
import MercatorPayload
import PayloadFormats

/// Reads the top-level values of a source, any number of times.
///
/// Lines are read in chunks and large JSON documents in pieces; any other source is read whole.
struct DocumentReader {
    private let source: PayloadSource
    let format: SourceFormat
    /// The size in bytes.
    let size: Int
    private let limits: ProfileLimits
    /// Indicates whether the source is a JSON container, which is read in pieces.
    private let isDivided: Bool
    /// Indicates whether batches are read on another thread.
    private let readsAhead: Bool

    var name: String { source.name }
    var folder: String { source.folder }

    /// Opens a source and detects its format.
    ///
    /// - Parameters:
    ///   - source: The source.
    ///   - limits: The limits.
    ///   - readsAhead: Whether to read batches on another thread, if there are several.
    /// - Throws: ``InferenceError`` if the source cannot be read, or has an unsupported format.
    init(
        _ source: PayloadSource, limits: ProfileLimits, readsAhead: Bool = false
    ) throws(InferenceError) {
        self.source = source
        self.limits = limits
        let file = try SourceBytes(source)
        size = file.size
        var start = try file.next()
        guard !start.isEmpty else {
            throw InferenceError(.empty, in: source.name, "the file is empty")
        }
        // Detecting the format requires a complete first line.
        while !start.dropFirst().contains(Byte.lineFeed), start.count < limits.recordBytes {
            let more = try file.next()
            guard !more.isEmpty else { break }
            start += more
        }
        if start.last == Byte.lineFeed { start += try file.next() }
        format = try SourceFormat(of: start, named: source.name)
        let mark = start.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        let first = start[mark...].first { !Byte.isWhiteSpace($0) }
        let isContainer = first == Byte.openingBracket || first == Byte.openingBrace
        isDivided = format == .json && isContainer && size > limits.wholeBytes
        let hasBatches = isDivided || format == .lines && size > SourceBytes.chunkSize
        self.readsAhead = readsAhead && hasBatches
    }

    /// Calls a closure with batches of top-level values.
    ///
    /// - Parameters:
    ///   - findsLarge: Whether to detect objects too large to be records.
    ///   - body: The closure.
    /// - Returns: The malformed lines, which were skipped.
    /// - Throws: ``InferenceError`` for the source, or from the closure.
    @discardableResult
    func forEach(
        findsLarge: Bool = false, _ body: (DocumentBatch) throws(InferenceError) -> Void
    ) throws(InferenceError) -> MalformedLines {
        guard readsAhead else { return try read(findsLarge: findsLarge, body) }
        let queue = BatchQueue()
        // Dispatch gives a serial queue a dedicated thread, even while other threads are blocked.
        DispatchQueue(label: "Mercator.DocumentReader").async { [self] in
            queue.end(
                Result { () throws(InferenceError) in
                    try read(findsLarge: findsLarge) { (batch) throws(InferenceError) in
                        try queue.add(batch)
                    }
                })
        }
        return try queue.forEach(body)
    }

    private func read(
        findsLarge: Bool, _ body: (DocumentBatch) throws(InferenceError) -> Void
    ) throws(InferenceError) -> MalformedLines {
        if isDivided {
            var pieces = try DocumentPieces(source, limits: limits, findsLarge: findsLarge)
            while let batch = try pieces.next() { try body(batch) }
            return MalformedLines()
        }
        let file = try SourceBytes(source)
        guard format != .lines else {
            var lines = LineBatches(file, name: name, limits: limits)
            while let batch = try lines.next() { try body(batch) }
            return lines.malformed
        }
        guard size <= limits.documentBytes else {
            throw InferenceError(
                .limitExceeded, in: name,
                "expected a document of at most \(limits.documentBytes) bytes in this format, "
                    + "found \(size); convert its records to lines of JSON")
        }
        let bytes = try file.rest()
        try body(DocumentBatch(tape: try document(bytes).tape, form: .document()))
        return MalformedLines()
    }

    private func document(_ bytes: [UInt8]) throws(InferenceError) -> PayloadDocument {
        do {
            switch format {
            case .json, .lines:
                return try PayloadDocument(parsing: bytes, options: Self.options)
            case .xml: return try PayloadFormat.xml.document(from: bytes, options: Self.options)
            case .plist:
                return try PayloadFormat.propertyList.document(from: bytes, options: Self.options)
            case .form: return try PayloadFormat.form.document(from: bytes, options: Self.options)
            case .csv: return try PayloadFormat.csv.document(from: bytes, options: Self.options)
            case .tsv: return try PayloadFormat.tsv.document(from: bytes, options: Self.options)
            }
        } catch let error as PayloadError {
            throw InferenceError(error, in: name, line: 1)
        } catch let error as PayloadFormatError {
            throw InferenceError(
                .malformed, in: name, "\(error)", line: error.location?.line ?? 0,
                column: error.location?.column ?? 0)
        } catch {
            throw InferenceError(.malformed, in: name, "\(error)")
        }
    }

    static let options = PayloadOptions(
        allowsTrailingComma: true, replacesLoneSurrogates: true)
}

extension InferenceError {
    /// Creates an error from a parsing error in a document at a line and column of the source.
    init(_ error: PayloadError, in name: String, line: Int, column: Int = 1) {
        let isLimit = error.code == .nestingTooDeep || error.code == .payloadTooLarge
        let column = error.line == 1 ? column - 1 + error.column : error.column
        let location = "line \(line - 1 + error.line), column \(column)"
        let message =
            error.code == .nestingTooDeep
            ? "nested more than 512 levels deep at \(location)"
            : "expected \(error.code.expectation), found \(error.found), at \(location)"
        self.init(
            isLimit ? .limitExceeded : .malformed, in: name, message, line: line - 1 + error.line,
            column: column)
    }
}
