import ObjectGraph

/// Adds the tables, columns and link tables of a model that a file does not have.
///
/// This is the cheap form of migration, used if all existing content can remain in place. The
/// caller has opened a transaction.
struct SchemaExtension {
    private let schema: StoreSchema
    private let stored: StoredSchema

    init(_ schema: StoreSchema, _ stored: StoredSchema) {
        self.schema = schema
        self.stored = stored
    }

    /// Creates what is missing.
    func run(
        _ match: ModelMatch, _ path: String, _ connection: SQLiteConnection
    ) throws(StoreError) {
        let indexes = IndexRenaming(schema, match)
        let remembered = try indexes.dropOutdated(connection)
        for table in schema.tables.values.sorted(by: { $0.root < $1.root }) {
            try extend(table, connection)
        }
        for links in schema.joinTables.values.sorted(by: { $0.relationship < $1.relationship })
        where isNew(links) {
            try run(schema.creation(of: links), connection)
        }
        try SchemaDefaults(schema, match).fill(connection)
        try indexes.make(remembered, path, connection)
        try schema.writeDefinitions(connection)
    }

    private func extend(
        _ table: StoreTable, _ connection: SQLiteConnection
    ) throws(StoreError) {
        let root = schema.model.layouts[table.root]
        guard let tree = stored.tree(of: root.name) else {
            try run(schema.creation(of: table), connection)
            let sql = "INSERT INTO mercator_sequence VALUES (?, 1)"
            return try connection.execute(sql, [.string(root.name)])
        }
        if table.hasEntityColumn, !tree.hasEntityColumn {
            try run([schema.additionOfEntityColumn(to: table)], connection)
        }
        for column in table.columns where isNew(column) {
            try run(schema.addition(of: column, to: table), connection)
        }
    }

    private func isNew(_ column: StoreColumn) -> Bool {
        let slot = schema.model.layouts[column.entity].slots[column.slot]
        return stored.definitions[StoreSchema.key(of: slot, schema.model)] == nil
    }

    private func isNew(_ links: JoinTableSchema) -> Bool {
        let relationship = schema.model.relationships[links.relationship]
        return stored.definitions[StoreSchema.key(of: relationship, schema.model)] == nil
    }

    private func run(_ statements: [String], _ connection: SQLiteConnection) throws(StoreError) {
        for statement in statements { try connection.prepare(statement).run() }
    }
}

extension StoreSchema {
    /// Replaces the stored definitions and the fingerprint with those of this schema.
    func writeDefinitions(_ connection: SQLiteConnection) throws(StoreError) {
        try connection.execute("DELETE FROM mercator_schema")
        for definition in definitions {
            try connection.execute(
                "INSERT INTO mercator_schema VALUES (?, ?, ?, ?)",
                [
                    .string(definition.key.entity), .string(definition.key.property),
                    .string(definition.name), .string(definition.text),
                ])
        }
        try connection.execute(
            "INSERT OR REPLACE INTO mercator_store VALUES ('fingerprint', ?)",
            [.string(fingerprint)])
        try ModelRecord(connection).write(model)
    }
}
