import MercatorPayload

/// Takes a source as a whole: all of it is one record.
struct DocumentSplitter {
    /// The position of the next byte; lines are not counted.
    private(set) var position: SourcePosition
    private var isInDocument = false

    init(_ position: SourcePosition) {
        self.position = position
    }

    /// Appends the rest of a chunk to the record, and returns its end.
    mutating func take(
        _ chunk: [UInt8], from start: Int, into batch: inout BatchBuilder
    ) throws(ImportError) -> Int {
        if !isInDocument { batch.begin(at: position) }
        isInDocument = true
        try batch.append(chunk[start...])
        position.offset += chunk.count - start
        return chunk.count
    }

    /// Ends the record at the end of the source.
    func finish(_ batch: inout BatchBuilder) {
        if isInDocument { batch.end(at: position) }
    }
}
