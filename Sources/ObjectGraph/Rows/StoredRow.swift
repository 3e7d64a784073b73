/// A row with what a store knows about it.
package struct StoredRow: Sendable, Hashable {
    /// The object's number, unique in the inheritance tree of its entity.
    package var number: Int64
    /// The index of the object's own entity.
    package var entity: Int
    /// How often the row was written; a save that expects another version is a conflict.
    package var version: Int64
    package var row: Row

    package init(number: Int64, entity: Int, version: Int64, row: Row) {
        self.number = number
        self.entity = entity
        self.version = version
        self.row = row
    }
}

/// One link of a relationship that is kept as links.
package struct StoredLink: Sendable, Hashable {
    package var source: Int64
    package var destination: Int64
    /// The place among the links of the source; `nil` if the relationship has no order.
    package var position: Int64?
    /// The place among the links of the destination; `nil` if the inverse has no order.
    package var inversePosition: Int64?

    package init(
        source: Int64, destination: Int64, position: Int64? = nil, inversePosition: Int64? = nil
    ) {
        self.source = source
        self.destination = destination
        self.position = position
        self.inversePosition = inversePosition
    }
}
