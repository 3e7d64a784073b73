/// A column of texts in a statement.
package struct TextTerm: Sendable, Hashable {
    /// The alias of the table's row.
    package let alias: String
    /// A table expression for the rows, which is the name of the table if they are all.
    package let table: String
    /// The name of the column, quoted for SQL.
    package let column: String

    /// Indicates whether the text is one of a group of objects that all have it.
    package let isOfGroups: Bool

    /// The expression for the text.
    package var sql: String { "\(alias).\(column)" }

    /// The expression for the number of the object.
    package var object: String { "\(alias).\(SystemColumn.id.quotedName)" }
}
