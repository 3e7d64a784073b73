package import ObjectGraph

/// A connection to a database, as far as the schema, migrations and checks of sets need it.
///
/// It is used by one task at a time, and executes each statement before it returns. Transactions
/// are opened by the store.
package protocol SQLSession: AnyObject {
    /// The SQL of the database.
    var dialect: any SQLDialect { get }

    /// The number of rows that the last statement inserted, changed or deleted.
    var changeCount: Int { get }

    /// Executes a statement that returns no rows; its error may be thrown by a later statement or
    /// by the end of the transaction.
    func execute(_ sql: String, _ values: [SQLValue]) throws(StoreError)

    /// Executes a statement that changes one row if a condition still holds, and otherwise fails
    /// with an error, which may be thrown later, too.
    func changeRow(
        _ sql: String, _ values: [SQLValue], otherwise error: @autoclosure () -> StoreError
    ) throws(StoreError)

    /// Executes a statement that may be executed again, and calls a closure for each of its rows.
    func forEachRow(
        _ sql: String, _ values: [SQLValue], _ body: (any SQLRow) throws(StoreError) -> Void
    ) throws(StoreError)

    /// Executes a statement with the columns of a selection, and calls a closure for each of its
    /// rows.
    func forEachStoredRow(
        _ query: BoundStatement, _ rows: RowSelection,
        _ body: (StoredRow) throws(StoreError) -> Void
    ) throws(StoreError)

    /// Returns an error about a reference or link to a missing object, or `nil`.
    func brokenReference(in schema: StoreSchema) throws(StoreError) -> StoreError?

    /// Drops an index; returns `false` if units of work that read the table would have to end
    /// first.
    func dropIndex(_ name: String) throws(StoreError) -> Bool

    /// Executes a statement without values once, without preparing it.
    func executeOnce(_ sql: String) throws(StoreError)

    /// Executes work; a failure does not abort the transaction.
    func withSavepoint(_ work: () throws(StoreError) -> Void) throws(StoreError)

    /// Discards prepared statements, because their tables have changed.
    func forgetStatements() throws(StoreError)
}

extension SQLSession {
    package func execute(_ sql: String, _ values: [SQLValue]) throws(StoreError) {
        try forEachRow(sql, values) { (_) throws(StoreError) in }
    }

    package func changeRow(
        _ sql: String, _ values: [SQLValue], otherwise error: @autoclosure () -> StoreError
    ) throws(StoreError) {
        try execute(sql, values)
        guard changeCount == 1 else { throw error() }
    }

    /// Executes a statement without values that returns no rows.
    package func execute(_ sql: String) throws(StoreError) {
        try execute(sql, [])
    }

    /// Executes a statement, and returns one element for each of its rows.
    package func query<Element>(
        _ sql: String, _ values: [SQLValue] = [],
        _ read: (any SQLRow) throws(StoreError) -> Element
    ) throws(StoreError) -> [Element] {
        var elements: [Element] = []
        try forEachRow(sql, values) { (row) throws(StoreError) in elements.append(try read(row)) }
        return elements
    }

    /// Returns the number in the first column of the first row; 0 if there are no rows.
    package func number(_ sql: String, _ values: [SQLValue] = []) throws(StoreError) -> Int64 {
        try query(sql, values) { (row) throws(StoreError) in row.integer(0) }.first ?? 0
    }

    /// Returns the texts of the first column.
    package func texts(_ sql: String, _ values: [SQLValue] = []) throws(StoreError) -> [String] {
        try query(sql, values) { (row) throws(StoreError) in row.text(0) }
    }

    /// Returns the placeholder of a bound value, by its number from 1.
    package func parameter(_ number: Int) -> String { dialect.parameter(number) }
}
