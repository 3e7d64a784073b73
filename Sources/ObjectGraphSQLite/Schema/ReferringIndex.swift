import ObjectGraph

/// An index that finds what refers to an object: of a reference, or of links for the way back.
///
/// SQLite asks it before a row goes that may be referred to; readers ask it for the other end of a
/// relationship.
struct ReferringIndex: Sendable, Hashable {
    let name: String
    /// The table that it belongs to.
    let table: String
    /// The column that refers, in SQL.
    let column: String
    /// The entity at the top of the tree that is referred to.
    let destinationRoot: Int
}

extension StoreSchema {
    /// All of them that a file has from the start.
    var referringIndexes: [ReferringIndex] {
        tables.values.flatMap(referringIndexes) + linkTables.values.map(referringIndex)
    }

    /// Those of a table's references.
    func referringIndexes(of table: StoreTable) -> [ReferringIndex] {
        table.columns.compactMap { referringIndex(of: $0, in: table) }
    }

    /// That of links for the way back.
    func referringIndex(of links: LinkTable) -> ReferringIndex {
        ReferringIndex(
            name: indexName(of: links), table: links.name, column: "destination",
            destinationRoot: links.destinationRoot)
    }

    /// That of a column, if it refers to objects.
    func referringIndex(of column: StoreColumn, in table: StoreTable) -> ReferringIndex? {
        column.destinationRoot.map { root in
            ReferringIndex(
                name: StoreSchema.referenceIndex(table: table.name, column: column.name),
                table: table.name, column: column.sql, destinationRoot: root)
        }
    }
}
