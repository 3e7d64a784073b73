import ObjectGraph

/// Adds the tables, columns and link tables of a model that a file does not have.
///
/// This is the cheap migration, used if all existing content can stay in place. The caller has
/// opened a transaction.
struct SchemaExtension {
    let schema: StoreSchema
    let stored: StoredSchema

    /// Creates missing tables and columns.
    func run(
        _ match: ModelMatch, _ path: String, _ session: any SQLSession
    ) throws(StoreError) {
        let indexes = IndexRenaming(schema: schema, match: match)
        let remembered = try indexes.dropOutdated(session)
        for table in schema.tables.values.sorted(by: { $0.root < $1.root }) {
            try extend(table, session)
        }
        for links in schema.joinTables.values.sorted(by: { $0.relationship < $1.relationship })
        where isNew(links) {
            try run(schema.creation(of: links), session)
        }
        try SchemaDefaults(schema: schema, match: match).fill(session)
        try indexes.make(remembered, path, session)
        try schema.writeDefinitions(session)
    }

    private func extend(
        _ table: StoreTable, _ session: any SQLSession
    ) throws(StoreError) {
        let root = schema.model.layouts[table.root]
        guard let tree = stored.tree(of: root.name) else {
            try run(schema.creation(of: table), session)
            // A backend with an earlier model may have reserved numbers of a tree with this name.
            let sql =
                "INSERT INTO mercator_sequence VALUES (\(session.parameter(1)), 1) "
                + "ON CONFLICT DO NOTHING"
            return try session.execute(sql, [.string(root.name)])
        }
        if table.hasEntityColumn, !tree.hasEntityColumn {
            try run([schema.additionOfEntityColumn(to: table)], session)
        }
        for column in table.columns where isNew(column) {
            try run(schema.addition(of: column, to: table), session)
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

    private func run(_ statements: [String], _ session: any SQLSession) throws(StoreError) {
        for statement in statements { try session.executeOnce(statement) }
    }
}

extension StoreSchema {
    /// Replaces the stored definitions and the fingerprint.
    func writeDefinitions(_ session: any SQLSession) throws(StoreError) {
        try session.execute("DELETE FROM mercator_schema")
        for definition in definitions {
            try session.execute(
                "INSERT INTO mercator_schema VALUES "
                    + "(\((1...4).map(session.parameter).joined(separator: ", ")))",
                [
                    .string(definition.key.entity), .string(definition.key.property),
                    .string(definition.name), .string(definition.text),
                ])
        }
        try StoreRecords(session).write(fingerprint, of: "fingerprint")
        try ModelRecord(session).write(model)
    }
}
