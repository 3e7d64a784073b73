package import ObjectGraph

/// Builds queries that look up rows by the values of some slots, where `null` equals `null`.
///
/// A statement has the same text for any number of keys, so that it is prepared once.
package struct KeyQuery {
    private let schema: StoreSchema
    private let entity: Int
    private let columns: [StoreColumn]
    private let table: StoreTable

    package init(_ schema: StoreSchema, entity: Int, slots: [Int]) throws(StoreError) {
        var columns: [StoreColumn] = []
        for slot in slots { columns.append(try schema.column(slot, of: entity)) }
        self.schema = schema
        self.entity = entity
        self.columns = columns
        table = try schema.table(of: entity)
    }

    /// Returns the statement for keys with one value for each slot.
    package func query(_ keys: LookupKeys) throws(StoreError) -> BoundStatement {
        let keys = keys.values
        guard keys.allSatisfy({ $0.count == columns.count }) else {
            throw StoreError(
                .invalidRequest, "a key of \(columns.count) slots needs \(columns.count) values")
        }
        guard columns.count == 1 else { return compound(keys) }
        return single(keys, hasNull: keys.contains { $0[0].isNull })
    }

    /// Returns the statement for integer keys of one slot.
    package func query(_ numbers: KeyNumbers) -> BoundStatement {
        let condition = numbers.sql("t.\(columns[0].sql)")
        return BoundStatement(
            sql: "\(selection) FROM \(table.sql) AS t WHERE \(condition)\(family)",
            values: numbers.values)
    }

    private var selection: String { "SELECT " + RowSelection(schema, table).columns("t") }

    private var family: String {
        entity == table.root
            ? "" : " AND " + schema.familyCondition(of: entity, alias: "t")
    }

    private func single(_ keys: [[Value]], hasNull: Bool) -> BoundStatement {
        let column = "t.\(columns[0].sql)"
        let list = schema.dialect.keys(keys, at: 1)
        var condition = "\(column) \(list.membership)"
        // The condition is never true for `NULL`.
        if hasNull {
            condition = "(\(condition) OR \(column) IS NULL)"
        }
        return BoundStatement(
            sql: "\(selection) FROM \(table.sql) AS t WHERE \(condition)\(family)",
            values: [list.value])
    }

    private func compound(_ keys: [[Value]]) -> BoundStatement {
        let rows = schema.dialect.rows(of: table.sql, by: columns.map(\.sql), keys)
        return BoundStatement(
            sql: "\(selection) FROM \(rows.source) WHERE \(rows.condition)\(family)",
            values: rows.values)
    }
}
