import ObjectGraph

/// The way from what a file holds to what a model needs.
///
/// Only additions are made: entities, attributes, relationships. Everything else would lose or
/// reinterpret somebody's data, and is refused with a list of the differences.
struct SchemaChange {
    private let schema: StoreSchema
    private let stored: [StoreDefinition.Key: StoreDefinition]
    private let wanted: [StoreDefinition]

    init(_ schema: StoreSchema, _ stored: [StoreDefinition]) {
        self.schema = schema
        self.stored = Dictionary(
            stored.map { ($0.key, $0) }, uniquingKeysWith: { first, _ in first })
        wanted = schema.definitions
    }

    /// Finds what cannot be brought to the model.
    ///
    /// - Throws: ``StoreError`` with code `schemaMismatch` and every difference.
    func check(_ path: String, _ connection: SQLiteConnection) throws(StoreError) {
        var differences: [String] = []
        let known = Set(wanted.map(\.key))
        for definition in stored.values where !known.contains(definition.key) {
            // What belongs to an entity that is missing goes without saying.
            let owner = StoreDefinition.Key(entity: definition.key.entity, property: "")
            guard definition.key == owner || known.contains(owner) else { continue }
            differences.append(
                "\(definition.title): the file has it (\(definition.text)), the model has not")
        }
        for definition in wanted {
            guard let old = stored[definition.key], !definition.accepts(old) else { continue }
            differences.append(
                "\(definition.title): the file has \(old.text), the model \(definition.text)")
        }
        for column in newColumns where stored[entityKey(column.entity)] != nil {
            guard let difference = try missingDefault(of: column, connection) else { continue }
            differences.append(difference)
        }
        guard differences.isEmpty else { throw mismatch(path, differences) }
    }

    /// Makes what is missing; the caller has opened a transaction.
    func apply(_ path: String, _ connection: SQLiteConnection) throws(StoreError) {
        for table in schema.tables.values.sorted(by: { $0.root < $1.root }) {
            try apply(table, connection)
        }
        for links in schema.linkTables.values.sorted(by: { $0.relationship < $1.relationship })
        where isNew(links) {
            try run(schema.creation(of: links), connection)
        }
        try writeDefaults(connection)
        try applyIndexes(path, connection)
        for definition in wanted {
            try connection.execute(
                "INSERT OR REPLACE INTO mercator_schema VALUES (?, ?, ?, ?)",
                [
                    .string(definition.key.entity), .string(definition.key.property),
                    .string(definition.name), .string(definition.text),
                ])
        }
        try connection.execute(
            "INSERT OR REPLACE INTO mercator_store VALUES ('fingerprint', ?)",
            [.string(schema.fingerprint)])
    }

    private func apply(
        _ table: StoreTable, _ connection: SQLiteConnection
    ) throws(StoreError) {
        let root = schema.model.layouts[table.root]
        guard stored[entityKey(table.root)] != nil else {
            try run(schema.creation(of: table), connection)
            let sql = "INSERT INTO mercator_sequence VALUES (?, 1)"
            return try connection.execute(sql, [.string(root.name)])
        }
        let wasAlone = !root.family.contains { $0 != table.root && stored[entityKey($0)] != nil }
        if table.hasEntityColumn, wasAlone {
            try run([schema.additionOfEntityColumn(to: table)], connection)
        }
        for column in table.columns where isNew(column) {
            try run(schema.addition(of: column, to: table), connection)
        }
    }

    private func applyIndexes(
        _ path: String, _ connection: SQLiteConnection
    ) throws(StoreError) {
        let keeper = IndexKeeper(schema)
        try keeper.dropOutdated(connection)
        for index in schema.modelIndexes {
            do throws(StoreError) {
                try keeper.ensure(index, origin: .model, allowsPlain: false, connection)
            } catch  where error.code == .uniqueness {
                let layout = schema.model.layouts[index.entity]
                let names = index.slots.map { layout.slots[$0].name }.joined(separator: ", ")
                throw mismatch(
                    path,
                    ["\(layout.name): stored objects share \(names), the model says it is unique"])
            }
        }
    }

    /// Gives the objects that are there the default of attributes that are new.
    private func writeDefaults(_ connection: SQLiteConnection) throws(StoreError) {
        for column in newColumns where stored[entityKey(column.entity)] != nil {
            let layout = schema.model.layouts[column.entity]
            let value = layout.defaults[column.slot]
            guard !value.isNull else { continue }
            let table = try schema.table(of: column.entity)
            let sql = "UPDATE \(table.sql) SET \(column.sql) = ?" + condition(column, table)
            try connection.execute(sql, [value])
        }
    }

    private func missingDefault(
        of column: StoreColumn, _ connection: SQLiteConnection
    ) throws(StoreError) -> String? {
        let layout = schema.model.layouts[column.entity]
        let slot = layout.slots[column.slot]
        guard let attribute = slot.attribute, !attribute.isOptional,
            layout.defaults[column.slot].isNull
        else { return nil }
        let table = try schema.table(of: column.entity)
        let sql = "SELECT count(*) FROM \(table.sql)" + condition(column, table)
        let count = try connection.number(sql)
        guard count > 0 else { return nil }
        return "\(layout.name).\(slot.name): new and mandatory, but \(count) stored objects would "
            + "have no value; give it a default or make it optional"
    }

    private func condition(_ column: StoreColumn, _ table: StoreTable) -> String {
        column.entity == table.root
            ? "" : " WHERE " + schema.familyCondition(of: column.entity)
    }

    private var newColumns: [StoreColumn] {
        schema.tables.values.sorted { $0.root < $1.root }.flatMap(\.columns).filter(isNew)
    }

    private func isNew(_ column: StoreColumn) -> Bool {
        let slot = schema.model.layouts[column.entity].slots[column.slot]
        return stored[StoreSchema.key(of: slot, schema.model)] == nil
    }

    private func isNew(_ links: LinkTable) -> Bool {
        let relationship = schema.model.relationships[links.relationship]
        return stored[StoreSchema.key(of: relationship, schema.model)] == nil
    }

    private func entityKey(_ entity: Int) -> StoreDefinition.Key {
        .init(entity: schema.model.layouts[entity].name, property: "")
    }

    private func run(_ statements: [String], _ connection: SQLiteConnection) throws(StoreError) {
        for statement in statements { try connection.prepare(statement).run() }
    }

    private func mismatch(_ path: String, _ differences: [String]) -> StoreError {
        StoreError(
            .schemaMismatch,
            "'\(path)' was made for another model:\n"
                + differences.sorted().map { "- \($0)\n" }.joined()
                + "Bring the model to what the file holds (additions are made automatically), "
                + "or move the objects to a new file.")
    }
}
