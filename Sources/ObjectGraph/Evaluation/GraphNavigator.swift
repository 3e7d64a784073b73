/// Access to related rows for predicates, sort keys and relationships.
///
/// A context returns rows with pending changes, an in-memory store committed ones.
package protocol GraphNavigator {
    /// Returns the row of an object, or `nil` if it does not exist.
    func storedRow(root: Int, number: Int64) throws(StoreError) -> StoredRow?

    /// Returns the numbers of a relationship's destinations, in its order.
    ///
    /// A to-one relationship has at most one destination.
    func destinations(of relationship: Int, from number: Int64) throws(StoreError) -> [Int64]

    /// Returns an aggregate of the group that is evaluated.
    func aggregate(_ expression: ResolvedExpression) throws(StoreError) -> Value
}

extension GraphNavigator {
    /// Returns null, because there is no group.
    package func aggregate(_ expression: ResolvedExpression) throws(StoreError) -> Value { .null }
}
