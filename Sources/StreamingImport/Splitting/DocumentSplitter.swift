import Payload

/// Takes a source as a whole: all of it is one record.
struct DocumentSplitter {
    /// The position of the next byte; lines are not counted.
    private(set) var place: SourcePlace
    private var isInDocument = false

    init(_ place: SourcePlace) {
        self.place = place
    }

    /// Appends the rest of a chunk to the record, and returns its end.
    mutating func take(
        _ chunk: [UInt8], from start: Int, into batch: inout BatchBuilder
    ) throws(ImportError) -> Int {
        if !isInDocument { batch.begin(at: place) }
        isInDocument = true
        try batch.append(chunk[start...])
        place.offset += chunk.count - start
        return chunk.count
    }

    /// Ends the record at the end of the source.
    func finish(_ batch: inout BatchBuilder) {
        if isInDocument { batch.end(at: place) }
    }
}
