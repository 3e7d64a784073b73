import ObjectGraph
import ObjectGraphSQL

/// The views in a file that the store has made, in addition to user-defined views.
struct StoreViews {
    private let connection: SQLiteConnection

    init(_ connection: SQLiteConnection) {
        self.connection = connection
    }

    /// Indicates whether the file has views that the store has made.
    var exist: Bool { get throws(StoreError) { try !own().isEmpty } }

    /// Tests whether the file has exactly the views of a schema.
    func areCurrent(_ schema: StoreSchema) throws(StoreError) -> Bool {
        let own = try own()
        return try Set(own) == Set(wanted(schema, replacing: own))
    }

    /// Creates the views of a schema, and removes earlier ones, in the caller's transaction.
    func update(_ schema: StoreSchema) throws(StoreError) {
        let own = try own()
        let wanted = try wanted(schema, replacing: own)
        guard Set(own) != Set(wanted) else { return }
        try drop(own)
        for view in wanted { try connection.prepare(view.sql).run() }
    }

    /// Removes the views; the caller has opened a transaction.
    func drop() throws(StoreError) { try drop(try own()) }

    private func drop(_ views: [EntityView]) throws(StoreError) {
        for view in views {
            try connection.prepare("DROP VIEW \(view.name.quotedName)").run()
        }
    }

    /// Runs a migration without the views of the store.
    ///
    /// User-defined views may be invalid for a while.
    ///
    /// A view that names a missing table or column is a reason for SQLite to refuse any renaming,
    /// unless the schema is writable: then it rewrites the views that are valid, and leaves the
    /// others alone. (`renameTableTest` in SQLite's alter.c)
    func without<Result>(
        _ work: () throws(StoreError) -> Result
    ) throws(StoreError) -> Result {
        try drop()
        let others = "SELECT count(*) FROM sqlite_schema WHERE type = 'view'"
        guard try connection.number(others) > 0 else { return try work() }
        try connection.execute("PRAGMA writable_schema = ON")
        defer { try? connection.execute("PRAGMA writable_schema = OFF") }
        return try work()
    }

    private func own() throws(StoreError) -> [EntityView] {
        let question = """
            SELECT name, sql FROM sqlite_schema WHERE type = 'view' AND instr(sql, ?) > 0
            """
        return try connection.query(question, [.string(EntityView.mark)]) {
            (row) throws(StoreError) in EntityView(name: row.text(0), sql: row.text(1))
        }
    }

    private func wanted(
        _ schema: StoreSchema, replacing views: [EntityView]
    ) throws(StoreError) -> [EntityView] {
        let own = Set(views.map(\.name))
        let names = try connection.texts("SELECT name FROM sqlite_schema")
            .filter { !own.contains($0) }
        return ViewCompiler(schema, try Identifications(schema.model, connection))
            .views(besides: names)
    }
}
