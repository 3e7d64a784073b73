/// The SQL of ``RawLibrary``; the tables are those of Mercator for ``Library``.
enum RawSchema {
    static let tables = """
        CREATE TABLE IF NOT EXISTS "Article" (
          "_id" INTEGER PRIMARY KEY, "_version" INTEGER NOT NULL, "articleID" INTEGER,
          "title" TEXT, "body" TEXT, "createdAt" TEXT, "updatedAt" TEXT, "isPublished" INTEGER,
          "rating" REAL, "viewCount" INTEGER, "slug" TEXT, "categoryID" INTEGER, "commentIDs" TEXT,
          "author" INTEGER REFERENCES "Author" ("_id") DEFERRABLE INITIALLY DEFERRED);
        CREATE INDEX IF NOT EXISTS "Article_by_author" ON "Article" ("author");
        CREATE TABLE IF NOT EXISTS "Author" (
          "_id" INTEGER PRIMARY KEY, "_version" INTEGER NOT NULL, "authorID" INTEGER, "name" TEXT,
          "email" TEXT, "url" TEXT);
        CREATE TABLE IF NOT EXISTS "Tag" (
          "_id" INTEGER PRIMARY KEY, "_version" INTEGER NOT NULL, "tagID" INTEGER, "name" TEXT);
        CREATE TABLE IF NOT EXISTS "Article_tags" (
          source INTEGER NOT NULL REFERENCES "Article" ("_id") ON DELETE CASCADE
            DEFERRABLE INITIALLY DEFERRED,
          destination INTEGER NOT NULL REFERENCES "Tag" ("_id") ON DELETE CASCADE
            DEFERRABLE INITIALLY DEFERRED,
          position INTEGER, PRIMARY KEY (source, destination)) WITHOUT ROWID;
        CREATE INDEX IF NOT EXISTS "Article_tags_by_destination" ON "Article_tags" (destination);
        """

    /// Indexes for look-ups by payload keys, created after the first rows for speed.
    static let indexes = """
        CREATE UNIQUE INDEX "Article_by_articleID" ON "Article" ("articleID");
        CREATE UNIQUE INDEX "Author_by_authorID" ON "Author" ("authorID");
        CREATE UNIQUE INDEX "Tag_by_tagID" ON "Tag" ("tagID");
        """

    private static let articleColumns = [
        "articleID", "title", "body", "createdAt", "updatedAt", "isPublished", "rating",
        "viewCount", "slug", "categoryID", "commentIDs", "author",
    ]
    private static let authorColumns = ["authorID", "name", "email", "url"]
    private static let tagColumns = ["tagID", "name"]

    static let articleInsertion = insertion("Article", articleColumns)
    static let authorInsertion = insertion("Author", authorColumns)
    static let tagInsertion = insertion("Tag", tagColumns)
    static let articleUpsert = upsert("Article", articleColumns)
    static let authorUpsert = upsert("Author", authorColumns)
    static let tagUpsert = upsert("Tag", tagColumns)

    static let linkUpsert = """
        INSERT INTO "Article_tags" VALUES (?, ?, ?) ON CONFLICT (source, destination)
        DO UPDATE SET position = excluded.position WHERE position IS NOT excluded.position
        """
    static let otherLinksRemoval = """
        DELETE FROM "Article_tags" WHERE source = ? AND destination NOT IN (?, ?, ?)
        """

    private static func insertion(_ table: String, _ columns: [String]) -> String {
        let names = columns.map { #""\#($0)""# }.joined(separator: ", ")
        let parameters = columns.map { _ in "?" }.joined(separator: ", ")
        return #"INSERT INTO "\#(table)" (\#(names), "_version") VALUES (\#(parameters), 1)"#
    }

    /// Returns an upsert statement; the first column is the key.
    private static func upsert(_ table: String, _ columns: [String]) -> String {
        let others = columns.dropFirst().map { #""\#($0)""# }
        let assignments = others.map { "\($0) = excluded.\($0)" }.joined(separator: ", ")
        let differences = others.map { "\($0) IS NOT excluded.\($0)" }.joined(separator: " OR ")
        return insertion(table, columns) + #" ON CONFLICT ("\#(columns[0])") DO UPDATE SET "#
            + #"\#(assignments), "_version" = "_version" + 1 WHERE \#(differences)"#
    }
}
