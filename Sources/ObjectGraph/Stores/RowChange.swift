/// A row before and after a commit.
struct RowChange: Sendable {
    let number: Int64
    /// The old row; `nil` for an inserted row.
    let old: StoredRow?
    /// The new row; `nil` for a deleted row.
    let new: StoredRow?

    /// Tests whether a slot changes; rows of sibling entities may not have it.
    func changes(_ slot: Int) -> Bool {
        guard let old, let new, old.row.slots.contains(slot) else { return false }
        return old.row[slot] != new.row[slot]
    }
}
