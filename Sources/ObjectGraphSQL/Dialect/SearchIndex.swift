/// The index of the words in some text columns of a table.
///
/// Besides the index itself there is a log of rows that were written since they were indexed. The
/// database fills the log by triggers, so that it has the rows of other programs, too. The next
/// transaction of this framework indexes the rows in the log; until then a search reads their
/// texts.
package struct SearchIndex: Sendable, Hashable {
    /// The name of the table.
    package let table: String
    /// The names of the columns, in the order of the index.
    package let columns: [String]
    /// The name of the index.
    package let name: String
    /// The name of the table with the numbers of the logged rows.
    package let log: String
    /// The names of the triggers that fill the log: for insertions, updates and deletions.
    package let triggers: [String]

    private static let prefix = "mercator_search_"

    /// Tests whether a table belongs to a search index.
    package static func isPart(_ name: String) -> Bool { name.hasPrefix(prefix) }

    package init(table: String, columns: [String], _ dialect: any SQLDialect) {
        self.table = table
        self.columns = columns
        name = dialect.name(Self.prefix + table)
        let log = dialect.name("mercator_searchlog_\(table)")
        self.log = log
        triggers = ["insert", "update", "delete"].map { dialect.name("\(log)_\($0)") }
    }

    /// The condition that a row has a text, for the row under an alias.
    package func hasText(_ alias: String) -> String {
        columns.map { "\(alias).\($0.quotedName) IS NOT NULL" }.joined(separator: " OR ")
    }

    /// The query for the numbers of the logged rows.
    package var logged: String { "SELECT id FROM \(log.quotedName)" }

    /// A table expression for the logged rows of the table.
    package var loggedRows: String {
        "(SELECT * FROM \(table.quotedName) WHERE \(SystemColumn.id.quotedName) IN (\(logged)))"
    }

    /// The statement that logs all rows with texts.
    var logging: String {
        "INSERT INTO \(log.quotedName) (id) SELECT \(SystemColumn.id.quotedName) "
            + "FROM \(table.quotedName) AS t WHERE \(hasText("t"))"
    }
}
