import ObjectGraph

/// Creates the indexes that a model or a load requests, and caches which ones exist.
///
/// The keeper belongs to the writer, so a save needs no query for indexes that are known. Indexes
/// created meanwhile by another process are found in the file before one is created twice.
struct IndexKeeper {
    let schema: StoreSchema
    private var known: Set<IndexDescription> = []

    /// The source of a request for an index; indexes of the model are dropped when the model no
    /// longer declares them.
    enum Origin: String {
        case model, load
    }

    init(_ schema: StoreSchema) {
        self.schema = schema
    }

    /// Returns the indexes that are not known to exist.
    func missing(among indexes: [IndexDescription]) -> [IndexDescription] {
        indexes.filter { !known.contains($0) }
    }

    /// Records indexes after the transaction that created them.
    mutating func remember(_ indexes: [IndexDescription]) {
        known.formUnion(indexes)
    }

    /// Creates an index unless the file has a suitable one.
    ///
    /// - Returns: Whether it was created.
    /// - Throws: ``StoreError`` with code `uniqueness` if stored rows share a key, unless an index
    ///   that is not unique is allowed instead.
    @discardableResult
    func ensure(
        _ index: IndexDescription, origin: Origin, allowsPlain: Bool,
        _ connection: SQLiteConnection
    ) throws(StoreError) -> Bool {
        var columns: [StoreColumn] = []
        for slot in index.slots { columns.append(try schema.column(slot, of: index.entity)) }
        guard !columns.isEmpty else { return false }
        // References have an index from the start.
        if columns.count == 1, columns[0].destinationRoot != nil, !index.isUnique { return false }
        let entity = schema.model.layouts[index.entity].name
        let attributes = attributes(of: index)
        let existing = try connection.query(
            "SELECT name, wanted_unique FROM mercator_indexes WHERE entity = ? AND attributes = ?",
            [.string(entity), .string(attributes)]
        ) { (row) throws(StoreError) in (name: row.text(0), isUnique: row.integer(1) == 1) }
        if existing.contains(where: { $0.isUnique || !index.isUnique }) { return false }
        for (name, _) in existing { try drop(name, connection) }
        let name = try freeName(
            StoreSchema.allowed(
                entity + "_by_" + columns.map(\.name).joined(separator: "_")), connection)
        try make(index, name, columns, allowsPlain: allowsPlain, connection)
        try connection.execute(
            "INSERT INTO mercator_indexes VALUES (?, ?, ?, ?, ?)",
            [
                .string(name), .string(entity), .string(attributes), .boolean(index.isUnique),
                .string(origin.rawValue),
            ])
        return true
    }

    private func attributes(of index: IndexDescription) -> String {
        index.slots.map { schema.model.layouts[index.entity].slots[$0].name }
            .joined(separator: ", ")
    }

    /// Drops an index and removes its entry.
    func drop(_ name: String, _ connection: SQLiteConnection) throws(StoreError) {
        try connection.prepare("DROP INDEX IF EXISTS \(name.quotedName)").run()
        try connection.execute("DELETE FROM mercator_indexes WHERE name = ?", [.string(name)])
    }

    /// Replaces the unique index of an earlier load that the changes of a load contradict, and do
    /// not require, by one that is not unique; returns whether there is such an index.
    func release(
        _ clash: StoreError, for changes: ChangeSet, _ connection: SQLiteConnection
    ) throws(StoreError) -> Bool {
        let candidates = try connection.query(
            """
            SELECT i.name, i.entity, i.attributes, s.sql
            FROM mercator_indexes i JOIN sqlite_schema s ON s.type = 'index' AND s.name = i.name
            WHERE i.wanted_unique AND i.origin = ?
            """, [.string(Origin.load.rawValue)]
        ) { (row) throws(StoreError) in
            (name: row.text(0), entity: row.text(1), attributes: row.text(2), sql: row.text(3))
        }
        let prefix = "CREATE UNIQUE INDEX"
        for (name, entity, attributes, sql) in candidates where sql.hasPrefix(prefix) {
            guard let layout = schema.model.layout(named: entity) else { continue }
            let names = attributes.split(separator: ", ").map(String.init)
            let index = IndexDescription(
                entity: layout.index, slots: names.compactMap { layout.slotIndexes[$0] },
                isUnique: true)
            var columns: [StoreColumn] = []
            for slot in index.slots { columns.append(try schema.column(slot, of: index.entity)) }
            guard self.attributes(of: index) == attributes,
                schema.sharedKeyMessage(columns) == clash.message,
                changes.releases(index, in: schema.model)
            else { continue }
            try connection.prepare("DROP INDEX \(name.quotedName)").run()
            try connection.prepare("CREATE INDEX" + sql.dropFirst(prefix.count)).run()
            try connection.execute(
                "UPDATE mercator_indexes SET wanted_unique = 0 WHERE name = ?", [.string(name)])
            return true
        }
        return false
    }

    private func make(
        _ index: IndexDescription, _ name: String, _ columns: [StoreColumn], allowsPlain: Bool,
        _ connection: SQLiteConnection
    ) throws(StoreError) {
        let table = try schema.table(of: index.entity)
        let terms = columns.map(\.sql).joined(separator: ", ")
        var rest = " \(name.quotedName) ON \(table.sql) (\(terms))"
        if index.entity != table.root {
            rest += " WHERE \(schema.familyCondition(of: index.entity))"
        }
        guard index.isUnique else { return try connection.prepare("CREATE INDEX" + rest).run() }
        do {
            try connection.prepare("CREATE UNIQUE INDEX" + rest).run()
        } catch {
            guard allowsPlain, error.code == .uniqueness else { throw error }
            try connection.prepare("CREATE INDEX" + rest).run()
        }
    }

    /// Returns a name that is not in use; tables and indexes share one namespace.
    private func freeName(
        _ wanted: String, _ connection: SQLiteConnection
    ) throws(StoreError) -> String {
        var name = wanted
        var number = 2
        let question = "SELECT count(*) FROM sqlite_schema WHERE name = ? COLLATE NOCASE"
        while try connection.number(question, [.string(name)]) > 0 {
            name = "\(wanted)_\(number)"
            number += 1
        }
        return name
    }
}

extension StoreSchema {
    /// Returns the message of an error for two objects with equal values of unique columns.
    func sharedKeyMessage(_ columns: [StoreColumn]) -> String {
        let entity = columns.map(\.entity).max().map { model.layouts[$0].name } ?? ""
        let names = columns.map { model.layouts[$0.entity].slots[$0.slot].name }
        return "two objects of \(entity) would share \(names.joined(separator: ", ")), "
            + "which must be unique"
    }

    /// Returns the condition for rows of an entity and its descendants; `alias` is the alias of the
    /// table in the statement, if it has one.
    func familyCondition(
        of entity: Int, includesSubentities: Bool = true, alias: String? = nil
    ) -> String {
        let family = includesSubentities ? model.layouts[entity].family : [entity]
        let names = family.map { model.layouts[$0].name.quotedText }.joined(separator: ", ")
        let column = SystemColumn.entity.quotedName
        return "\(alias.map { "\($0)." } ?? "")\(column) IN (\(names))"
    }
}
