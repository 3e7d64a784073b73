import ObjectGraph
import ObjectGraphSQL

/// Opens a file, and creates, extends or migrates its tables for a model.
struct SQLiteStoreOpener {
    let path: String
    let options: SQLiteStore.Options
    let model: ManagedObjectModel
    let hooks: StatementHooks

    private enum Contents { case nothing, store }

    /// Opens the file and configures the connection.
    ///
    /// The method writes only to a store or an empty file.
    func connect() throws(StoreError) -> SQLiteConnection {
        guard !path.isEmpty, path != ":memory:", !path.utf8.contains(0) else {
            throw StoreError(
                .cannotOpen, "'\(path)' names no file; use InMemoryStore to keep objects in memory")
        }
        try checkPageSize()
        let file = StoreFile(path)
        let connection = try SQLiteConnection(
            path: path, access: options.isReadOnly ? file.readAccess : file.writeAccess,
            busyTimeout: options.busyTimeout, hooks: hooks)
        connection.keepLogOnClose(true)
        let contents = try file.explaining { () throws(StoreError) -> Contents in
            try self.contents(of: connection)
        }
        if connection.isReadOnly {
            guard contents == .store else {
                throw StoreError(.readOnly, "'\(path)' is empty and cannot be written to")
            }
        } else {
            // SQLite ignores the size once the file has a page.
            try connection.execute("PRAGMA page_size = \(options.pageSize)")
            try enableLog(connection)
        }
        connection.keepLogOnClose(false)
        try connection.execute("PRAGMA synchronous = NORMAL")
        try connection.execute("PRAGMA foreign_keys = ON")
        try connection.limitCache(.usual)
        // A commit that updates indexes throughout the file writes many pages that the next one
        // writes again: with 1000 pages, SQLite's default, each commit of a large import was copied
        // to the file immediately, instead of once for many commits.
        let pageSize = try connection.number("PRAGMA page_size")
        try connection.execute("PRAGMA wal_autocheckpoint = \(Self.logSize / pageSize)")
        return connection
    }

    /// The size in bytes to which the log grows before it is copied to the file.
    private static let logSize: Int64 = 64_000 * 1024

    private func checkPageSize() throws(StoreError) {
        let size = options.pageSize
        guard (512...65_536).contains(size), size.nonzeroBitCount == 1 else {
            throw StoreError(
                .cannotOpen,
                "'\(path)': expected a page size that is a power of two from 512 to 65536, found "
                    + "\(size)")
        }
    }

    /// Creates, extends or migrates the tables, and returns their schema.
    func prepare(_ connection: SQLiteConnection) throws(StoreError) -> StoreSchema {
        let migrator = StoreMigrator(
            path: path, migration: options.migration, model: model, dialect: connection.dialect)
        try migrator.checkSteps()
        let annotations = StoreAnnotations(connection)
        let known = try current(migrator, connection)
        if let known, try annotations.contain(options.annotations) {
            if !connection.isReadOnly { try complete(known, migrator, connection) }
            return known
        }
        guard !connection.isReadOnly else {
            try migrator.check(connection)
            throw StoreError(
                .readOnly,
                "'\(path)' must be \(known == nil ? "extended for the model" : "annotated"), and "
                    + "cannot be written to; open it once for writing")
        }
        // Tables may be dropped and recreated, which would delete the rows that reference theirs.
        try connection.execute("PRAGMA foreign_keys = OFF")
        var backup: MigrationBackup?
        let schema: StoreSchema
        do throws(StoreError) {
            schema = try connection.transaction { () throws(StoreError) in
                // Another process may have made the same changes while this one waited.
                let known = try current(migrator, connection)
                if known == nil { backup = try backUp(migrator, connection) }
                let schema =
                    if let known { known } else { try bringUpToDate(migrator, connection) }
                try annotations.write(options.annotations)
                return schema
            }
        } catch {
            backup?.discard()
            throw error
        }
        try connection.execute("PRAGMA foreign_keys = ON")
        try backup?.keep()
        try complete(schema, migrator, connection)
        return schema
    }

    /// Returns the schema with the search indexes of the file, after creating the missing ones.
    ///
    /// Searches in a file that cannot be written to read the texts for which there is no index.
    func search(
        _ schema: StoreSchema, _ connection: SQLiteConnection
    ) throws(StoreError) -> StoreSchema {
        let search = StoreSearch(connection)
        if !connection.isReadOnly { try search.createMissing(schema, path) }
        var schema = schema
        for index in try search.stored() { schema.searchIndexes[index.table] = index }
        return schema
    }

    /// Copies the file if the options request it, and if the migration does more than add.
    private func backUp(
        _ migrator: StoreMigrator, _ connection: SQLiteConnection
    ) throws(StoreError) -> MigrationBackup? {
        guard let target = options.migrationBackup,
            try connection.number("PRAGMA user_version") > 0
        else { return nil }
        guard try !migrator.isExtension(connection) else { return nil }
        // A migration that is rejected needs no copy.
        try migrator.check(connection)
        let backup = MigrationBackup(of: path, to: target, hooks)
        try backup.make()
        return backup
    }

    private func contents(of connection: SQLiteConnection) throws(StoreError) -> Contents {
        do throws(StoreError) {
            // A single statement, because another process may be creating the file at this moment.
            let numbers = try connection.query(
                "SELECT application_id, user_version, (SELECT count(*) FROM sqlite_schema) "
                    + "FROM pragma_application_id, pragma_user_version"
            ) { row in (0..<3).map { row.integer($0) } }
            let (identifier, version, objects) = (numbers[0][0], numbers[0][1], numbers[0][2])
            if identifier == StoreFile.applicationID {
                guard version <= StoreFile.formatVersion else {
                    throw StoreError(
                        .schemaMismatch,
                        "'\(path)' has format \(version), this version of Mercator knows "
                            + "\(StoreFile.formatVersion); open it with a newer version")
                }
                return version == 0 ? .nothing : .store
            }
            guard identifier == 0, version == 0, objects == 0 else {
                throw StoreError(
                    .corrupt,
                    "'\(path)' is not a Mercator store: it is an SQLite database of another kind")
            }
            return .nothing
        } catch  where error.code == .corrupt && error.sql != nil {
            throw StoreError(
                .corrupt, "'\(path)' is not a Mercator store: \(error.message)", sql: error.sql)
        }
    }

    /// Switches the file to a write-ahead log, which is a persistent setting.
    ///
    /// SQLite does not wait for locks in every step of the switch, so the loser of a race
    /// must try again.
    private func enableLog(_ connection: SQLiteConnection) throws(StoreError) {
        let deadline = ContinuousClock.now + options.busyTimeout
        while true {
            do throws(StoreError) {
                let mode = try connection.texts("PRAGMA journal_mode = WAL").first ?? ""
                guard mode == "wal" else {
                    throw StoreError(
                        .cannotOpen, "'\(path)': no write-ahead log is possible here (\(mode))")
                }
                return
            } catch  where error.code == .busy && ContinuousClock.now < deadline {
                SQLiteConnection.pause(milliseconds: 5)
            }
        }
    }

    /// Returns the schema if the file is up to date, otherwise `nil`.
    private func current(
        _ migrator: StoreMigrator, _ connection: SQLiteConnection
    ) throws(StoreError) -> StoreSchema? {
        guard try connection.number("PRAGMA user_version") > 0 else { return nil }
        return try migrator.current(connection)
    }

    private func bringUpToDate(
        _ migrator: StoreMigrator, _ connection: SQLiteConnection
    ) throws(StoreError) -> StoreSchema {
        if try contents(of: connection) == .nothing { try connection.createTables() }
        // Statements that are built from tables, columns and names would not include these indexes.
        try PostponedIndexes(connection).make()
        let views = StoreViews(connection)
        let hadViews = try views.exist
        let createsViews = options.views == .create || options.views == .keep && hadViews
        let schema = try views.without { () throws(StoreError) in try migrator.run(connection) }
        if createsViews { try views.update(schema) }
        return schema
    }

    /// Updates the views and the recorded model of a file with current tables.
    private func complete(
        _ schema: StoreSchema, _ migrator: StoreMigrator, _ connection: SQLiteConnection
    ) throws(StoreError) {
        let views = StoreViews(connection)
        let areViewsCurrent =
            switch options.views {
            case .keep: true
            case .create: try views.areCurrent(schema)
            case .remove: try !views.exist
            }
        let record = ModelRecord(connection)
        if areViewsCurrent, try record.isCurrent(model) { return }
        func write() throws(StoreError) {
            try connection.transaction { () throws(StoreError) in
                // Another process may have migrated the file in the meantime; the check of the
                // first transaction then fails.
                guard try current(migrator, connection) != nil else { return }
                try record.write(model)
                switch options.views {
                case .keep: break
                case .create: try views.update(schema)
                case .remove: try views.drop()
                }
            }
        }
        guard areViewsCurrent else { return try write() }
        // The record alone is not worth waiting for others, or failing: the next opening makes it.
        try connection.withoutWaiting { () throws(StoreError) in try? write() }
    }
}
