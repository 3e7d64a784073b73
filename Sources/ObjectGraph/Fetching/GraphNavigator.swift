/// What predicates, sort keys and relationships need to know about the rows around a row.
///
/// A context answers with its pending changes, an in-memory store with what is committed.
package protocol GraphNavigator {
    /// The row of an object, or `nil` if there is none.
    func storedRow(root: Int, number: Int64) throws(StoreError) -> StoredRow?

    /// The numbers of the objects a relationship leads to, in its order; of a to-one at most one.
    func destinations(of relationship: Int, from number: Int64) throws(StoreError) -> [Int64]
}
