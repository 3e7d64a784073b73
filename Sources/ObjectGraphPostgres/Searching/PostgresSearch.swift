import ObjectGraph
import ObjectGraphSQL

/// The search indexes of a database.
struct PostgresSearch {
    let connection: PostgresConnection
    let dialect: PostgresDialect

    /// The number of rows that are indexed with one statement.
    private static let batchSize = 2000

    /// The greatest number of bytes of a text's different words; a vector has one megabyte.
    private static let vectorSize = 900_000

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
    func update(_ indexes: some Collection<SearchIndex>) throws(StoreError) {
        for index in indexes {
            var last = Int64.min
            while true {
                let numbers = try connection.query(
                    "SELECT DISTINCT id FROM \(index.log.quotedName) WHERE NOT is_large "
                        + "AND id > $1 ORDER BY id LIMIT \(Self.batchSize)",
                    [.integer(last)]
                ) { (row) throws(StoreError) in row.integer(0) }
                guard let end = numbers.last else { break }
                try update(index, numbers)
                last = end
            }
        }
    }

    private func update(_ index: SearchIndex, _ numbers: [Int64]) throws(StoreError) {
        let id = SystemColumn.id.quotedName
        let columns = index.columns.map(\.quotedName).joined(separator: ", ")
        let table = index.table.quotedName
        // The lock keeps the texts as they are until the index has their words.
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
        let remaining = Set(
            try connection.query(
                "SELECT \(id) FROM \(table) WHERE \(id) = ANY($1)", [.numbers(numbers)]
            ) { (row) throws(StoreError) in row.integer(0) })
        let gone = numbers.filter { !remaining.contains($0) }
        let large = rows.filter { $0.vectorSize > Self.vectorSize }.map(\.number)
        let indexed = rows.filter { $0.hasWords && $0.vectorSize <= Self.vectorSize }
        try write(indexed, to: index)
        let kept = Set(indexed.map(\.number))
        let removed = (gone + rows.map(\.number)).filter { !kept.contains($0) }
        try connection.execute(
            "DELETE FROM \(index.name.quotedName) WHERE id = ANY($1)", [.numbers(removed)])
        try connection.execute(
            "DELETE FROM \(index.log.quotedName) WHERE id = ANY($1)",
            [.numbers(gone + rows.map(\.number))])
        guard !large.isEmpty else { return }
        try connection.execute(
            "INSERT INTO \(index.log.quotedName) SELECT unnest($1::bigint[]), true",
            [.numbers(large)])
    }

    private func write(_ rows: [IndexedRow], to index: SearchIndex) throws(StoreError) {
        guard !rows.isEmpty else { return }
        let rows = rows.sorted { $0.number < $1.number }
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

/// A row with the words of its texts.
struct IndexedRow: Sendable {
    let number: Int64
    /// The words, separated by spaces; `nil` for missing texts.
    let words: [[UInt8]?]

    var hasWords: Bool { words.contains { $0 != nil } }

    /// The greatest number of bytes of the different words of a text.
    var vectorSize: Int {
        words.map { words in
            guard let words, words.count > 100_000 else { return words?.count ?? 0 }
            return Set(words.split(separator: UInt8(ascii: " "))).reduce(0) { $0 + $1.count + 8 }
        }.max() ?? 0
    }

    /// Returns the words of a text as the index has them; null for a missing text.
    func indexedWords(_ column: Int) -> Value {
        words[column].map { .string(" \(String(decoding: $0, as: UTF8.self)) ") } ?? .null
    }

    /// Returns the words of a text as the index has them; null for a missing text.
    static func words(of text: Value?) -> Value? {
        guard case .string(let text) = text else { return text }
        return IndexedRow(number: 0, words: [SearchTokenizer.normalized(text)]).indexedWords(0)
    }
}
