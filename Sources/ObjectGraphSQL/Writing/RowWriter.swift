package import ObjectGraph

/// Writes sets of rows in the order of a ``ChangeWriter``.
///
/// Statements and the binding of their values are the store's own, so that no call between targets
/// is made for a row.
package protocol RowWriter {
    /// Deletes rows with the versions that were read.
    mutating func delete(_ deletions: [RowDeletion]) throws(StoreError)

    /// Clears some columns of rows with the versions that were read; the same rows are updated
    /// afterwards.
    mutating func clear(_ columns: [StoreColumn], of updates: ArraySlice<RowUpdate>)
        throws(StoreError)

    /// Updates rows with the versions that were read, and increments these.
    mutating func update(_ updates: [RowUpdate], _ runs: [UpdateRun]) throws(StoreError)

    /// Inserts rows in the order of ranges, each with consecutive rows of one entity.
    mutating func insert(_ rows: [StoredRow], _ runs: [Range<Int>]) throws(StoreError)

    /// Removes unwanted links of one relationship, and stores the remaining ones.
    ///
    /// Differing positions of existing links are updated.
    mutating func write(_ changes: LinkChanges) throws(StoreError)
}
