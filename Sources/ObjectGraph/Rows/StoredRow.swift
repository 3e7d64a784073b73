/// A row with its object's number, entity and version, as a store keeps them.
package struct StoredRow: Sendable, Hashable {
    /// The object's number, unique in the inheritance tree of its entity.
    package var number: Int64
    /// The index of the object's own entity.
    package var entity: Int
    /// The number of times the row was written.
    ///
    /// A save that expects another version is a conflict.
    package var version: Int64
    package var row: Row

    package init(number: Int64, entity: Int, version: Int64, row: Row) {
        self.number = number
        self.entity = entity
        self.version = version
        self.row = row
    }
}
