import ObjectGraph
import ObjectGraphSQL
import Synchronization

/// Reads one state of a database.
///
/// A transaction begins with the first request, and ends with the reader.
final class PostgresReader: SQLStoreReader {
    let schema: StoreSchema
    private let watch: SchemaWatch
    private let pool: ConnectionPool
    /// The connection; `nil` when the reader is closed.
    private var connection: PooledConnection?
    private let commits: CommitCount
    /// The number of commits before the transaction began.
    private var number: Int
    private var hasBegun = false
    /// The number of commits of all backends in the state of an interrupted transaction.
    private var interruptedState: Int64?
    /// The number of cursors that were declared.
    private var cursorCount = 0

    init(
        _ schema: StoreSchema, _ watch: SchemaWatch, _ commits: CommitCount, _ pool: ConnectionPool
    ) throws(StoreError) {
        self.schema = schema
        self.watch = watch
        self.commits = commits
        self.pool = pool
        connection = try pool.take()
        number = commits.number
    }

    deinit { close() }

    /// Ends the transaction, so that its connection is free for the commit of the unit of work.
    func close() {
        guard let connection else { return }
        self.connection = nil
        pool.giveBack(connection)
    }

    /// Ends the transaction temporarily, to release the connection to the unit of work.
    ///
    /// A pooler may have no second connection. The next request begins a new transaction, which
    /// sees the same state if nothing was committed in between.
    func interrupt() throws(StoreError) {
        guard hasBegun, let connection else { return }
        interruptedState = try connection.connection.withLock { (connection) throws(StoreError) in
            guard !connection.hasFailedTransaction, !connection.isLost else {
                throw StoreError.lostState("an earlier request has failed")
            }
            let state = try WriterRecord.total(connection)
            try connection.execute("ROLLBACK")
            return state
        }
        hasBegun = false
    }

    var version: StoreVersion? { StoreVersion([number]) }

    func storedRows(
        _ query: BoundStatement, _ selection: RowSelection
    ) throws(StoreError) -> [StoredRow] {
        let reader = RowReader(selection)
        return try read { (connection) throws(StoreError) in
            var rows = reader.noRows
            try connection.forEachRow(of: query) { (row) throws(StoreError) in
                try reader.read(row, into: &rows)
            }
            return rows.taken()
        }
    }

    func storedLinks(
        _ query: BoundStatement, _ table: JoinTableSchema
    ) throws(StoreError) -> [StoredLink] {
        let reader = LinkReader(table)
        return try read { (connection) throws(StoreError) in
            var links: [StoredLink] = []
            try connection.forEachRow(of: query) { (row) throws(StoreError) in
                links.append(reader.link(row))
            }
            return links
        }
    }

    func values(
        of request: ValueRequest, isWhole: Bool
    ) throws(StoreError) -> any ValueCursor {
        let values = try ResolvedValues(request, schema.model)
        let query = try QueryCompiler.values(request, values, schema)
        let reader = ValueReader(request, values, schema.model)
        if isWhole {
            let rows = try read { (connection) throws(StoreError) in
                var rows = reader.noRows
                try connection.protecting(values.hasSums) { () throws(StoreError) in
                    try connection.forEachRow(of: query) { (row) throws(StoreError) in
                        try reader.read(row, into: &rows)
                    }
                }
                return rows.block()
            }
            return WholeValues(rows, none: reader.noRows.block())
        }
        cursorCount += 1
        let name = "mercator_values_\(cursorCount)"
        try read { (connection) throws(StoreError) in
            let declaration = "DECLARE \(name) NO SCROLL CURSOR FOR \(query.sql)"
            try connection.query(declaration, connection.parameters(query.values))
        }
        return PostgresValues(self, reader, name, hasSums: values.hasSums)
    }

    /// Executes a request in the transaction of this reader.
    ///
    /// If the connection is lost before the first response, the transaction begins again on a new
    /// connection, since nothing was read yet. If it could not begin properly, the next request
    /// begins it again. If it ends prematurely, a new one would show a different state, which is a
    /// conflict.
    func read<Result: Sendable>(
        _ question: (PostgresConnection) throws(StoreError) -> Result
    ) throws(StoreError) -> Result {
        guard let pooled = connection else { throw StoreError.lostState("its reader is closed") }
        let (begins, pool, expected) = (!hasBegun, pool, interruptedState)
        let begin = beginning(expecting: expected)
        if begins, expected == nil { number = commits.number }
        let answer = try pooled.connection.withLock { (connection) throws(StoreError) in
            if begins { try begin(pool, &connection) }
            guard begins || !connection.hasFailedTransaction else {
                throw StoreError.lostState("an earlier request has failed")
            }
            do throws(StoreError) {
                return try question(connection)
            } catch  where error.code == .unreachable {
                guard begins else { throw StoreError.lostState(error.message) }
                try begin(pool, &connection)
                return try question(connection)
            }
        }
        hasBegun = true
        return answer
    }

    /// Returns the closure that begins the transaction, with the state of an interrupted one.
    private func beginning(
        expecting expected: Int64?
    ) -> (ConnectionPool, inout sending PostgresConnection) throws(StoreError) -> Void {
        { [watch] (pool, connection) throws(StoreError) in
            try pool.begin(&connection, watch)
            guard let expected, try WriterRecord.total(connection) != expected else { return }
            throw StoreError.lostState("others have saved while the unit reserved numbers")
        }
    }
}

extension StoreError {
    /// The error for a state that cannot be read any more.
    fileprivate static func lostState(_ reason: String) -> StoreError {
        StoreError(
            .conflict,
            "the state that a unit of work was reading is gone (\(reason)); repeat the work")
    }
}

extension PostgresConnection {
    /// Executes a query, and calls a closure for each of its rows.
    ///
    /// Rows looked up with arrays are received at once, at most as many as there are keys in
    /// memory; any other rows are streamed, which takes longer.
    func forEachRow(
        of query: BoundStatement, _ body: (PostgresRow) throws(StoreError) -> Void
    ) throws(StoreError) {
        let parameters = try parameters(query.values)
        if parameters.hasArrays {
            try self.query(query.sql, parameters).forEachRow(body)
        } else {
            try forEachRow(query.sql, parameters, body)
        }
    }
}
