package import ObjectGraph

/// A reader that executes one statement for each request.
///
/// A store provides the statements' transaction and its loops over rows; see ``RowReader``.
package protocol SQLStoreReader: StoreReader {
    associatedtype Connection: SQLSession

    var schema: StoreSchema { get }

    /// Executes a statement with the columns of a selection.
    func storedRows(
        _ query: BoundStatement, _ selection: RowSelection
    ) throws(StoreError) -> [StoredRow]

    /// Executes a statement with the columns of a link table.
    func storedLinks(
        _ query: BoundStatement, _ table: JoinTableSchema
    ) throws(StoreError) -> [StoredLink]

    /// Executes a request in the transaction of the reader.
    func read<Answer: Sendable>(
        _ question: (Connection) throws(StoreError) -> Answer
    ) throws(StoreError) -> Answer
}

extension SQLStoreReader {
    private func ask<Answer: Sendable>(
        _ question: (any SQLSession) throws(StoreError) -> Answer
    ) throws(StoreError) -> Answer {
        try read { (connection) throws(StoreError) in try question(connection) }
    }

    package func rows(matching request: RowRequest) throws(StoreError) -> [StoredRow] {
        try rows(matching: request, slots: nil)
    }

    package func parts(
        _ slots: [Int], ofRowsMatching request: RowRequest
    ) throws(StoreError) -> [StoredRow] {
        try rows(matching: request, slots: slots)
    }

    package func count(matching request: RowRequest) throws(StoreError) -> Int {
        let query = try QueryCompiler.count(request, schema)
        return try ask { (session) throws(StoreError) in
            Int(try session.number(query.sql, query.values))
        }
    }

    /// Returns no scores while rows wait to be indexed, because these have none.
    package func scores(of request: ScoreRequest) throws(StoreError) -> [SearchScore]? {
        guard let (index, query) = try QueryCompiler.scores(request, schema) else { return nil }
        return try ask { (session) throws(StoreError) in
            let hasLogged = "SELECT count(*) FROM (\(index.logged) LIMIT 1) AS logged"
            guard try session.number(hasLogged) == 0 else { return nil }
            return try session.query(query.sql, query.values) { (row) throws(StoreError) in
                guard case .double(let score) = row.value(1, .double) else {
                    return SearchScore(number: row.integer(0), score: 0)
                }
                return SearchScore(number: row.integer(0), score: score)
            }
        }
    }

    package func rows(root: Int, numbers: [Int64]) throws(StoreError) -> [StoredRow] {
        guard !numbers.isEmpty else { return [] }
        let numbers = KeyNumbers(numbers, allowsGaps: true, schema.dialect)
        let rows = try rows(
            try schema.table(of: root), where: SystemColumn.id.quotedName, isAmong: numbers)
        return numbers.wanted(rows, by: \.number)
    }

    package func rows(
        entity: Int, slots: [Int], keys: LookupKeys
    ) throws(StoreError) -> [StoredRow] {
        guard !keys.isEmpty, !slots.isEmpty else { return [] }
        let query = try KeyQuery(schema, entity: entity, slots: slots)
        let selection = RowSelection(schema, try schema.table(of: entity))
        guard case .integers(let keys) = keys, slots.count == 1 else {
            return try storedRows(try query.query(keys), selection)
        }
        let numbers = KeyNumbers(keys, allowsGaps: true, schema.dialect)
        return numbers.wanted(try storedRows(query.query(numbers), selection)) {
            $0.row.reference(slots[0])
        }
    }

    package func rows(
        referringThrough relationship: Int, to destinations: [Int64]
    ) throws(StoreError) -> [StoredRow] {
        guard !destinations.isEmpty else { return [] }
        let (table, column) = try schema.reference(relationship)
        return try rows(
            table, where: column.sql,
            isAmong: KeyNumbers(destinations, allowsGaps: false, schema.dialect))
    }

    package func links(
        of relationship: Int, from sources: [Int64]
    ) throws(StoreError) -> [StoredLink] {
        try links(try schema.links(relationship), where: "source", isAmong: sources)
    }

    package func links(
        of relationship: Int, to destinations: [Int64]
    ) throws(StoreError) -> [StoredLink] {
        try links(try schema.links(relationship), where: "destination", isAmong: destinations)
    }

    package func connections() throws(StoreError) -> [ConnectionDescription] {
        try registeredConnections().descriptions
    }

    package func registeredConnections() throws(StoreError) -> RegisteredConnections {
        try ask { (session) throws(StoreError) in
            try StoreMarks(session).registeredConnections()
        }
    }

    package func metadata(_ key: MetadataKey) throws(StoreError) -> String? {
        try ask { (session) throws(StoreError) in
            try StoreMetadata(session).text(of: key.name)
        }
    }

    package func metadata(
        behind prefix: String, withTexts: Bool
    ) throws(StoreError) -> [MetadataEntry] {
        try ask { (session) throws(StoreError) in
            try StoreMetadata(session).all(behind: prefix, withTexts: withTexts)
        }
    }

    package func lastMetadata(behind prefix: String) throws(StoreError) -> MetadataEntry? {
        try ask { (session) throws(StoreError) in
            try StoreMetadata(session).last(behind: prefix)
        }
    }
}

extension SQLStoreReader {
    private func rows(
        _ table: StoreTable, where column: String, isAmong numbers: KeyNumbers
    ) throws(StoreError) -> [StoredRow] {
        let selection = RowSelection(schema, table)
        let sql =
            "SELECT \(selection.columns("t")) FROM \(table.sql) AS t "
            + "WHERE \(numbers.sql("t.\(column)"))"
        return try storedRows(BoundStatement(sql: sql, values: numbers.values), selection)
    }

    private func rows(
        matching request: RowRequest, slots: [Int]?
    ) throws(StoreError) -> [StoredRow] {
        let table = try schema.table(of: request.entity)
        let selection = RowSelection(schema, table, entity: request.entity, slots: slots)
        return try storedRows(QueryCompiler.rows(request, selection, schema), selection)
    }

    private func links(
        _ table: JoinTableSchema, where column: String, isAmong numbers: [Int64]
    ) throws(StoreError) -> [StoredLink] {
        guard !numbers.isEmpty else { return [] }
        let numbers = KeyNumbers(numbers, allowsGaps: false, schema.dialect)
        let columns = table.columns.joined(separator: ", ")
        let sql = "SELECT \(columns) FROM \(table.sql) WHERE \(numbers.sql(column))"
        return try storedLinks(BoundStatement(sql: sql, values: numbers.values), table)
    }
}
