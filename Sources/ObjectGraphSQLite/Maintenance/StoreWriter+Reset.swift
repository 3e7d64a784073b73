import ObjectGraph
import ObjectGraphSQL

/// Removing and replacing all objects.
extension StoreWriter {
    /// Removes all objects, links and metadata; the caller has opened a transaction.
    func removeAll() throws(StoreError) {
        try schema.removeAll(connection)
    }

    /// Removes all objects in a separate transaction.
    func reset() throws(StoreError) {
        try withoutReferenceChecks { () throws(StoreError) in
            try transaction { () throws(StoreError) in
                try removeAll()
                try makeAllPostponed()
            }
        }
        rememberNonePostponed()
        compact()
    }

    /// Replaces all objects with the objects of another file, which was created for the same model.
    ///
    /// The new objects get numbers that were never used in this store, so that an identifier of an
    /// old object cannot refer to a new object.
    func reset(
        to source: StoreFile, _ sourceSchema: StoreSchema
    ) throws(StoreError) {
        try connection.execute(
            "ATTACH ? AS mercator_source", [.string(source.location(source.sourceAccess))])
        defer { try? connection.prepare("DETACH mercator_source").run() }
        try withoutReferenceChecks { () throws(StoreError) in
            try transaction { () throws(StoreError) in
                try removeAll()
                try copyObjects(sourceSchema)
                try makeAllPostponed()
            }
        }
        rememberNonePostponed()
        compact()
    }

    private func copyObjects(_ source: StoreSchema) throws(StoreError) {
        var offsets: [Int: Int64] = [:]
        for table in schema.tables.values {
            offsets[table.root] = try next(of: table.root, "main") - 1
        }
        for (root, table) in schema.tables {
            guard let old = source.tables[root] else { continue }
            try copy(old, to: table, offsets)
            let end = try SequenceNumber.sum(
                offsets[root] ?? 0, next(of: root, "mercator_source"),
                of: schema.model.layouts[root].name)
            try connection.execute(
                "INSERT OR REPLACE INTO main.mercator_sequence VALUES (?, ?)",
                [.string(schema.model.layouts[root].name), .integer(end)])
        }
        for (relationship, links) in schema.joinTables {
            guard let old = source.joinTables[relationship] else { continue }
            let values = [
                "source + \(offsets[links.sourceRoot] ?? 0)",
                "destination + \(offsets[links.destinationRoot] ?? 0)",
            ]
            let names = links.columns.joined(separator: ", ")
            try connection.prepare(
                "INSERT INTO main.\(links.sql) (\(names)) SELECT "
                    + (values + links.columns.dropFirst(2)).joined(separator: ", ")
                    + " FROM mercator_source.\(old.sql)"
            ).run()
        }
        try connection.prepare(
            "INSERT OR IGNORE INTO main.mercator_connections (description) "
                + "SELECT description FROM mercator_source.mercator_connections ORDER BY id"
        ).run()
        try connection.prepare(
            "INSERT INTO main.mercator_store (key, value) SELECT key, value "
                + "FROM mercator_source.mercator_store WHERE \(StoreMetadata.isMetadata)"
        ).run()
    }

    /// Copies the rows of a table.
    ///
    /// Both tables have the columns of the same model in the same order.
    private func copy(
        _ old: StoreTable, to table: StoreTable, _ offsets: [Int: Int64]
    ) throws(StoreError) {
        var names = [SystemColumn.id.quotedName, SystemColumn.version.quotedName]
        var values = ["\(names[0]) + \(offsets[table.root] ?? 0)", names[1]]
        if table.hasEntityColumn {
            names.append(SystemColumn.entity.quotedName)
            values.append(SystemColumn.entity.quotedName)
        }
        for (column, source) in zip(table.columns, old.columns) {
            names.append(column.sql)
            values.append(
                source.sql + (column.destinationRoot.map { " + \(offsets[$0] ?? 0)" } ?? ""))
        }
        try connection.prepare(
            "INSERT INTO main.\(table.sql) (\(names.joined(separator: ", "))) "
                + "SELECT \(values.joined(separator: ", ")) FROM mercator_source.\(old.sql)"
        ).run()
    }

    private func next(of root: Int, _ database: String) throws(StoreError) -> Int64 {
        try SequenceNumber.next(of: schema.model.layouts[root].name, connection, in: database)
    }

    /// Runs work without checks of references.
    ///
    /// Content that is removed or replaced as a whole has no dangling references, and a check of
    /// each row would be slow.
    private func withoutReferenceChecks(
        _ work: () throws(StoreError) -> Void
    ) throws(StoreError) {
        try connection.execute("PRAGMA foreign_keys = OFF")
        defer { try? connection.execute("PRAGMA foreign_keys = ON") }
        try work()
    }

    /// Releases unused space, including the remains of deleted content.
    ///
    /// If another connection is reading or writing now, the space is released the next time.
    private func compact() {
        try? connection.prepare("VACUUM").run()
        try? connection.prepare("PRAGMA wal_checkpoint(PASSIVE)").run()
    }
}
