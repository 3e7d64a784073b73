/// A place in the source of an import, as people count it; see `PayloadLocation`.
struct SourcePlace: Sendable, Hashable {
    /// How many bytes come before it.
    var offset = 0
    /// From 1.
    var line = 1
    /// Unicode scalars of the line, from 1.
    var column = 1

    /// The place of something in a record that begins here, given its line and column in the record.
    func moved(toLine line: Int, column: Int) -> (line: Int, column: Int) {
        line == 1 ? (self.line, self.column + column - 1) : (self.line + line - 1, column)
    }
}

/// One record of a batch: where it is there, and where it came from.
struct RecordMark: Sendable, Hashable {
    /// Its bytes in the batch.
    let bytes: Range<Int>
    /// Which record of the source it is, from 0.
    let index: Int
    let start: SourcePlace
    let end: SourcePlace
}
