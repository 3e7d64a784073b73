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

/// One link of a relationship that is stored as links, not as a reference in a row.
package struct StoredLink: Sendable, Hashable {
    package var source: Int64
    package var destination: Int64
    /// The position among the links of the source; `nil` if the relationship is unordered.
    package var position: Int64?
    /// The position among the links of the destination; `nil` if the inverse is unordered.
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
