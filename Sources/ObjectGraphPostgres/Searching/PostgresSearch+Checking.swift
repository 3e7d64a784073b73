import ObjectGraph
import ObjectGraphSQL

/// Checking and repairing search indexes.
extension PostgresSearch {
    /// Checks that the indexes have the words of all texts.
    func check(_ check: IntegrityCheck) throws(StoreError) {
        for index in check.schema.sortedSearchIndexes {
            try check.attempt(index.name) { () throws(StoreError) in
                check.addStale(try stale(index, limit: check.limit + 1), in: index)
            }
        }
    }

    /// Logs the rows whose words are not those of their texts; the caller has opened a transaction,
    /// and indexes the logged rows afterwards.
    func repair(_ schema: StoreSchema) throws(StoreError) -> [RepairReport.Step] {
        var steps: [RepairReport.Step] = []
        for index in schema.sortedSearchIndexes {
            let numbers = try stale(index, limit: .max)
            guard !numbers.isEmpty else { continue }
            try connection.execute(
                "INSERT INTO \(index.log.quotedName) (id) SELECT unnest($1::bigint[])",
                [.numbers(numbers)])
            steps.append(
                RepairReport.Step(.staleSearchIndex, index.table, count: numbers.count))
        }
        return steps
    }

    /// Returns the numbers of rows whose words in the index are not those of their texts, and of
    /// rows in the index that are not in the table.
    private func stale(_ index: SearchIndex, limit: Int) throws(StoreError) -> [Int64] {
        let (id, name) = (SystemColumn.id.quotedName, index.name.quotedName)
        var stale: Set<Int64> = []
        let pairs = index.columns.map {
            "t.\($0.quotedName), i.\(dialect.words(of: $0).quotedName)"
        }
        try connection.forEachRow(
            "SELECT t.\(id), \(pairs.joined(separator: ", ")) FROM \(index.table.quotedName) AS t "
                + "LEFT JOIN \(name) AS i ON i.id = t.\(id) "
                + "WHERE t.\(id) NOT IN (\(index.logged))",
            PostgresParameters()
        ) { (row) throws(StoreError) in
            for column in index.columns.indices where stale.count < limit {
                let text = row.value(Int32(column) * 2 + 1, .text)
                let words = row.value(Int32(column) * 2 + 2, .text)
                if IndexedRow.words(of: text) != words { stale.insert(row.integer(0)) }
            }
        }
        let vectors = index.columns.map { column in
            let words = dialect.words(of: column).quotedName
            return "\(dialect.vector(of: column).quotedName) IS DISTINCT FROM "
                + dialect.vector(ofWords: words)
        }
        stale.formUnion(
            try connection.query(
                "SELECT id FROM \(name) WHERE \(vectors.joined(separator: " OR ")) OR id NOT IN "
                    + "(SELECT \(id) FROM \(index.table.quotedName) UNION ALL \(index.logged))"
            ) { (row) throws(StoreError) in row.integer(0) })
        return stale.sorted()
    }
}
