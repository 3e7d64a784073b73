/// A changed row: the store writes the changed slots and increments the version.
package struct RowUpdate: Sendable {
    /// The new content, with the version expected in the store.
    package var row: StoredRow
    /// The slots that differ from the stored row, ascending.
    package var changedSlots: [Int]
    /// The content that was read, which stores do not use; `nil` if it is unknown.
    package var original: Row?

    package init(row: StoredRow, changedSlots: [Int], original: Row? = nil) {
        self.row = row
        self.changedSlots = changedSlots
        self.original = original
    }
}
