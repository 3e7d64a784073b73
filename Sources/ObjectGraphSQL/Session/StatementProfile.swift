/// The duration and the number of rows of an executed statement.
///
/// ```swift
/// let store = SQLiteStore(path, options: .init(profile: { statement in
///     guard statement.duration > .milliseconds(100) else { return }
///     logger.warning("\(statement.duration), \(statement.rowCount) rows: \(statement.sql)")
/// }))
/// ```
///
/// A statement that fails has a profile too, unless the connection to its database is lost.
public struct StatementProfile: Sendable, Equatable {
    /// The text of the statement, without bound values.
    public let sql: String
    /// The time that the statement took.
    ///
    /// In a file, this is the time within SQLite. In a database, it is the time until the last row
    /// has arrived, and includes the work on rows that are processed as they arrive; of statements
    /// that were sent together, each begins with the answer to the one before.
    public let duration: Duration
    /// The number of rows that the statement returned, inserted, changed or deleted.
    public let rowCount: Int

    package init(sql: String, duration: Duration, rowCount: Int) {
        self.sql = sql
        self.duration = duration
        self.rowCount = rowCount
    }
}
