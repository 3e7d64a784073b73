package import ObjectGraph
package import ObjectGraphSQL

/// A file that exchanges its content with a store of another kind.
package struct SQLiteExchange {
    private let path: String
    private let model: ManagedObjectModel
    private let hooks: StatementHooks

    /// Creates an exchange with a file, without opening it.
    package init(
        _ path: String, _ model: ManagedObjectModel, trace: (@Sendable (String) -> Void)?,
        profile: (@Sendable (StatementProfile) -> Void)?
    ) {
        self.path = path
        self.model = model
        hooks = StatementHooks(trace: trace, profile: profile)
    }

    /// Calls a closure with the content of the file.
    ///
    /// The content is migrated to the model in a copy, like the content of a seed.
    package func read<Result>(
        _ migration: StoreMigration,
        _ body: (any ExchangeSession, StoreSchema) throws(StoreError) -> Result
    ) throws(StoreError) -> Result {
        let copy = try TemporaryDatabase()
        defer { copy.remove() }
        let options = SQLiteStore.Options(
            seed: path, trace: hooks.trace, migration: migration, views: .remove,
            profile: hooks.profile)
        let schema = try SQLiteBackend(
            path: copy.path, options: options, model: model, commits: CommitHooks()
        ).schema
        let connection = try SQLiteConnection(
            path: copy.path, access: .read, busyTimeout: .seconds(5), hooks: hooks)
        return try body(connection, schema)
    }

    /// Creates the file as a store for the model, which a closure fills, in one transaction.
    ///
    /// - Throws: ``StoreError`` with code `cannotOpen` if the file exists and is not empty.
    package func create(
        _ fill: (any ExchangeSession, StoreSchema) throws(StoreError) -> Void
    ) throws(StoreError) {
        try StoreFile(path).fill(busyTimeout: .seconds(5), hooks) {
            (connection) throws(StoreError) in
            // The source has checked all references.
            try connection.execute("PRAGMA foreign_keys = OFF")
            return try connection.transaction { () throws(StoreError) in
                guard try StoreCopy.isEmpty(connection) else { return false }
                try connection.createTables()
                let migrator = StoreMigrator(
                    path: path, migration: .additive, model: model, dialect: connection.dialect)
                let schema = try migrator.run(connection)
                try fill(connection, schema)
                try StoreSearch(connection).createMissingNow(schema, path)
                return true
            }
        }
    }
}
