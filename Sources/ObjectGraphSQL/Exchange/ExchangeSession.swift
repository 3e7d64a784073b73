package import ObjectGraph

/// A connection whose content can be copied to and from a store of a different kind.
package protocol ExchangeSession: SQLSession {
    /// Executes a query, and calls a closure for each row while further rows arrive.
    ///
    /// The closure must not use the session.
    func stream(
        _ sql: String, _ body: (any SQLRow) throws(StoreError) -> Void
    ) throws(StoreError)

    /// Inserts the rows that a closure passes to its argument, with a value for each column.
    ///
    /// The closure must not use the session.
    func insert(
        into table: String, _ columns: [ExchangeColumn],
        _ rows: (_ write: ([Value]) throws(StoreError) -> Void) throws(StoreError) -> Void
    ) throws(StoreError)
}
