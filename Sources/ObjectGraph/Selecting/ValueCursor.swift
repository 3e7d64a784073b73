/// Reads the rows of a selection in order.
///
/// - Invariant: It is closed before the unit of work ends.
@usableFromInline
package protocol ValueCursor: AnyObject {
    /// Returns the next rows, at most `count` unless all were read at once; none at the end.
    ///
    /// - Throws: ``StoreError`` with code `overflow` for a sum beyond the range of its type.
    func next(_ count: Int) throws(StoreError) -> RowBlock

    /// Calls a closure with the next rows, at most `count` unless all were read at once.
    ///
    /// The closure reads all of them, and does not use the store.
    ///
    /// - Throws: The errors of ``next(_:)``, and the error of `body`.
    func read(
        _ count: Int, _ body: (any SelectedCells) throws(StoreError) -> Void
    ) throws(StoreError)

    /// Releases the resources of the cursor; it is not used afterwards.
    func close()
}

extension ValueCursor {
    /// Reads a block of rows.
    package func read(
        _ count: Int, _ body: (any SelectedCells) throws(StoreError) -> Void
    ) throws(StoreError) {
        try body(BlockCells(try next(count)))
    }
}
