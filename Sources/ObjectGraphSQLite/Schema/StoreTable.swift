import ObjectGraph

/// The table that stores the objects of one inheritance tree.
struct StoreTable: Sendable {
    /// The root entity of the tree.
    let root: Int
    let name: String
    /// Indicates whether rows contain the name of their entity, which they do if the
    /// tree has several.
    let hasEntityColumn: Bool
    /// The columns, one for each slot of the tree, with those of parents first.
    let columns: [StoreColumn]
    /// The indices of the columns of each entity's slots.
    let places: [Int: [Int]]

    /// The name of the table, quoted for SQL.
    var sql: String { name.quotedName }
}

/// The names of the columns that are not properties.
///
/// The column of a property with one of these names is prefixed with the name of its entity.
enum SystemColumn {
    /// The number of the object.
    static let id = "_id"
    /// The name of the object's own entity.
    static let entity = "_entity"
    /// The number of times the row was written.
    static let version = "_version"

    static let all: Set<String> = [id, entity, version]
}

/// The table that stores the links of one relationship.
struct JoinTableSchema: Sendable {
    let relationship: Int
    let name: String
    /// Indicates whether the links of a source are ordered.
    let hasPosition: Bool
    /// Indicates whether the links of a destination are ordered.
    let hasInversePosition: Bool
    let sourceRoot: Int
    let destinationRoot: Int

    /// The name of the table, quoted for SQL.
    var sql: String { name.quotedName }

    /// The names of the columns.
    var columns: [String] {
        ["source", "destination"] + (hasPosition ? ["position"] : [])
            + (hasInversePosition ? ["inverse_position"] : [])
    }
}
