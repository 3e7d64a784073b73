import ObjectGraph
import ObjectGraphSQL

/// Indexing the rows that one transaction has logged.
///
/// It adds no round trip to a transaction without logged rows, and one for each index with such
/// rows: the question for them goes with the statements that write them, and the words go with the
/// commit.
final class SearchUpdate {
    private let search: PostgresSearch
    private var indexes: [SearchIndex]
    private var isAsked = false
    /// The numbers of logged rows, by index.
    private var logged: [[Int64]]
    private var batches: [SearchBatch] = []

    init(_ connection: PostgresConnection, _ schema: StoreSchema) {
        search = PostgresSearch(connection)
        indexes = schema.sortedSearchIndexes
        logged = Array(repeating: [], count: indexes.count)
    }

    /// Asks for the logged rows and the present columns of their indexes.
    ///
    /// Others may have asked for more columns after the store was opened. The answer may come
    /// later.
    func ask() throws(StoreError) {
        guard !isAsked, !indexes.isEmpty else { return }
        isAsked = true
        let questions = indexes.enumerated().map { position, index in
            "(SELECT DISTINCT \(position), id, \(SearchIndexes.record(of: index)) "
                + "FROM \(index.log.quotedName) WHERE NOT is_large "
                + "ORDER BY id LIMIT \(PostgresSearch.batchSize))"
        }
        try search.connection.send(
            questions.joined(separator: " UNION ALL "), PostgresParameters()
        ) { [self] (rows) throws(StoreError) in
            try rows.forEachRow { (row) throws(StoreError) in
                let position = Int(row.integer(0))
                if logged[position].isEmpty {
                    let table = indexes[position].table
                    guard let now = SearchIndexes.index(of: table, row.text(2), search.dialect)
                    else { return }
                    indexes[position] = now
                }
                logged[position].append(row.integer(1))
            }
        }
    }

    /// Reads the texts of the logged rows; all answers have come.
    func read() throws(StoreError) {
        for (index, numbers) in zip(indexes, logged) {
            guard let last = numbers.max() else { continue }
            let batch = try search.batch(index, numbers.sorted())
            if numbers.count < PostgresSearch.batchSize {
                batches.append(batch)
            } else {
                try search.write(batch)
                try search.update(index, after: last)
            }
        }
    }

    /// Writes the words; the caller commits afterwards.
    func write() throws(StoreError) {
        for batch in batches { try search.write(batch) }
    }
}
