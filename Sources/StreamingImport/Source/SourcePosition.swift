/// A human-readable position in the source of an import; see `PayloadLocation`.
struct SourcePosition: Sendable, Hashable {
    /// The number of bytes before the position.
    var offset = 0
    /// The one-based line.
    var line = 1
    /// The one-based column, in Unicode scalars.
    var column = 1

    /// Converts a line and column relative to this position to absolute ones.
    func moved(toLine line: Int, column: Int) -> (line: Int, column: Int) {
        line == 1 ? (self.line, self.column + column - 1) : (self.line + line - 1, column)
    }
}
