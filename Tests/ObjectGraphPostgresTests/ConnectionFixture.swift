import ObjectGraph
import ObjectGraphPostgres
import PostgresTestSupport
import TestSupport

/// Calls a closure with a connection to an empty schema.
func withConnection<Result>(
    _ change: (inout PostgresSettings) -> Void = { _ in },
    _ body: (PostgresConnection) throws -> Result
) throws -> Result {
    try PostgresSchema.with { schema in
        let connection = try schema.connect(change)
        try connection.execute("CREATE SCHEMA \"\(schema.name)\"")
        return try body(connection)
    }
}

/// Returns the store error that a closure throws; `nil` if it throws none.
func storeError(_ body: () throws -> Void) -> StoreError? {
    do {
        try body()
        return nil
    } catch {
        return error as? StoreError
    }
}

extension PostgresConnection {
    /// Returns the number in the first column of the first row.
    func number(_ sql: String) throws -> Int64 { try query(sql).map { $0.integer(0) }.first ?? -1 }

    /// Returns the texts of the first column.
    func texts(_ sql: String) throws -> [String] { try query(sql).map { $0.text(0) } }
}

extension StoreFixture {
    /// Inserts an article of a new author with a new tag, in one commit.
    func commitArticle(tag name: String) throws {
        let (author, tag) = (try row("Author"), try row("Tag", ["name": .string(name)]))
        let article = try row("Article", ["author": .integer(author.number)])
        try commit { changes in
            changes.inserted = [tag, author, article]
            let link = StoredLink(source: article.number, destination: tag.number)
            changes.links = [try links("Article", "tags", stored: [link])]
        }
    }
}
