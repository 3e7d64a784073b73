/// A column of texts in a statement.
package struct TextTerm: Sendable, Hashable {
    /// The alias of the table's row.
    package let alias: String
    /// The name of the table, quoted for SQL.
    package let table: String
    /// The name of the column, quoted for SQL.
    package let column: String

    /// The expression for the text.
    package var sql: String { "\(alias).\(column)" }

    /// The expression for the number of the object.
    package var object: String { "\(alias).\(SystemColumn.id.quotedName)" }
}
