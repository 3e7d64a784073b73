/// Rows of a selection that are read one after the other, from the memory of the store.
@usableFromInline
package protocol SelectedCells: AnyObject {
    /// The number of rows so far, without one whose value was not readable.
    var count: Int { get }

    /// Moves to the next row, at first to the first one; returns `false` at the end.
    func moveToNext() throws(StoreError) -> Bool

    /// Returns the value of a column in the current row.
    ///
    /// - Throws: ``StoreError`` with code `corrupt` if it does not fit the model, `overflow` if it
    ///   is the result of an aggregate.
    func value(at column: Int) throws(StoreError) -> Value
}

/// The rows of a block.
final class BlockCells: SelectedCells {
    private let block: RowBlock
    private(set) var count = 0

    init(_ block: RowBlock) { self.block = block }

    func moveToNext() -> Bool {
        guard count < block.rowCount else { return false }
        count += 1
        return true
    }

    func value(at column: Int) -> Value { block.value(at: (count - 1) * block.width + column) }
}
