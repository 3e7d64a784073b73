/// Reads three columns of articles from a file created by Mercator.
struct RawShelf {
    let database: RawDatabase

    init(path: String) throws {
        database = try RawDatabase(path: path)
    }

    /// Executes a prepared statement and iterates over its rows.
    func read(from firstID: Int64) throws -> Shelf.Reading {
        let statement = try database.prepare(
            #"SELECT "title", "viewCount", "rating" FROM "Article" WHERE "articleID" >= ?"#)
        statement.bind(firstID)
        var reading = Shelf.Reading()
        try statement.forEachRow {
            reading.add(statement.text(0), statement.integer(1), statement.double(2))
        }
        return reading
    }
}
