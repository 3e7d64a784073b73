/// Reads three columns of articles from a file that Mercator has made.
struct RawShelf {
    private let database: RawDatabase

    init(path: String) throws {
        database = try RawDatabase(path: path)
    }

    /// Prepares a statement and loops over its rows.
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
