import ObjectGraph

/// A statement with its bound values.
struct Query: Sendable {
    var sql: String
    var values: [Value]
}

/// Builds queries that look up rows by the values of some slots, where `null` equals `null`.
///
/// SQLite reads the keys from one JSON text, sorts them, and looks up each in an index if there is
/// one. 10 000 integer keys take about as long as reading the rows they find.
struct KeyQuery {
    private let schema: StoreSchema
    private let entity: Int
    private let columns: [StoreColumn]
    private let table: StoreTable

    init(_ schema: StoreSchema, entity: Int, slots: [Int]) throws(StoreError) {
        var columns: [StoreColumn] = []
        for slot in slots { columns.append(try schema.column(slot, of: entity)) }
        self.schema = schema
        self.entity = entity
        self.columns = columns
        table = try schema.table(of: entity)
    }

    /// Returns the statement for keys with one value for each slot.
    func query(_ keys: LookupKeys) throws(StoreError) -> Query {
        let keys = keys.values
        guard keys.allSatisfy({ $0.count == columns.count }) else {
            throw StoreError(
                .invalidRequest, "a key of \(columns.count) slots needs \(columns.count) values")
        }
        guard columns.count == 1 else { return compound(keys) }
        let form = KeyList.Form.of(keys.lazy.map { $0[0] })
        return single(
            KeyList.keys(keys, forms: [form]), form, hasNull: keys.contains { $0[0].isNull })
    }

    /// Returns the statement for integer keys of one slot.
    func query(_ numbers: KeyNumbers) -> Query {
        let condition = numbers.sql("t.\(columns[0].sql)")
        return Query(
            sql: "\(selection) FROM \(table.sql) AS t WHERE \(condition)\(family)",
            values: numbers.values)
    }

    private var selection: String { "SELECT " + RowReader(schema, table).columns("t") }

    private var family: String {
        entity == table.root
            ? "" : " AND " + schema.familyCondition(of: entity, alias: "t")
    }

    private func single(_ list: Value, _ form: KeyList.Form, hasNull: Bool) -> Query {
        let column = "t.\(columns[0].sql)"
        var condition = "\(column) IN (SELECT \(form.sql("value")) FROM json_each(?1))"
        // `IN` is never true for `NULL`.
        if hasNull {
            condition = "(\(condition) OR \(column) IS NULL)"
        }
        return Query(
            sql: "\(selection) FROM \(table.sql) AS t WHERE \(condition)\(family)",
            values: [list])
    }

    private func compound(_ keys: [[Value]]) -> Query {
        let forms = columns.indices.map { part in KeyList.Form.of(keys.lazy.map { $0[part] }) }
        let parts = forms.enumerated().map { index, form in
            "\(form.sql("json_extract(value, '$[\(index)]')")) AS k\(index)"
        }
        let matches = columns.enumerated().map { "t.\($1.sql) IS k.k\($0)" }
        // CROSS JOIN fixes the order: the keys are the outer loop, the index the inner one.
        // DISTINCT ensures that a duplicate key finds its rows once.
        let sql =
            "\(selection) FROM (SELECT DISTINCT \(parts.joined(separator: ", ")) "
            + "FROM json_each(?1)) AS k CROSS JOIN \(table.sql) AS t "
            + "WHERE \(matches.joined(separator: " AND "))\(family)"
        return Query(sql: sql, values: [KeyList.keys(keys, forms: forms)])
    }
}
