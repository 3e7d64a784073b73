import MercatorPayload

/// Finds records that are lines: NDJSON, also known as JSON lines.
///
/// A line feed always ends a record, because JSON strings cannot contain one. Blank lines are
/// ignored; a carriage return before the line feed is white space.
struct LineSplitter {
    /// The position of the next byte.
    private(set) var position: SourcePosition
    private var isInLine = false
    private var isBlank = true

    init(_ position: SourcePosition) {
        self.position = position
    }

    /// Processes a chunk until it ends or the batch is full, and returns the index reached.
    mutating func take(
        _ chunk: [UInt8], from start: Int, into batch: inout BatchBuilder
    ) throws(ImportError) -> Int {
        try ByteScanner.scan(chunk) { (window) throws(ImportError) -> Int in
            var index = start
            while index < window.count, !batch.isFull {
                let end = window.firstOffset(of: Byte.lineFeed, from: index)
                if !isInLine { begin(&batch) }
                if isBlank { isBlank = window.skipWhiteSpace(from: index) >= end }
                try batch.append(chunk[index..<end])
                position.offset += end - index
                index = end
                guard end < window.count else { break }
                endLine(&batch)
                position = SourcePosition(offset: position.offset + 1, line: position.line + 1)
                index += 1
            }
            return index
        }
    }

    /// Ends the last line, which may lack a line feed.
    mutating func finish(_ batch: inout BatchBuilder) {
        if isInLine { endLine(&batch) }
    }

    private mutating func begin(_ batch: inout BatchBuilder) {
        batch.begin(at: position)
        (isInLine, isBlank) = (true, true)
    }

    private mutating func endLine(_ batch: inout BatchBuilder) {
        if isBlank { batch.abandon() } else { batch.end(at: position) }
        isInLine = false
    }
}
