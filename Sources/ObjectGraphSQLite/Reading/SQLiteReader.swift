import ObjectGraph
import ObjectGraphSQL
import Synchronization

/// Reads one state of the file.
///
/// A read transaction begins with the first request, and ends with the reader.
final class SQLiteReader: SQLStoreReader {
    let schema: StoreSchema
    private let watch: SchemaWatch
    private let pool: ReaderPool
    private let connection: ReaderConnection
    private let commits: CommitCount
    /// The number of commits before the transaction began.
    private var number: Int
    private var hasBegun = false

    init(
        _ schema: StoreSchema, _ watch: SchemaWatch, _ commits: CommitCount, pool: ReaderPool,
        connection: ReaderConnection
    ) {
        self.commits = commits
        number = commits.number
        self.schema = schema
        self.watch = watch
        self.pool = pool
        self.connection = connection
    }

    deinit {
        do {
            try connection.use { (connection) throws(StoreError) in
                if connection.isInTransaction { try connection.execute("COMMIT") }
            }
            pool.giveBack(connection)
        } catch {
            // A connection that cannot end its transaction is closed instead of being reused.
            pool.drop(connection)
        }
    }

    var version: StoreVersion? { StoreVersion([number]) }

    func storedRows(
        _ query: BoundStatement, _ selection: RowSelection
    ) throws(StoreError) -> [StoredRow] {
        let reader = RowReader(selection)
        return try read { (connection) throws(StoreError) in
            let statement = try connection.statement(query.sql)
            try statement.bind(query.values)
            var rows = reader.noRows
            try statement.forEachRow { () throws(StoreError) in
                try reader.read(statement, into: &rows)
            }
            return rows.taken()
        }
    }

    func storedLinks(
        _ query: BoundStatement, _ table: JoinTableSchema
    ) throws(StoreError) -> [StoredLink] {
        let reader = LinkReader(table)
        return try read { (connection) throws(StoreError) in
            let statement = try connection.statement(query.sql)
            try statement.bind(query.values)
            var links: [StoredLink] = []
            try statement.forEachRow { () throws(StoreError) in
                links.append(reader.link(statement))
            }
            return links
        }
    }

    func values(
        of request: ValueRequest, isWhole: Bool
    ) throws(StoreError) -> any ValueCursor {
        let values = try ResolvedValues(request, schema.model)
        let query = try QueryCompiler.values(request, values, schema)
        let number = try read { (connection) throws(StoreError) in
            let statement = try connection.takeStatement(query.sql)
            try statement.bind(query.values)
            statement.noteStart()
            return connection.running.add(statement)
        }
        return SQLiteValues(self, ValueReader(request, values, schema.model), number)
    }

    /// Executes a request in the transaction of this reader.
    ///
    /// If the transaction could not begin properly, the next request begins it again.
    func read<Result: Sendable>(
        _ question: (SQLiteConnection) throws(StoreError) -> Result
    ) throws(StoreError) -> Result {
        let (begins, watch) = (!hasBegun, watch)
        if begins {
            try pool.file.requireSameFiles(includingLog: false)
            number = commits.number
        }
        let answer = try connection.use { (connection) throws(StoreError) in
            if begins { try watch.begin(connection) }
            return try question(connection)
        }
        hasBegun = true
        return answer
    }
}
