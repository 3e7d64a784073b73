import ObjectGraph
import ObjectGraphSQL

/// Copies the content of a store into an empty file, in one transaction of that file.
///
/// SQLite's journal makes the copy atomic, even if the process dies, and its lock prevents two
/// copies at the same time. The source is read in one state, including the content of its log.
struct StoreCopy {
    private let source: StoreFile
    private let title: String

    private let isSeed: Bool

    /// Creates a copy from a source; `title` precedes its path in messages.
    ///
    /// A copy of a seed has no pending edits, because they belong to another user.
    init(from source: StoreFile, _ title: String, isSeed: Bool = false) {
        self.source = source
        self.title = title
        self.isSeed = isSeed
    }

    /// Copies the source to the file of a connection, unless the file has content.
    ///
    /// - Returns: Whether the file was filled.
    @discardableResult
    func run(into connection: SQLiteConnection) throws(StoreError) -> Bool {
        guard try Self.isEmpty(connection) else { return false }
        try attach(to: connection)
        defer { try? connection.prepare("DETACH mercator_source").run() }
        // This has no effect on a file with a log, such as that of a store with a seed.
        let pageSize = try connection.number("PRAGMA mercator_source.page_size")
        try connection.execute("PRAGMA main.page_size = \(pageSize)")
        // Rows can reference rows that are copied later, and the source has checked all references.
        let checks = try connection.number("PRAGMA foreign_keys")
        try connection.execute("PRAGMA foreign_keys = OFF")
        defer { try? connection.execute("PRAGMA foreign_keys = \(checks)") }
        return try connection.transaction { () throws(StoreError) -> Bool in
            // Another process may have filled the file while this one waited.
            guard try Self.isEmpty(connection) else { return false }
            try source.requireStore(title, connection, "mercator_source")
            try copy(connection)
            if isSeed { try StoreMetadata(connection).removeUnsentEdits() }
            return true
        }
    }

    /// Tests whether a file has no content.
    static func isEmpty(_ connection: SQLiteConnection) throws(StoreError) -> Bool {
        let version = try connection.number("PRAGMA main.user_version")
        let objects = try connection.number("SELECT count(*) FROM main.sqlite_schema")
        return version == 0 && objects == 0
    }

    private func attach(to connection: SQLiteConnection) throws(StoreError) {
        do throws(StoreError) {
            try connection.execute(
                "ATTACH ? AS mercator_source", [.string(source.location(source.sourceAccess))])
        } catch {
            throw StoreError(
                error.code, "\(title)'\(source.path)' cannot be read: \(error.message)",
                sql: error.sql)
        }
    }

    /// Copies the tables first and their indexes last.
    ///
    /// One sort is faster than many insertions. This connection goes on with its search indexes,
    /// and would not notice that their tables were filled behind its back.
    private func copy(_ connection: SQLiteConnection) throws(StoreError) {
        let objects = try connection.query(
            "SELECT type, name, sql FROM mercator_source.sqlite_schema "
                + "WHERE sql IS NOT NULL AND name NOT GLOB 'sqlite_*'"
        ) { (row) throws(StoreError) in (type: row.text(0), name: row.text(1), sql: row.text(2)) }
        let tables = try connection.query(
            "SELECT name, type FROM pragma_table_list WHERE schema = 'mercator_source'"
        ) { (row) throws(StoreError) in (row.text(0), row.text(1)) }
        let kinds = Dictionary(tables, uniquingKeysWith: { first, _ in first })
        let isTable = { (object: (type: String, name: String, sql: String)) in
            object.type == "table"
        }
        // A virtual table makes its own tables, which are filled instead of it.
        for table in objects.filter(isTable) where kinds[table.name] == "virtual" {
            try connection.prepare(table.sql).run()
        }
        for table in objects.filter(isTable) where kinds[table.name] != "virtual" {
            let name = table.name.quotedName
            if kinds[table.name] == "shadow" {
                if SearchIndex.isPart(table.name) { continue }
                try connection.prepare("DELETE FROM main.\(name)").run()
            } else {
                try connection.prepare(table.sql).run()
            }
            try connection.prepare("INSERT INTO main.\(name) SELECT * FROM mercator_source.\(name)")
                .run()
        }
        for table in objects.filter(isTable) where SearchIndex.isPart(table.name) {
            guard kinds[table.name] == "virtual" else { continue }
            try StoreSearch(connection).copy(table.name, from: "mercator_source")
        }
        for object in objects where object.type != "table" {
            try connection.prepare(object.sql).run()
        }
        for pragma in ["application_id", "user_version"] {
            let value = try connection.number("PRAGMA mercator_source.\(pragma)")
            try connection.prepare("PRAGMA main.\(pragma) = \(value)").run()
        }
    }
}
