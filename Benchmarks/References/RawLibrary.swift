/// Hand-written storage of articles in an SQLite file: the same tables and indexes as Mercator,
/// prepared statements, and one transaction.
struct RawLibrary {
    private let database: RawDatabase

    /// Opens a file, creating the tables if it is new.
    init(path: String) throws {
        database = try RawDatabase(path: path)
        try database.execute(RawSchema.tables)
    }

    /// The number of rows written since the file was opened.
    var changeCount: Int { database.changeCount }

    /// Inserts rows into empty tables; the indexes for look-ups are created afterwards.
    func insert(_ rows: RawRows) throws {
        try database.transaction {
            try write(rows.authors, try database.prepare(RawSchema.authorInsertion))
            try write(rows.tags, try database.prepare(RawSchema.tagInsertion))
            let statement = try database.prepare(RawSchema.articleInsertion)
            try write(rows.articles, statement, authors: try numbers("Author", "authorID"))
            try link(rows.articles)
            try database.execute(RawSchema.indexes)
        }
    }

    /// Inserts or updates rows by key; equal rows remain untouched.
    func upsert(_ rows: RawRows) throws {
        try database.transaction {
            try write(rows.authors, try database.prepare(RawSchema.authorUpsert))
            try write(rows.tags, try database.prepare(RawSchema.tagUpsert))
            let statement = try database.prepare(RawSchema.articleUpsert)
            try write(rows.articles, statement, authors: try numbers("Author", "authorID"))
            try unlinkOthers(rows.articles)
            try link(rows.articles)
        }
    }

    private func write(_ authors: [AuthorRecord], _ statement: RawStatement) throws {
        for author in authors {
            statement.bind(author.id)
            statement.bind(author.name)
            statement.bind(author.email)
            statement.bind(author.url)
            try statement.run()
        }
    }

    private func write(_ tags: [TagRecord], _ statement: RawStatement) throws {
        for tag in tags {
            statement.bind(tag.id)
            statement.bind(tag.name)
            try statement.run()
        }
    }

    private func write(
        _ articles: [RawRows.Article], _ statement: RawStatement, authors: [Int64: Int64]
    ) throws {
        for article in articles {
            let record = article.record
            statement.bind(record.id)
            statement.bind(record.title)
            statement.bind(record.body)
            statement.bind(article.createdAt)
            statement.bind(article.updatedAt)
            statement.bind(record.isPublished ? 1 : 0 as Int64)
            statement.bind(record.rating)
            statement.bind(record.viewCount)
            statement.bind(record.slug)
            statement.bind(record.categoryID)
            statement.bind(article.commentIDs)
            statement.bind(authors[record.author.id] ?? 0)
            try statement.run()
        }
    }

    private func link(_ articles: [RawRows.Article]) throws {
        let sources = try numbers("Article", "articleID")
        let destinations = try numbers("Tag", "tagID")
        let statement = try database.prepare(RawSchema.linkUpsert)
        for record in articles.map(\.record) {
            for (position, tag) in record.tags.enumerated() {
                statement.bind(sources[record.id] ?? 0)
                statement.bind(destinations[tag.id] ?? 0)
                statement.bind(Int64(position))
                try statement.run()
            }
        }
    }

    private func unlinkOthers(_ articles: [RawRows.Article]) throws {
        let sources = try numbers("Article", "articleID")
        let destinations = try numbers("Tag", "tagID")
        let statement = try database.prepare(RawSchema.otherLinksRemoval)
        for record in articles.map(\.record) {
            statement.bind(sources[record.id] ?? 0)
            for tag in record.tags { statement.bind(destinations[tag.id] ?? 0) }
            try statement.run()
        }
    }

    /// Returns row numbers by payload keys.
    private func numbers(_ table: String, _ key: String) throws -> [Int64: Int64] {
        let statement = try database.prepare(#"SELECT "\#(key)", "_id" FROM "\#(table)""#)
        var numbers: [Int64: Int64] = [:]
        try statement.forEachRow { numbers[statement.integer(0)] = statement.integer(1) }
        return numbers
    }
}
