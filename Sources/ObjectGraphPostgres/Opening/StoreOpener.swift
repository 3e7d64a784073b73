import ObjectGraph
import ObjectGraphSQL

/// Opens a database, and creates, extends or migrates the tables of a store for a model.
struct StoreOpener {
    let source: ConnectionSource
    let options: PostgresStore.Options
    let model: ManagedObjectModel

    /// Connects, creates or changes the tables where necessary, and returns the connection with
    /// their schema.
    func open() throws(StoreError) -> (PostgresConnection, StoreSchema) {
        let connection = try source.connect()
        let migrator = StoreMigrator(
            path: source.place, migration: options.migration, model: model,
            dialect: connection.dialect)
        try migrator.checkSteps()
        let annotations = StoreAnnotations(connection)
        if try hasTables(connection), let known = try current(connection),
            try annotations.contain(options.annotations)
        {
            return (connection, known)
        }
        guard !options.isReadOnly else {
            throw StoreError(
                .readOnly,
                "\(source.place) must be created, extended or annotated for the model; open it once "
                    + "for writing")
        }
        let schema = try connection.transaction { () throws(StoreError) in
            try lock(connection)
            let isNew = try !hasTables(connection)
            if isNew { try create(connection) }
            try connection.execute("LOCK TABLE mercator_schema IN ACCESS EXCLUSIVE MODE")
            let schema = try isNew ? nil : current(connection)
            let ready =
                if let schema { schema } else { try bringUpToDate(migrator, connection) }
            try annotations.write(options.annotations)
            return ready
        }
        return (connection, schema)
    }

    /// Excludes other processes that open the same schema, which would create it, too.
    private func lock(_ connection: PostgresConnection) throws(StoreError) {
        try connection.execute(
            "SELECT pg_advisory_xact_lock(hashtext('mercator'), hashtext($1))",
            [.string(source.settings.schema)])
    }

    private func create(_ connection: PostgresConnection) throws(StoreError) {
        let schema = source.settings.schema.quotedName
        let exists = try connection.number(
            "SELECT count(*) FROM pg_namespace WHERE nspname = $1",
            [.string(source.settings.schema)])
        if exists == 0 { try connection.execute("CREATE SCHEMA \(schema)") }
        let statements =
            SchemaStatements.bookkeeping(connection.dialect) + [
                WriterRecord.creation,
                "CREATE UNIQUE INDEX mercator_connections_description "
                    + "ON mercator_connections (md5(description))",
                "INSERT INTO mercator_store VALUES ('turn', '')",
            ]
        for statement in statements { try connection.execute(statement) }
    }

    /// Tests whether the schema has the tables of a store.
    private func hasTables(_ connection: PostgresConnection) throws(StoreError) -> Bool {
        try connection.number(
            "SELECT count(*) FROM pg_class AS c JOIN pg_namespace AS n ON n.oid = c.relnamespace "
                + "WHERE n.nspname = $1 AND c.relname = 'mercator_writers'",
            [.string(source.settings.schema)]) > 0
    }

    /// Returns the schema if the tables are up to date, otherwise `nil`.
    private func current(_ connection: PostgresConnection) throws(StoreError) -> StoreSchema? {
        let schema = StoreSchema(
            model, existing: try connection.storedDefinitions(), connection.dialect)
        let fingerprint = try connection.texts(StoreSchema.fingerprintQuestion)
        return fingerprint.first == schema.fingerprint ? schema : nil
    }

    private func bringUpToDate(
        _ migrator: StoreMigrator, _ connection: PostgresConnection
    ) throws(StoreError) -> StoreSchema {
        let definitions = try connection.storedDefinitions()
        let isExtended =
            if definitions.isEmpty { true } else {
                try migrator.isExtension(definitions, connection)
            }
        guard isExtended else {
            try migrator.check(definitions, connection)
            throw StoreError(
                .unsupported,
                "\(source.place) was created for a model that differs by more than additions; a "
                    + "database is only extended: create the store in another schema, and import "
                    + "again")
        }
        return try migrator.run(definitions, connection) {
            () throws(StoreError) in try connection.storedDefinitions()
        }
    }
}
