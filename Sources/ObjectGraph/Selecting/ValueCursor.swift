/// Reads the rows of a selection in order.
///
/// - Invariant: It is closed before the unit of work ends.
package protocol ValueCursor: AnyObject {
    /// Returns the next rows, at most `count` unless all were read at once; none at the end.
    ///
    /// - Throws: ``StoreError`` with code `overflow` for a sum beyond the range of its type.
    func next(_ count: Int) throws(StoreError) -> RowBlock

    /// Releases the resources of the cursor; it is not used afterwards.
    func close()
}
