import Mercator
import ObjectGraphPostgres

/// A schema with the tables and indexes of ``Library``, as Mercator makes them.
///
/// All contenders of a title use the same tables, and find them in the same state.
final class PostgresLibrary {
    let schema: MeasuredSchema
    let operation: MappingOperation
    let backend: PostgresBackend
    /// Counts the statements of ``backend``.
    let statements = StatementCounter()
    /// A connection for the preparations.
    let raw: RawPostgres

    /// Creates the tables, which are empty.
    init() throws {
        schema = try MeasuredSchema()
        operation = try Library.operation()
        backend = try schema.store(statements).openBackend(for: operation.plan.model)
        raw = try schema.connect()
        // The indexes for look-ups are created by the first load.
        try save(Page(count: 1).bytes)
        try empty()
    }

    /// Removes all rows, but not the indexes.
    func empty() throws {
        try raw.execute(#"TRUNCATE "Article", "Author", "Tag", "Article_tags""#)
    }

    /// Saves a page.
    func save(_ bytes: [UInt8]) throws {
        let context = ManagedObjectContext(model: operation.plan.model, backend: backend)
        _ = try operation.run(PayloadDocument(parsing: bytes), in: context)
        try context.save()
        try raw.execute(#"VACUUM ANALYZE "Article", "Author", "Tag", "Article_tags""#)
    }

    /// Returns a container with a store of its own in the schema.
    func container() throws -> PersistentContainer {
        try PersistentContainer(model: operation.plan.model, store: schema.store(statements))
    }

    /// Returns a context into which a page was mapped, but not saved.
    func context(with document: PayloadDocument) throws -> ManagedObjectContext {
        let context = ManagedObjectContext(model: operation.plan.model, backend: backend)
        _ = try operation.run(document, in: context)
        return context
    }

    /// Returns a digest of the content, without the numbers of rows.
    func digest() throws -> String {
        let result = try raw.query(
            """
            SELECT md5(string_agg(t::text, '' ORDER BY t."articleID")) FROM (
              SELECT a."articleID", a."title", a."body", a."createdAt", a."updatedAt",
                a."isPublished", a."rating", a."viewCount", a."slug", a."categoryID",
                a."commentIDs", a."_version", u."authorID", u."name", u."email", u."url",
                (SELECT string_agg(t."tagID" || t."name", ',' ORDER BY l.position)
                  FROM "Article_tags" AS l JOIN "Tag" AS t ON t."_id" = l.destination
                  WHERE l.source = a."_id") AS tags
              FROM "Article" AS a JOIN "Author" AS u ON u."_id" = a."author") AS t
            """)
        return result.text(0, 0)
    }
}

/// Articles that are changed, and have to be as before for the next sample.
extension PostgresLibrary {
    /// Keeps a copy of all articles.
    func keepArticles() throws {
        try raw.execute(
            #"CREATE TABLE articles_before AS SELECT * FROM "Article" ORDER BY "_id""#)
    }

    /// Makes all articles as they were when they were kept.
    func restoreArticles() throws {
        try raw.execute(#"TRUNCATE "Article""#)
        try raw.execute(#"INSERT INTO "Article" SELECT * FROM articles_before ORDER BY "_id""#)
        try raw.execute(#"VACUUM ANALYZE "Article""#)
    }

    /// Returns the numbers of the articles by their keys.
    func articleNumbers() throws -> [Int64: Int64] {
        let rows = try raw.query(#"SELECT "articleID", "_id" FROM "Article""#)
        return Dictionary(
            uniqueKeysWithValues: (0..<rows.count).map {
                (rows.integer($0, 0), rows.integer($0, 1))
            })
    }
}
