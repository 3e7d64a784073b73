import ObjectGraph
import ObjectGraphSQL
import Synchronization

/// Reads one state of the file.
///
/// A read transaction begins with the first request, and ends with the reader. Each method executes
/// one statement, whatever the number of keys.
final class SQLiteReader: StoreReader {
    private let schema: StoreSchema
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
            try connection.connection.withLock { (connection) throws(StoreError) in
                if connection.isInTransaction { try connection.execute("COMMIT") }
            }
            pool.giveBack(connection)
        } catch {
            // A connection that cannot end its transaction is closed instead of being reused.
        }
    }

    func rows(matching request: RowRequest) throws(StoreError) -> [StoredRow] {
        try rows(matching: request, slots: nil)
    }

    func parts(
        _ slots: [Int], ofRowsMatching request: RowRequest
    ) throws(StoreError) -> [StoredRow] {
        try rows(matching: request, slots: slots)
    }

    func count(matching request: RowRequest) throws(StoreError) -> Int {
        let query = try QueryCompiler.count(request, schema)
        return try read { (connection) throws(StoreError) in
            Int(try connection.number(query.sql, query.values))
        }
    }

    func rows(root: Int, numbers: [Int64]) throws(StoreError) -> [StoredRow] {
        guard !numbers.isEmpty else { return [] }
        let numbers = KeyNumbers(numbers, allowsGaps: true, schema.dialect)
        let rows = try rows(
            try schema.table(of: root), where: SystemColumn.id.quotedName, isAmong: numbers)
        return numbers.wanted(rows, by: \.number)
    }

    func rows(
        entity: Int, slots: [Int], keys: LookupKeys
    ) throws(StoreError) -> [StoredRow] {
        guard !keys.isEmpty, !slots.isEmpty else { return [] }
        let query = try KeyQuery(schema, entity: entity, slots: slots)
        let table = try schema.table(of: entity)
        guard case .integers(let keys) = keys, slots.count == 1 else {
            return try rows(try query.query(keys), table)
        }
        let numbers = KeyNumbers(keys, allowsGaps: true, schema.dialect)
        return numbers.wanted(try rows(query.query(numbers), table)) { $0.row.reference(slots[0]) }
    }

    func rows(
        referringThrough relationship: Int, to destinations: [Int64]
    ) throws(StoreError) -> [StoredRow] {
        guard !destinations.isEmpty else { return [] }
        let (table, column) = try schema.reference(relationship)
        return try rows(
            table, where: column.sql,
            isAmong: KeyNumbers(destinations, allowsGaps: false, schema.dialect))
    }

    func links(
        of relationship: Int, from sources: [Int64]
    ) throws(StoreError) -> [StoredLink] {
        try links(try schema.links(relationship), where: "source", isAmong: sources)
    }

    func links(
        of relationship: Int, to destinations: [Int64]
    ) throws(StoreError) -> [StoredLink] {
        try links(try schema.links(relationship), where: "destination", isAmong: destinations)
    }

    func connections() throws(StoreError) -> [ConnectionDescription] {
        try registeredConnections().descriptions
    }

    func registeredConnections() throws(StoreError) -> RegisteredConnections {
        try read { (connection) throws(StoreError) in
            try StoreMarks(connection).registeredConnections()
        }
    }

    var version: StoreVersion? { StoreVersion([number]) }

    func checkpoint(_ key: CheckpointKey) throws(StoreError) -> String? {
        try read { (connection) throws(StoreError) in
            try StoreCheckpoints(connection).text(of: key.name)
        }
    }
}

extension SQLiteReader {
    private func rows(
        _ table: StoreTable, where column: String, isAmong numbers: KeyNumbers
    ) throws(StoreError) -> [StoredRow] {
        let columns = RowSelection(schema, table).columns("t")
        let sql = "SELECT \(columns) FROM \(table.sql) AS t WHERE \(numbers.sql("t.\(column)"))"
        return try rows(Query(sql: sql, values: numbers.values), table)
    }

    private func rows(
        matching request: RowRequest, slots: [Int]?
    ) throws(StoreError) -> [StoredRow] {
        let table = try schema.table(of: request.entity)
        let selection = RowSelection(schema, table, entity: request.entity, slots: slots)
        return try rows(QueryCompiler.rows(request, selection, schema), selection)
    }

    private func rows(_ query: Query, _ table: StoreTable) throws(StoreError) -> [StoredRow] {
        try rows(query, RowSelection(schema, table))
    }

    private func rows(
        _ query: Query, _ selection: RowSelection
    ) throws(StoreError) -> [StoredRow] {
        let reader = RowReader(selection)
        return try read { (connection) throws(StoreError) in
            let statement = try connection.statement(query.sql)
            try statement.bind(query.values)
            return try reader.rows(statement)
        }
    }

    private func links(
        _ table: JoinTableSchema, where column: String, isAmong numbers: [Int64]
    ) throws(StoreError) -> [StoredLink] {
        guard !numbers.isEmpty else { return [] }
        let numbers = KeyNumbers(numbers, allowsGaps: false, schema.dialect)
        let columns = table.columns.joined(separator: ", ")
        let sql = "SELECT \(columns) FROM \(table.sql) WHERE \(numbers.sql(column))"
        let position: Int32? = table.hasPosition ? 2 : nil
        let inverse: Int32? = table.hasInversePosition ? (table.hasPosition ? 3 : 2) : nil
        return try read { (connection) throws(StoreError) in
            let row = try connection.statement(sql)
            try row.bind(numbers.values)
            var links: [StoredLink] = []
            try row.forEachRow { () throws(StoreError) in
                links.append(
                    StoredLink(
                        source: row.integer(0), destination: row.integer(1),
                        position: position.flatMap(row.integerIfAny),
                        inversePosition: inverse.flatMap(row.integerIfAny)))
            }
            return links
        }
    }

    /// Executes a request in the transaction of this reader.
    ///
    /// If the transaction could not begin properly, the next request begins it again.
    private func read<Result: Sendable>(
        _ question: (SQLiteConnection) throws(StoreError) -> Result
    ) throws(StoreError) -> Result {
        let (begins, watch) = (!hasBegun, watch)
        if begins { number = commits.number }
        let answer = try connection.connection.withLock { (connection) throws(StoreError) in
            if begins { try watch.begin(connection) }
            return try question(connection)
        }
        hasBegun = true
        return answer
    }
}
