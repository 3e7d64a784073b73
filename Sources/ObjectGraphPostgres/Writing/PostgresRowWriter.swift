import ObjectGraph
import ObjectGraphSQL

/// Writes sets of rows; each column is one array.
///
/// The text of a statement is then the same for any number of rows. Large numbers of new rows are
/// copied at the end.
///
/// The rows to change and to delete were locked before, and have the versions that were read.
struct PostgresRowWriter: RowWriter {
    let connection: PostgresConnection
    let schema: StoreSchema
    /// The new rows of the change set.
    let created: CreatedRows
    /// The tables with so many new rows or links that they are copied.
    var copies = PostgresCopies()
    /// The unique indexes of the load that is written.
    private let indexes: [IndexDescription]

    init(
        _ connection: PostgresConnection, _ schema: StoreSchema, _ changes: ChangeSet,
        _ created: CreatedRows
    ) {
        self.connection = connection
        self.created = created
        self.schema = schema
        indexes = changes.indexes.filter(\.isUnique)
    }

    func delete(_ deletions: [RowDeletion]) throws(StoreError) {
        let trees = Dictionary(grouping: deletions) { schema.model.layouts[$0.entity].root }
        for (root, deletions) in trees.sorted(by: { $0.key < $1.key }) {
            try connection.execute(
                "DELETE FROM \(try schema.table(of: root).sql) WHERE \(id) = ANY($1)",
                [.numbers(deletions.map(\.number).sorted())])
        }
    }

    func clear(_ columns: [StoreColumn], of updates: ArraySlice<RowUpdate>) throws(StoreError) {
        guard let first = updates.first else { return }
        let assignments = columns.map { "\($0.sql) = NULL" }.joined(separator: ", ")
        try connection.execute(
            "UPDATE \(try schema.table(of: first.row.entity).sql) SET \(assignments) "
                + "WHERE \(id) = ANY($1)", [.numbers(updates.map(\.row.number))])
    }

    func update(_ updates: [RowUpdate], _ runs: [UpdateRun]) throws(StoreError) {
        var order: [UpdateShape] = []
        var ranges: [UpdateShape: [Range<Int>]] = [:]
        for run in runs {
            if ranges[run.shape] == nil { order.append(run.shape) }
            ranges[run.shape, default: []].append(run.range)
        }
        for shape in order {
            let rows = (ranges[shape] ?? []).flatMap { updates[$0].map(\.row) }
            try update(rows, shape)
        }
    }

    private func update(_ rows: [StoredRow], _ shape: UpdateShape) throws(StoreError) {
        let table = try schema.table(of: shape.entity)
        var columns: [StoreColumn] = []
        for slot in shape.slots { columns.append(try schema.column(slot, of: shape.entity)) }
        let version = SystemColumn.version.quotedName
        var assignments = columns.enumerated().map { "\($1.sql) = u.k\($0)" }
        assignments.append("\(version) = t.\(version) + 1")
        let sql =
            "UPDATE \(table.sql) AS t SET \(assignments.joined(separator: ", ")) "
            + "FROM \(RowArrays.source(columns.count)) WHERE t.\(id) = u.id"
        try RowArrays(connection: connection, schema: schema, table: table).execute(
            sql, rows, Array(zip(shape.slots, columns.map(\.kind))))
    }

    mutating func insert(_ rows: [StoredRow], _ runs: [Range<Int>]) throws(StoreError) {
        var order: [Int] = []
        var entities: [Int: [StoredRow]] = [:]
        for run in runs {
            let entity = rows[run.lowerBound].entity
            if entities[entity] == nil { order.append(entity) }
            entities[entity, default: []] += rows[run]
        }
        for entity in order { try insert(entities[entity] ?? [], of: entity) }
    }

    private mutating func insert(_ rows: [StoredRow], of entity: Int) throws(StoreError) {
        let table = try schema.table(of: entity)
        let columns = (table.columnIndices[entity] ?? []).map { table.columns[$0] }
        let rows = try sorted(rows, of: entity)
        if isCopied(rows.count) { return copy(rows, of: entity, into: table, columns) }
        let values =
            ["u.id", "1"]
            + (table.hasEntityColumn ? [schema.model.layouts[entity].name.quotedText] : [])
            + columns.indices.map { "u.k\($0)" }
        let sql =
            "INSERT INTO \(target(table, columns)) SELECT \(values.joined(separator: ", ")) "
            + "FROM \(RowArrays.source(columns.count))"
        try RowArrays(connection: connection, schema: schema, table: table).execute(
            sql, rows, columns.enumerated().map { ($0, $1.kind) })
    }

    private mutating func copy(
        _ rows: [StoredRow], of entity: Int, into table: StoreTable, _ columns: [StoreColumn]
    ) {
        let name = table.hasEntityColumn ? schema.model.layouts[entity].name : nil
        let count = columns.count + (name == nil ? 2 : 3)
        copies.append(CopiedTable(target: target(table, columns), columns: count)) {
            [schema] (copy) throws(StoreError) in
            for row in rows {
                copy.beginRow()
                copy.cells.append(row.number)
                copy.cells.append(1 as Int64)
                if let name { copy.cells.append(name) }
                for (slot, column) in columns.enumerated() {
                    let fits = copy.cells.append(row.row, slot, column.kind)
                    if !fits || copy.cells.isTooLarge {
                        throw schema.unfitting(row, slot, column.kind, fits)
                    }
                }
                try copy.endRow()
            }
        }
    }

    /// Returns a table with the columns of new rows, in SQL.
    private func target(_ table: StoreTable, _ columns: [StoreColumn]) -> String {
        let names =
            [SystemColumn.id, SystemColumn.version].map(\.quotedName)
            + (table.hasEntityColumn ? [SystemColumn.entity.quotedName] : []) + columns.map(\.sql)
        return "\(table.sql) (\(names.joined(separator: ", ")))"
    }

    /// Indicates whether so many new rows or links of a table are copied: each table that is copied
    /// takes a round trip, and each of its rows less time.
    func isCopied(_ count: Int) -> Bool {
        count >= 1000 && connection.settings.engine == .postgreSQL
    }

    /// Returns new rows in the order of a key: two transactions with the same keys then wait for
    /// each other in one direction only.
    private func sorted(
        _ rows: [StoredRow], of entity: Int
    ) throws(StoreError) -> [StoredRow] {
        guard let key = uniqueKey(of: entity) else { return rows }
        var columns: [(slot: Int, kind: StoreColumn.Kind)] = []
        for slot in key.slots {
            columns.append((slot, try schema.column(slot, of: key.entity).kind))
        }
        return KeyOrder(columns: columns).sorted(rows)
    }

    /// Returns a key that other transactions may insert, too: of the model, or of the load.
    private func uniqueKey(of entity: Int) -> (entity: Int, slots: [Int])? {
        let layouts = schema.model.layouts.filter { $0.includes(entity) }
        for layout in layouts {
            if let slots = layout.uniqueness.first { return (layout.index, slots) }
        }
        return indexes.first { index in layouts.contains { $0.index == index.entity } }
            .map { ($0.entity, $0.slots) }
    }

    private var id: String { SystemColumn.id.quotedName }
}
