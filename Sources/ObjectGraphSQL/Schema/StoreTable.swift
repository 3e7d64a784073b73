import ObjectGraph

/// The table that stores the objects of one inheritance tree.
package struct StoreTable: Sendable {
    /// The root entity of the tree.
    package let root: Int
    package let name: String
    /// Indicates whether rows contain the name of their entity, which they do if the
    /// tree has several.
    package let hasEntityColumn: Bool
    /// The columns, one for each slot of the tree; parents' columns come first.
    package let columns: [StoreColumn]
    /// The indices of the columns of each entity's slots.
    package let places: [Int: [Int]]

    /// The name of the table, quoted for SQL.
    package var sql: String { name.quotedName }
}

/// The names of the columns that are not properties.
///
/// The column of a property with one of these names is prefixed with the name of its entity.
package enum SystemColumn {
    /// The number of the object.
    package static let id = "_id"
    /// The name of the object's own entity.
    package static let entity = "_entity"
    /// The number of times the row was written.
    package static let version = "_version"

    package static let all: Set<String> = [id, entity, version]
}

/// The table that stores the links of one relationship.
package struct JoinTableSchema: Sendable {
    package let relationship: Int
    package let name: String
    /// Indicates whether the links of a source are ordered.
    package let hasPosition: Bool
    /// Indicates whether the links of a destination are ordered.
    package let hasInversePosition: Bool
    package let sourceRoot: Int
    package let destinationRoot: Int

    /// The name of the table, quoted for SQL.
    package var sql: String { name.quotedName }

    /// The result column of the positions among the links of a source; `nil` without order.
    package var positionColumn: Int32? { hasPosition ? 2 : nil }

    /// The result column of the positions among the links of a destination; `nil` without order.
    package var inversePositionColumn: Int32? {
        hasInversePosition ? (hasPosition ? 3 : 2) : nil
    }

    /// The names of the columns.
    package var columns: [String] {
        ["source", "destination"] + (hasPosition ? ["position"] : [])
            + (hasInversePosition ? ["inverse_position"] : [])
    }
}
