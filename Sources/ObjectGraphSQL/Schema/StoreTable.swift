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
    package let columnIndices: [Int: [Int]]

    /// The name of the table, quoted for SQL.
    package var sql: String { name.quotedName }
}
