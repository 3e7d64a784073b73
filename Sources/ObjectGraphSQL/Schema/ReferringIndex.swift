import ObjectGraph

/// An index that finds the rows or links that reference an object.
///
/// SQLite uses it before it deletes a row that may be referenced; readers use it for inverse
/// relationships.
package struct ReferringIndex: Sendable, Hashable {
    package let name: String
    /// The name of the indexed table.
    package let table: String
    /// The indexed column, in SQL.
    package let column: String
    /// The root entity of the referenced tree.
    package let destinationRoot: Int
}

extension StoreSchema {
    /// The indexes of all references and links, which a file has from the start.
    package var referringIndexes: [ReferringIndex] {
        tables.values.flatMap(referringIndexes) + joinTables.values.map(referringIndex)
    }

    /// Returns the indexes of a table's references.
    package func referringIndexes(of table: StoreTable) -> [ReferringIndex] {
        table.columns.compactMap { referringIndex(of: $0, in: table) }
    }

    /// Returns the index of links by destination.
    package func referringIndex(of links: JoinTableSchema) -> ReferringIndex {
        ReferringIndex(
            name: indexName(of: links), table: links.name, column: "destination",
            destinationRoot: links.destinationRoot)
    }

    /// Returns the index of a column; `nil` if the column does not reference objects.
    package func referringIndex(of column: StoreColumn, in table: StoreTable) -> ReferringIndex? {
        column.destinationRoot.map { root in
            ReferringIndex(
                name: referenceIndex(table: table.name, column: column.name),
                table: table.name, column: column.sql, destinationRoot: root)
        }
    }
}
