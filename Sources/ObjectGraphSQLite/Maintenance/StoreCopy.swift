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
    /// One sort is faster than many insertions.
    private func copy(_ connection: SQLiteConnection) throws(StoreError) {
        let objects = try connection.query(
            "SELECT type, name, sql FROM mercator_source.sqlite_schema "
                + "WHERE sql IS NOT NULL AND name NOT GLOB 'sqlite_*'"
        ) { (row) throws(StoreError) in (type: row.text(0), name: row.text(1), sql: row.text(2)) }
        for table in objects where table.type == "table" {
            try connection.prepare(table.sql).run()
            let name = table.name.quotedName
            try connection.prepare("INSERT INTO main.\(name) SELECT * FROM mercator_source.\(name)")
                .run()
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
