import ObjectGraph
import ObjectGraphSQL

/// Opens a database, and creates, extends or migrates the tables of a store for a model.
struct PostgresStoreOpener {
    let source: ConnectionSource
    let options: PostgresStore.Options
    let model: ManagedObjectModel

    /// Connects, creates or changes the tables where necessary, and returns the connection with
    /// their schema.
    func open() throws(StoreError) -> (PostgresConnection, StoreSchema) {
        try PostgresLimits.check(model)
        let connection = try source.connect()
        try requireByteOrder(connection)
        do throws(StoreError) {
            return (connection, try search(try open(connection), connection))
        } catch  where error.code == .denied {
            throw StoreError(
                .denied, "\(error.message); \(try missingGrant(connection))", sql: error.sql)
        }
    }

    /// Returns the schema with the search indexes of the database, after creating missing ones.
    private func search(
        _ schema: StoreSchema, _ connection: PostgresConnection
    ) throws(StoreError) -> StoreSchema {
        var schema = schema
        let indexes = SearchIndexes(connection)
        var stored = try indexes.stored()
        if !options.isReadOnly, !SearchIndexes.cover(schema, with: stored),
            try PostgresSearch(connection).isSupported
        {
            try alone(connection) { () throws(StoreError) in
                // A reader would find an index empty that is made anew.
                try lock(connection, readers: try !indexes.areNone)
                try PostgresSearch(connection).createMissing(schema)
            }
            stored = try indexes.stored()
        }
        for index in stored { schema.searchIndexes[index.table] = index }
        return schema
    }

    /// Checks that texts are compared by their bytes, as in every store, if their columns have the
    /// collation of the database.
    ///
    /// - Throws: ``StoreError`` with code `unsupported`.
    private func requireByteOrder(_ connection: PostgresConnection) throws(StoreError) {
        guard source.settings.engine.byteOrder.isEmpty else { return }
        let ordered = try connection.number(
            "SELECT count(*) FROM (SELECT 1) AS one WHERE $1::text < $2 AND $3::text < $4",
            ["B", "a", "\u{FFFF}", "\u{1F600}"].map(SQLValue.string))
        guard ordered == 0 else { return }
        throw StoreError(
            .unsupported,
            "\(source.options.endpoint) compares texts by the rules of a language, not by their "
                + "bytes, and the portable engine has no collation of its own: fetches would find "
                + "and sort other objects than in a file; create the database with CREATE DATABASE "
                + "… TEMPLATE template0 ENCODING 'UTF8' LOCALE 'C', or use the engine postgreSQL")
    }

    /// Creates or changes the tables where necessary, and returns their schema.
    private func open(_ connection: PostgresConnection) throws(StoreError) -> StoreSchema {
        let migrator = StoreMigrator(
            path: source.endpoint, migration: options.migration, model: model,
            dialect: connection.dialect)
        try migrator.checkSteps()
        let annotations = StoreAnnotations(connection)
        let hasTables = try connection.hasStore()
        if hasTables, let known = try migrator.current(connection),
            try annotations.contain(options.annotations)
        {
            record(migrator, connection)
            return known
        }
        guard !options.isReadOnly else {
            if hasTables { try migrator.check(connection) }
            throw StoreError(
                .readOnly,
                "\(source.endpoint) must be created, extended or annotated for the model; open it once "
                    + "for writing")
        }
        guard let seed = SeedContent(options, model), !hasTables else {
            return try prepare(connection, migrator) { (_) throws(StoreError) in }
        }
        return try seed.read { (source, old) throws(StoreError) in
            try prepare(connection, migrator) { (schema) throws(StoreError) in
                try SeedContent.copy(source, old, to: connection, schema)
            }
        }
    }

    /// Creates or changes the tables in one transaction; a closure fills new ones.
    private func prepare(
        _ connection: PostgresConnection, _ migrator: StoreMigrator,
        filling fill: (StoreSchema) throws(StoreError) -> Void
    ) throws(StoreError) -> StoreSchema {
        do throws(StoreError) {
            return try alone(connection) { () throws(StoreError) in
                try prepareAlone(connection, migrator, filling: fill)
            }
        } catch  where connection.failure?.sqlState == "42P07" {
            throw try foreignTables(connection, error)
        }
    }

    private func prepareAlone(
        _ connection: PostgresConnection, _ migrator: StoreMigrator,
        filling fill: (StoreSchema) throws(StoreError) -> Void
    ) throws(StoreError) -> StoreSchema {
        let isNew = try !connection.hasStore()
        if isNew { try create(connection) }
        try lock(connection, readers: true)
        let known = try isNew ? nil : migrator.current(connection)
        let schema = if let known { known } else { try bringUpToDate(migrator, connection) }
        if isNew { try fill(schema) }
        try StoreAnnotations(connection).write(options.annotations)
        return schema
    }

    /// Waits for all that read the earlier tables, if they must not read on, then for all that
    /// write them.
    private func lock(
        _ connection: PostgresConnection, readers excludesReaders: Bool
    ) throws(StoreError) {
        guard source.settings.engine.hasLocks else { return }
        for table in (excludesReaders ? ["mercator_schema"] : []) + ["mercator_indexes"] {
            try connection.execute("LOCK TABLE \(table) IN ACCESS EXCLUSIVE MODE")
        }
    }

    /// Returns the error for a schema with tables of other programs.
    private func foreignTables(
        _ connection: PostgresConnection, _ error: StoreError
    ) throws(StoreError) -> StoreError {
        guard try !connection.hasStore() else { return error }
        let names = try connection.texts(
            "SELECT c.relname::text FROM pg_class AS c "
                + "JOIN pg_namespace AS n ON n.oid = c.relnamespace "
                + "WHERE c.relkind IN ('r', 'v', 'm', 'f', 'p') "
                + "AND n.nspname = current_schema() ORDER BY 1")
        let list = names.prefix(5).map { "'\($0)'" }.joined(separator: ", ")
        return StoreError(
            .cannotOpen,
            "\(source.endpoint) has tables of another program: \(list)"
                + (names.count > 5 ? " and \(names.count - 5) more" : "")
                + "; give the store a schema of its own, with the option 'schema'")
    }

    /// Creates or changes the tables.
    ///
    /// An engine with definitions outside of transactions could leave half of a migration.
    private func bringUpToDate(
        _ migrator: StoreMigrator, _ connection: PostgresConnection
    ) throws(StoreError) -> StoreSchema {
        let isLimited = !source.settings.engine.hasLocks
        if isLimited, try !connection.storedDefinitions().isEmpty,
            try !migrator.isExtension(connection)
        {
            try migrator.check(connection)
            throw StoreError(
                .unsupported,
                "\(source.endpoint) was created for a model that differs by more than additions; "
                    + "with this engine a database is only extended: create the store in another "
                    + "schema, and import again")
        }
        return try migrator.run(connection)
    }

    /// Records the model in stores with current tables, for programs without the model.
    ///
    /// It neither waits for locks nor fails; otherwise the next opening records it.
    private func record(_ migrator: StoreMigrator, _ connection: PostgresConnection) {
        let record = ModelRecord(connection)
        guard !options.isReadOnly, (try? record.isCurrent(model)) == false else { return }
        try? connection.transaction { () throws(StoreError) in
            try connection.execute("SET LOCAL lock_timeout = 10")
            if source.settings.engine.hasLocks {
                try connection.execute("LOCK TABLE mercator_indexes IN ROW SHARE MODE")
            }
            guard try migrator.current(connection) != nil else { return }
            try record.write(model)
        }
    }

    /// Returns the statement that grants the role access to the schema.
    private func missingGrant(_ connection: PostgresConnection) throws(StoreError) -> String {
        let names = try connection.texts(
            "SELECT unnest(ARRAY[current_user::text, current_database()::text])")
        let (role, database) = (names[0].quotedName, names[1].quotedName)
        let schema = source.settings.schema.quotedName
        if try connection.hasStore() {
            return
                "GRANT USAGE ON SCHEMA \(schema) TO \(role) and GRANT ALL ON ALL TABLES IN SCHEMA "
                + "\(schema) TO \(role) let it use the tables, which only their owner can change"
        }
        return try exists(connection)
            ? "GRANT USAGE, CREATE ON SCHEMA \(schema) TO \(role) allows it"
            : "GRANT CREATE ON DATABASE \(database) TO \(role) allows it"
    }

    /// Executes work in a transaction that excludes processes that open the same schema.
    ///
    /// On an engine without advisory locks, conflicting work is retried.
    private func alone<Result>(
        _ connection: PostgresConnection, _ work: () throws(StoreError) -> Result
    ) throws(StoreError) -> Result {
        guard source.settings.engine.hasLocks else {
            return try repeating(connection) { () throws(StoreError) in
                try connection.transaction(work)
            }
        }
        return try connection.transaction { () throws(StoreError) in
            try connection.execute(
                "SELECT pg_advisory_xact_lock(hashtext('mercator'), hashtext($1))",
                [.string(source.settings.schema)])
            return try work()
        }
    }

    private func repeating<Result>(
        _ connection: PostgresConnection, _ work: () throws(StoreError) -> Result
    ) throws(StoreError) -> Result {
        // Duplicate keys of the catalogue, schemas and tables, and serialization failures.
        let meetings: Set = ["23505", "42P06", "42P07", "40001"]
        let deadline = ContinuousClock.now + source.settings.busyTimeout
        while true {
            do throws(StoreError) {
                return try work()
            } catch {
                guard let state = connection.failure?.sqlState, meetings.contains(state),
                    ContinuousClock.now < deadline
                else { throw error }
                ConnectionSource.pause(milliseconds: 20)
            }
        }
    }

    private func create(_ connection: PostgresConnection) throws(StoreError) {
        let schema = source.settings.schema.quotedName
        if try !exists(connection) { try connection.execute("CREATE SCHEMA \(schema)") }
        let statements =
            SchemaStatements.bookkeeping(connection.dialect) + [
                WriterRecord.creation, Turn.creation,
                "CREATE UNIQUE INDEX mercator_connections_description "
                    + "ON mercator_connections (md5(description))",
                "INSERT INTO mercator_store VALUES ('turn', '')",
            ]
        for statement in statements { try connection.execute(statement) }
    }

    private func exists(_ connection: PostgresConnection) throws(StoreError) -> Bool {
        try connection.number(
            "SELECT count(*) FROM pg_namespace WHERE nspname = $1",
            [.string(source.settings.schema)]) > 0
    }
}
