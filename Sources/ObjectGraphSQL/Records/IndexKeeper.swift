package import ObjectGraph

/// Creates the indexes that a model or a load requests, and caches which ones exist.
///
/// The keeper belongs to the writer, so a save needs no query for known indexes. Indexes created
/// concurrently by other processes are found before they are created twice.
package struct IndexKeeper {
    package let schema: StoreSchema
    private var known: Set<IndexDescription> = []

    /// The source of a request for an index; indexes of the model are dropped when the model no
    /// longer declares them.
    package enum Origin: String {
        case model, load
    }

    package init(_ schema: StoreSchema) {
        self.schema = schema
    }

    /// Returns the indexes that are not known to exist.
    package func missing(among indexes: [IndexDescription]) -> [IndexDescription] {
        indexes.filter { !known.contains($0) }
    }

    /// Records indexes after the transaction that created them.
    package mutating func remember(_ indexes: [IndexDescription]) {
        known.formUnion(indexes)
    }

    /// Records the indexes that the store has, which other writers may have created.
    package mutating func readKnown(_ session: any SQLSession) throws(StoreError) {
        let entries = try session.query(
            "SELECT \(IndexEntry.columns) FROM mercator_indexes"
        ) { (row) throws(StoreError) in IndexEntry(row) }
        for index in entries.compactMap({ $0.index(in: schema.model) }) {
            known.insert(index)
            // An index of unique keys also serves non-unique requests.
            if index.isUnique {
                known.insert(
                    IndexDescription(entity: index.entity, slots: index.slots, isUnique: false))
            }
        }
    }

    /// Creates an index unless the file has a suitable one.
    ///
    /// - Returns: Whether it was created.
    /// - Throws: ``StoreError`` with code `uniqueness` if stored rows share a key, unless an index
    ///   that is not unique is allowed instead.
    @discardableResult
    package func ensure(
        _ index: IndexDescription, origin: Origin, allowsPlain: Bool,
        _ session: any SQLSession
    ) throws(StoreError) -> Bool {
        let columns = try columns(of: index)
        guard !columns.isEmpty else { return false }
        // References have an index from the start.
        if columns.count == 1, columns[0].destinationRoot != nil, !index.isUnique { return false }
        let entry = IndexEntry(index, in: schema.model)
        let existing = try session.query(
            "SELECT name, wanted_unique FROM mercator_indexes "
                + "WHERE entity = \(session.parameter(1)) AND attributes = \(session.parameter(2))",
            [.string(entry.entity), .string(entry.text)]
        ) { (row) throws(StoreError) in (name: row.text(0), isUnique: row.integer(1) == 1) }
        if existing.contains(where: { $0.isUnique || !index.isUnique }) { return false }
        // Additional indexes with the same columns are harmless.
        for (name, _) in existing where try session.dropIndex(name) {
            try removeEntry(name, session)
        }
        let name = try freeName(try self.name(of: index), session)
        try make(index, name, columns, allowsPlain: allowsPlain, session)
        try session.execute(
            "INSERT INTO mercator_indexes VALUES "
                + "(\((1...5).map(session.parameter).joined(separator: ", ")))",
            [
                .string(name), .string(entry.entity), .string(entry.text),
                .boolean(entry.isUnique), .string(origin.rawValue),
            ])
        return true
    }

    /// Returns the columns of an index.
    package func columns(of index: IndexDescription) throws(StoreError) -> [StoreColumn] {
        var columns: [StoreColumn] = []
        for slot in index.slots { columns.append(try schema.column(slot, of: index.entity)) }
        return columns
    }

    /// Returns the name of an index, with a number if it is in use.
    package func name(of index: IndexDescription) throws(StoreError) -> String {
        let columns = try columns(of: index).map(\.name).joined(separator: "_")
        return StoreSchema.allowed(
            schema.model.layouts[index.entity].name + "_by_" + columns, schema.dialect)
    }

    /// Drops an index and removes its entry.
    package func drop(_ name: String, _ session: any SQLSession) throws(StoreError) {
        try session.executeOnce("DROP INDEX IF EXISTS \(name.quotedName)")
        try removeEntry(name, session)
    }

    private func removeEntry(_ name: String, _ session: any SQLSession) throws(StoreError) {
        try session.execute(
            "DELETE FROM mercator_indexes WHERE name = \(session.parameter(1))", [.string(name)])
    }

    /// Replaces a unique index of an earlier load by a non-unique one.
    ///
    /// It is one that the load's changes violate and do not require. Returns whether there is such
    /// an index.
    package func release(
        _ clash: StoreError, for changes: ChangeSet, _ session: any SQLSession
    ) throws(StoreError) -> Bool {
        guard let (name, rest) = try releasable(clash, for: changes, session) else { return false }
        try session.executeOnce("DROP INDEX \(name.quotedName)")
        try session.executeOnce("CREATE INDEX" + rest)
        try session.execute(
            "UPDATE mercator_indexes SET wanted_unique = \(session.dialect.constant(false)) "
                + "WHERE name = \(session.parameter(1))", [.string(name)])
        return true
    }

    /// Tests whether ``release(_:for:_:)`` finds an index.
    package func canRelease(
        _ clash: StoreError, for changes: ChangeSet, _ session: any SQLSession
    ) throws(StoreError) -> Bool {
        try releasable(clash, for: changes, session) != nil
    }

    /// Returns the name of the index that a load may release, and its definition.
    private func releasable(
        _ clash: StoreError, for changes: ChangeSet, _ session: any SQLSession
    ) throws(StoreError) -> (name: String, rest: Substring)? {
        let candidates = try session.query(
            """
            SELECT i.name, s.sql, i.entity, i.attributes, i.wanted_unique
            FROM mercator_indexes i JOIN \(session.dialect.indexes) s ON s.name = i.name
            WHERE i.wanted_unique AND i.origin = \(session.parameter(1))
            """, [.string(Origin.load.rawValue)]
        ) { (row) throws(StoreError) in
            (name: row.text(0), sql: row.text(1), entry: IndexEntry(row, from: 2))
        }
        let prefix = "CREATE UNIQUE INDEX"
        for (name, sql, entry) in candidates where sql.hasPrefix(prefix) {
            guard let index = entry.index(in: schema.model),
                schema.sharedKeyMessage(try columns(of: index)) == clash.message,
                changes.releases(index, in: schema.model)
            else { continue }
            return (name, sql.dropFirst(prefix.count))
        }
        return nil
    }

    private func make(
        _ index: IndexDescription, _ name: String, _ columns: [StoreColumn], allowsPlain: Bool,
        _ session: any SQLSession
    ) throws(StoreError) {
        let table = try schema.table(of: index.entity)
        func create(isUnique: Bool) throws(StoreError) {
            let terms = schema.dialect.indexTerms(columns.map(\.sql), isUnique: isUnique)
            var sql = isUnique ? "CREATE UNIQUE INDEX" : "CREATE INDEX"
            sql += " \(name.quotedName) ON \(table.sql) (\(terms))"
            if index.entity != table.root {
                sql += " WHERE \(schema.familyCondition(of: index.entity))"
            }
            try session.executeOnce(sql)
        }
        guard index.isUnique else { return try create(isUnique: false) }
        do {
            try create(isUnique: true)
        } catch {
            guard error.code == .uniqueness else { throw error }
            guard allowsPlain else {
                throw StoreError(.uniqueness, schema.sharedKeyMessage(columns), sql: error.sql)
            }
            try create(isUnique: false)
        }
    }

    /// Returns a name that is not in use; tables and indexes share one namespace.
    private func freeName(
        _ wanted: String, _ session: any SQLSession
    ) throws(StoreError) -> String {
        var name = session.dialect.name(wanted)
        var number = 2
        while try session.number(session.dialect.nameQuestion, [.string(name)]) > 0 {
            name = session.dialect.name("\(wanted)_\(number)")
            number += 1
        }
        return name
    }
}
