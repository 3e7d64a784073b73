import ObjectGraph

/// Makes the indexes that a model or a load asks for, and remembers which there are.
///
/// It belongs to the writer; its memory costs nothing per save. What another process makes
/// meanwhile is found in the file before anything is made twice.
struct IndexKeeper {
    let schema: StoreSchema
    private var known: Set<IndexDescription> = []

    /// Who asked for an index: those of the model are dropped when it no longer says so.
    enum Origin: String {
        case model, load
    }

    init(_ schema: StoreSchema) {
        self.schema = schema
    }

    /// The indexes that are not known to exist.
    func missing(among indexes: [IndexDescription]) -> [IndexDescription] {
        indexes.filter { !known.contains($0) }
    }

    /// Remembers indexes after the transaction that made them.
    mutating func remember(_ indexes: [IndexDescription]) {
        known.formUnion(indexes)
    }

    /// Makes an index if the file has none that serves.
    ///
    /// - Throws: ``StoreError`` with code `uniqueness` if stored rows share a key, unless a plain
    ///   index may take its place.
    func ensure(
        _ index: IndexDescription, origin: Origin, allowsPlain: Bool,
        _ connection: SQLiteConnection
    ) throws(StoreError) {
        var columns: [StoreColumn] = []
        for slot in index.slots { columns.append(try schema.column(slot, of: index.entity)) }
        guard !columns.isEmpty else { return }
        // References have an index from the start.
        if columns.count == 1, columns[0].destinationRoot != nil, !index.isUnique { return }
        let entity = schema.model.layouts[index.entity].name
        let attributes = attributes(of: index)
        let existing = try connection.query(
            "SELECT name, wanted_unique FROM mercator_indexes WHERE entity = ? AND attributes = ?",
            [.string(entity), .string(attributes)]
        ) { (row) throws(StoreError) in (name: row.text(0), isUnique: row.integer(1) == 1) }
        if existing.contains(where: { $0.isUnique || !index.isUnique }) { return }
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
    }

    private func attributes(of index: IndexDescription) -> String {
        index.slots.map { schema.model.layouts[index.entity].slots[$0].name }
            .joined(separator: ", ")
    }

    /// Drops an index and forgets that it was there.
    func drop(_ name: String, _ connection: SQLiteConnection) throws(StoreError) {
        try connection.prepare("DROP INDEX IF EXISTS \(name.quotedName)").run()
        try connection.execute("DELETE FROM mercator_indexes WHERE name = ?", [.string(name)])
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

    /// Tables and indexes share their names.
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
    /// The condition for rows of an entity and those that inherit from it; `alias` is the table's
    /// name in the statement, if it has one there.
    func familyCondition(
        of entity: Int, includesSubentities: Bool = true, alias: String? = nil
    ) -> String {
        let family = includesSubentities ? model.layouts[entity].family : [entity]
        let names = family.map { model.layouts[$0].name.quotedText }.joined(separator: ", ")
        let column = SystemColumn.entity.quotedName
        return "\(alias.map { "\($0)." } ?? "")\(column) IN (\(names))"
    }
}
