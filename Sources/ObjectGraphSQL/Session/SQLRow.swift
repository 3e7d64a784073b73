public import ObjectGraph

/// The current row of a statement, by an index of its columns from 0.
///
/// It is for few rows: a store reads the rows of objects and links with concrete types, because a
/// protocol call for each cell would cost more than reading the cell.
@usableFromInline
package protocol SQLRow {
    /// Returns the integer; 0 for `NULL`.
    func integer(_ column: Int32) -> Int64

    /// Returns the text; empty for `NULL`.
    func text(_ column: Int32) -> String

    /// Returns the value of a column; `nil` if it is not of this kind.
    func value(_ column: Int32, _ kind: StoreColumn.Kind) -> Value?
}
