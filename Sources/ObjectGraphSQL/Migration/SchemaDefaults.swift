import ObjectGraph

/// Sets the default values of new or newly mandatory attributes in stored objects.
struct SchemaDefaults {
    let schema: StoreSchema
    let match: ModelMatch

    /// Sets the defaults of rows without a value, in every table.
    func fill(_ session: any SQLSession) throws(StoreError) {
        try fill(session, schema.tables.values.map { ($0, $0.name) })
    }

    /// Sets the defaults of rows without a value, in tables with their current names.
    func fill(
        _ session: any SQLSession, _ tables: [(table: StoreTable, name: String)]
    ) throws(StoreError) {
        for (table, name) in tables where match.origins[table.root] != nil {
            for column in table.columns where needsDefault(column) {
                let value = schema.model.layouts[column.entity].defaults[column.slot]
                guard !value.isNull else { continue }
                var sql =
                    "UPDATE \(name.quotedName) SET \(column.sql) = \(session.parameter(1)) "
                    + "WHERE \(column.sql) IS NULL"
                if column.entity != table.root {
                    sql += " AND " + schema.familyCondition(of: column.entity)
                }
                try session.execute(sql, [.value(value)])
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
