/// Hand-written storage of articles in the tables of a ``PostgresLibrary``.
struct RawPostgresLibrary {
    private let database: RawPostgres

    init(_ schema: MeasuredSchema) throws {
        database = try schema.connect()
    }

    private static let authorColumns = #""_id", "_version", "authorID", "name", "email", "url""#
    private static let tagColumns = #""_id", "_version", "tagID", "name""#
    private static let articleColumns = """
        "_id", "_version", "articleID", "title", "body", "createdAt", "updatedAt", "isPublished", \
        "rating", "viewCount", "slug", "categoryID", "commentIDs", "author"
        """
    private static let linkColumns = "source, destination, position"

    /// Inserts rows into empty tables with `COPY`, and checks the ends of references and links
    /// with one statement.
    func insert(_ rows: NumberedRows) throws {
        try database.transaction {
            try database.copy(
                into: #""Author" (\#(Self.authorColumns))"#, rows.authors, columns: 6
            ) { author, cells in
                cells.add(author.number)
                cells.add(1 as Int64)
                cells.add(author.record.id)
                cells.add(author.record.name)
                cells.add(author.record.email)
                cells.add(author.record.url)
            }
            try database.copy(
                into: #""Tag" (\#(Self.tagColumns))"#, rows.tags, columns: 4
            ) { tag, cells in
                cells.add(tag.number)
                cells.add(1 as Int64)
                cells.add(tag.record.id)
                cells.add(tag.record.name)
            }
            try database.copy(
                into: #""Article" (\#(Self.articleColumns))"#, rows.articles, columns: 14, Self.add)
            try database.copy(
                into: #""Article_tags" (\#(Self.linkColumns))"#, rows.links, columns: 3
            ) { link, cells in
                cells.add(link.source)
                cells.add(link.destination)
                cells.add(link.position)
            }
            let broken = try database.number(Self.check)
            try Title.require(broken == 0, "\(broken) references or links lead nowhere")
        }
    }

    private static func add(_ article: NumberedRows.Article, to cells: inout RawCells) {
        let record = article.values.record
        cells.add(article.number)
        cells.add(1 as Int64)
        cells.add(record.id)
        cells.add(record.title)
        cells.add(record.body)
        cells.add(article.values.createdAt)
        cells.add(article.values.updatedAt)
        cells.add(record.isPublished)
        cells.add(record.rating)
        cells.add(record.viewCount)
        cells.add(record.slug)
        cells.add(record.categoryID)
        cells.add(article.values.commentIDs)
        cells.add(article.author)
    }

    private static let check = """
        SELECT (SELECT count(*) FROM "Article" AS a
            WHERE NOT EXISTS (SELECT FROM "Author" WHERE "_id" = a."author"))
          + (SELECT count(*) FROM "Article_tags" AS l
            WHERE NOT EXISTS (SELECT FROM "Article" WHERE "_id" = l.source)
              OR NOT EXISTS (SELECT FROM "Tag" WHERE "_id" = l.destination))
        """

    /// Changes five columns of articles, each of which must have version 1.
    func update(_ articles: [NumberedRows.Article]) throws {
        try database.transaction {
            for start in stride(from: 0, to: articles.count, by: 10_000) {
                let batch = articles[start..<min(start + 10_000, articles.count)]
                var arrays = RawArrays()
                arrays.add(batch.lazy.map(\.number))
                arrays.add(batch.lazy.map { _ in 1 as Int64 })
                arrays.add(batch.lazy.map(\.values.record.title))
                arrays.add(batch.lazy.map(\.values.record.body))
                arrays.add(batch.lazy.map(\.values.updatedAt))
                arrays.add(batch.lazy.map(\.values.record.rating))
                arrays.add(batch.lazy.map(\.values.record.viewCount))
                let changed = try database.query(
                    """
                    UPDATE "Article" AS t SET "title" = u.title, "body" = u.body,
                      "updatedAt" = u.date, "rating" = u.rating, "viewCount" = u.views,
                      "_version" = t."_version" + 1
                    FROM unnest($1::bigint[], $2::bigint[], $3::text[], $4::text[], $5::text[],
                      $6::float8[], $7::bigint[]) AS u(id, version, title, body, date, rating, views)
                    WHERE t."_id" = u.id AND t."_version" = u.version
                    """, arrays
                ).changeCount
                try Title.require(changed == batch.count, "too few were changed")
            }
        }
    }

    /// Reads articles by their keys.
    func articles(_ keys: [Int64]) throws -> RawReading {
        let reading = RawReading()
        try read("Article", Self.articleColumns, by: #""articleID""#, keys).decode(into: reading)
        return reading
    }

    /// Reads all rows of a page by their keys, and the links of the articles.
    func page(articles: [Int64], authors: [Int64], tags: [Int64]) throws -> RawReading {
        try database.transaction("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY") {
            let reading = RawReading()
            let found = try read("Article", Self.articleColumns, by: #""articleID""#, articles)
            found.decode(into: reading)
            try read("Author", Self.authorColumns, by: #""authorID""#, authors)
                .decode(into: reading)
            try read("Tag", Self.tagColumns, by: #""tagID""#, tags).decode(into: reading)
            let numbers = (0..<found.count).map { found.integer($0, 0) }
            try read("Article_tags", Self.linkColumns, by: "source", numbers)
                .decode(into: reading)
            return reading
        }
    }

    private func read(
        _ table: String, _ columns: String, by key: String, _ keys: [Int64]
    ) throws -> RawResult {
        var arrays = RawArrays()
        arrays.add(keys)
        return try database.query(
            #"SELECT \#(columns) FROM "\#(table)" WHERE \#(key) = ANY($1::bigint[])"#, arrays)
    }
}
