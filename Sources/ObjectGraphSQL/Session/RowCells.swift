public import ObjectGraph

/// The current row of a statement, with the functions that are called for each of its cells.
///
/// A store's own type conforms to it, and loops over cells are inlined for that type.
@usableFromInline
package protocol RowCells: SQLRow {
    /// Tests whether a text has these UTF-8 bytes, without creating a string.
    func hasText(_ text: [UInt8], in column: Int32) -> Bool

    /// Returns the content of a column that is not of its kind, for messages.
    func damage(_ column: Int32, _ kind: StoreColumn.Kind) -> String

    /// Returns the integer, or `nil` for `NULL`.
    func integerIfAny(_ column: Int32) -> Int64?

    /// Appends the value of a column as the next cell of a row; returns `false`, and appends
    /// nothing, if the value is not of this kind.
    func append(
        _ column: Int32, _ kind: StoreColumn.Kind, to rows: inout RowBlockBuilder
    ) -> Bool
}
