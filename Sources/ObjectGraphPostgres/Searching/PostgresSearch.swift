import ObjectGraph
import ObjectGraphSQL

/// The search indexes of a database.
struct PostgresSearch {
    let connection: PostgresConnection
    let dialect: PostgresDialect

    /// The greatest number of rows whose texts are read at once.
    static let batchSize = 2000

    init(_ connection: PostgresConnection) {
        self.connection = connection
        dialect = PostgresDialect(engine: connection.settings.engine)
    }

    /// Indicates whether the database has what an index needs.
    ///
    /// Distributed tables have no triggers. Without an index, searches read the texts.
    var isSupported: Bool {
        get throws(StoreError) {
            guard dialect.engine == .postgreSQL else { return false }
            let extensions = "SELECT count(*) FROM pg_extension WHERE extname = 'citus'"
            return try connection.number(extensions) == 0
        }
    }

    /// Creates the missing indexes with all rows; the caller has opened a transaction.
    func createMissing(_ schema: StoreSchema) throws(StoreError) {
        let indexes = SearchIndexes(connection)
        try indexes.createMissing(schema)
        try update(try indexes.stored())
    }

    /// Indexes the logged rows; the caller has opened a transaction.
    ///
    /// Rows that other transactions are writing stay in the log.
    func update(_ indexes: [SearchIndex]) throws(StoreError) {
        for index in indexes { try update(index, after: .min) }
    }

    /// Indexes the logged rows with numbers greater than a number.
    func update(_ index: SearchIndex, after number: Int64) throws(StoreError) {
        var last = number
        while true {
            let numbers = try connection.query(
                "SELECT DISTINCT id FROM \(index.log.quotedName) WHERE NOT is_large "
                    + "AND id > $1 ORDER BY id LIMIT \(Self.batchSize)",
                [.integer(last)]
            ) { (row) throws(StoreError) in row.integer(0) }
            guard let end = numbers.last else { break }
            try write(try batch(index, numbers))
            last = end
        }
    }

    /// Reads the texts of logged rows, and keeps others from changing them.
    func batch(_ index: SearchIndex, _ numbers: [Int64]) throws(StoreError) -> SearchBatch {
        let id = SystemColumn.id.quotedName
        let columns = index.columns.map(\.quotedName).joined(separator: ", ")
        let table = index.table.quotedName
        let rows = try connection.query(
            "SELECT \(id), \(columns) FROM \(table) WHERE \(id) = ANY($1) FOR SHARE SKIP LOCKED",
            [.numbers(numbers)]
        ) { (row) throws(StoreError) in
            IndexedRow(
                number: row.integer(0),
                words: index.columns.indices.map { column in
                    let value = row.value(Int32(column) + 1, .text)
                    guard case .string(let text) = value else { return nil }
                    return SearchTokenizer.normalized(text)
                })
        }
        var gone: [Int64] = []
        if rows.count < numbers.count {
            let remaining = Set(
                try connection.query(
                    "SELECT \(id) FROM \(table) WHERE \(id) = ANY($1)", [.numbers(numbers)]
                ) { (row) throws(StoreError) in row.integer(0) })
            gone = numbers.filter { !remaining.contains($0) }
        }
        return SearchBatch(index: index, rows: rows.sorted { $0.number < $1.number }, gone: gone)
    }

    /// Writes the words of rows to their index, and removes the rows from the log.
    func write(_ batch: SearchBatch) throws(StoreError) {
        let (name, log) = (batch.index.name.quotedName, batch.index.log.quotedName)
        for rows in batch.indexed { try write(rows, to: batch.index) }
        if !batch.removed.isEmpty {
            try connection.execute(
                "DELETE FROM \(name) WHERE id = ANY($1)", [.numbers(batch.removed)])
        }
        try connection.execute(
            "DELETE FROM \(log) WHERE id = ANY($1)", [.numbers(batch.numbers)])
        guard !batch.large.isEmpty else { return }
        try connection.execute(
            "INSERT INTO \(log) SELECT unnest($1::bigint[]), true", [.numbers(batch.large)])
    }

    private func write(
        _ rows: ArraySlice<IndexedRow>, to index: SearchIndex
    ) throws(StoreError) {
        let words = index.columns.map { dialect.words(of: $0).quotedName }
        let vectors = index.columns.map { dialect.vector(of: $0).quotedName }
        let sources = index.columns.indices.map { "$\($0 + 2)::text[]" }
        let names = index.columns.indices.map { "w\($0)" }
        let values = names.map { "\($0), \(dialect.vector(ofWords: $0))" }
        let updates = (words + vectors).map { "\($0) = excluded.\($0)" }
        let pairs = zip(words, vectors).map { "\($0), \($1)" }
        let texts = index.columns.indices.map { column in
            SQLValue.list(rows.map { $0.indexedWords(column) })
        }
        try connection.execute(
            "INSERT INTO \(index.name.quotedName) (id, \(pairs.joined(separator: ", "))) "
                + "SELECT id, \(values.joined(separator: ", ")) FROM unnest($1::bigint[], "
                + "\(sources.joined(separator: ", "))) AS u(id, \(names.joined(separator: ", "))) "
                + "ORDER BY id ON CONFLICT (id) DO UPDATE SET \(updates.joined(separator: ", "))",
            [.numbers(rows.map(\.number))] + texts)
    }
}
