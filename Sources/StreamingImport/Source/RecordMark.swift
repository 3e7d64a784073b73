/// The bytes of a record in its batch, and its origin in the source.
struct RecordMark: Sendable, Hashable {
    /// The range of bytes in the batch.
    let bytes: Range<Int>
    /// The zero-based index of the record in the source.
    let index: Int
    let start: SourcePosition
    let end: SourcePosition
}
