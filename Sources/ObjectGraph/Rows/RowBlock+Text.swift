extension RowBlock {
    /// The bytes of a text, or of a list's JSON, as a part of longer ones.
    package func text(of cell: RowCell) -> (bytes: [UInt8], range: Range<Int>) {
        (bytes(of: cell), cell.range)
    }
}
