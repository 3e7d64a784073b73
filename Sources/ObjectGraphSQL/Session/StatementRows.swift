package import ObjectGraph

/// The result of a statement of SQL that a user has written.
package struct StatementRows: Sendable {
    /// The names of the columns; empty for a statement without a result.
    package let names: [String]
    /// The values, row by row.
    package let rows: [[Value]]

    package init(names: [String], rows: [[Value]]) {
        self.names = names
        self.rows = rows
    }
}
