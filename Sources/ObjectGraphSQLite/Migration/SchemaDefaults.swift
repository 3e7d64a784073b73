import ObjectGraph

/// Gives stored objects the defaults of attributes that are new, or mandatory now.
struct SchemaDefaults {
    private let schema: StoreSchema
    private let match: ModelMatch

    init(_ schema: StoreSchema, _ match: ModelMatch) {
        self.schema = schema
        self.match = match
    }

    /// Writes the defaults where there is no value, into every table.
    func fill(_ connection: SQLiteConnection) throws(StoreError) {
        try fill(connection, schema.tables.values.map { ($0, $0.name) })
    }

    /// Writes the defaults where there is no value, into tables with the names they have now.
    func fill(
        _ connection: SQLiteConnection, _ tables: [(table: StoreTable, name: String)]
    ) throws(StoreError) {
        for (table, name) in tables where match.origins[table.root] != nil {
            for column in table.columns where needsDefault(column) {
                let value = schema.model.layouts[column.entity].defaults[column.slot]
                guard !value.isNull else { continue }
                var sql =
                    "UPDATE \(name.quotedName) SET \(column.sql) = ? WHERE \(column.sql) IS NULL"
                if column.entity != table.root {
                    sql += " AND " + schema.familyCondition(of: column.entity)
                }
                try connection.execute(sql, [value])
            }
        }
    }

    private func needsDefault(_ column: StoreColumn) -> Bool {
        let slot = schema.model.layouts[column.entity].slots[column.slot]
        guard let attribute = slot.attribute else { return false }
        let sources = match.sources[StoreSchema.key(of: slot, schema.model)] ?? []
        return sources.isEmpty || !attribute.isOptional
    }
}
