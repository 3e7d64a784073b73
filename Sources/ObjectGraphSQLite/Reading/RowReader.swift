import ObjectGraph

/// Reads rows of one table from a statement whose columns ``columns(_:)`` has named.
struct RowReader {
    private let schema: StoreSchema
    private let table: StoreTable
    private let entities: [String: Int]
    private let firstColumn: Int32

    init(_ schema: StoreSchema, _ table: StoreTable) {
        self.schema = schema
        self.table = table
        let family = schema.model.layouts[table.root].family
        entities = Dictionary(
            family.map { (schema.model.layouts[$0].name, $0) },
            uniquingKeysWith: { first, _ in first })
        firstColumn = table.hasEntityColumn ? 3 : 2
    }

    /// What to select.
    func columns(_ alias: String) -> String {
        var names = [SystemColumn.id, SystemColumn.version]
        if table.hasEntityColumn { names.append(SystemColumn.entity) }
        names += table.columns.map(\.name)
        return names.map { "\(alias).\($0.quotedName)" }.joined(separator: ", ")
    }

    /// The row that a statement is at.
    func row(_ statement: SQLiteStatement) throws(StoreError) -> StoredRow {
        let number = statement.integer(0)
        let entity = try table.hasEntityColumn ? entity(statement.text(2), number) : table.root
        guard let places = table.places[entity] else {
            throw StoreError(.corrupt, "'\(table.name)' \(number) is of another table's entity")
        }
        var values: [Value] = []
        values.reserveCapacity(places.count)
        for place in places {
            let column = firstColumn + Int32(place)
            let kind = table.columns[place].kind
            guard let value = statement.value(column, kind) else {
                throw StoreError(
                    .corrupt,
                    "column '\(table.columns[place].name)' of '\(table.name)' \(number) holds no "
                        + "\(kind): '\(statement.text(column))'")
            }
            values.append(value)
        }
        return StoredRow(
            number: number, entity: entity, version: statement.integer(1), row: Row(values))
    }

    private func entity(_ name: String, _ number: Int64) throws(StoreError) -> Int {
        guard let entity = entities[name] else {
            throw StoreError(
                .corrupt, "'\(table.name)' \(number) is of entity '\(name)', which the model lacks")
        }
        return entity
    }
}

extension SQLiteStatement {
    /// The value of a column; `nil` if it has no such form.
    func value(_ column: Int32, _ kind: StoreColumn.Kind) -> Value? {
        if isNull(column) { return .null }
        switch kind {
        case .integer: return .integer(integer(column))
        case .text: return .string(text(column))
        case .boolean: return .boolean(integer(column) != 0)
        case .double: return .double(double(column))
        case .date: return Timestamp(iso8601: bytes(column)).map(Value.date)
        case .data: return .data(bytes(column))
        case .decimal: return Value(storedDecimal: text(column))
        case .uuid: return Value(storedUUID: text(column))
        case .json: return ValueJSON.value(text(column))
        }
    }
}
