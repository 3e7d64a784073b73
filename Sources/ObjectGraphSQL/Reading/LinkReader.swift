package import ObjectGraph

/// Reads the rows of a statement with all columns of a link table.
///
/// It is inlined into stores, where it calls their own functions for each cell.
package struct LinkReader {
    @usableFromInline let position: Int32?
    @usableFromInline let inversePosition: Int32?

    package init(_ table: JoinTableSchema) {
        (position, inversePosition) = (table.positionColumn, table.inversePositionColumn)
    }

    /// Reads the current row of a statement.
    @inlinable
    package func link(_ cells: some RowCells) -> StoredLink {
        StoredLink(
            source: cells.integer(0), destination: cells.integer(1),
            position: position.flatMap(cells.integerIfAny),
            inversePosition: inversePosition.flatMap(cells.integerIfAny))
    }
}
