import ObjectGraph
import ObjectGraphSQL

/// Writes sets of rows, each column of which is one array: the text of a statement is the same for
/// any number of rows.
///
/// The rows to change and to delete were locked before, and have the versions that were read.
struct PostgresRowWriter: RowWriter {
    let connection: PostgresConnection
    let schema: StoreSchema
    /// The new rows of the change set.
    let created: CreatedRows
    /// The unique indexes of the load that is written.
    private let indexes: [IndexDescription]
    /// Indicates whether other transactions may insert rows with the same keys.
    private let hasCompetitors: Bool

    init(
        _ connection: PostgresConnection, _ schema: StoreSchema, _ changes: ChangeSet,
        _ created: CreatedRows, hasCompetitors: Bool
    ) {
        self.connection = connection
        self.created = created
        self.schema = schema
        self.hasCompetitors = hasCompetitors
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
        try RowArrays(connection, schema, table).execute(
            sql, rows, Array(zip(shape.slots, columns.map(\.kind))))
    }

    func insert(_ rows: [StoredRow], _ runs: [Range<Int>]) throws(StoreError) {
        var order: [Int] = []
        var entities: [Int: [StoredRow]] = [:]
        for run in runs {
            let entity = rows[run.lowerBound].entity
            if entities[entity] == nil { order.append(entity) }
            entities[entity, default: []] += rows[run]
        }
        for entity in order { try insert(entities[entity] ?? [], of: entity) }
    }

    private func insert(_ rows: [StoredRow], of entity: Int) throws(StoreError) {
        let table = try schema.table(of: entity)
        let columns = (table.places[entity] ?? []).map { table.columns[$0] }
        var names = [SystemColumn.id, SystemColumn.version].map(\.quotedName)
        var values = ["u.id", "1"]
        if table.hasEntityColumn {
            names.append(SystemColumn.entity.quotedName)
            values.append(schema.model.layouts[entity].name.quotedText)
        }
        names += columns.map(\.sql)
        values += columns.indices.map { "u.k\($0)" }
        let sql =
            "INSERT INTO \(table.sql) (\(names.joined(separator: ", "))) "
            + "SELECT \(values.joined(separator: ", ")) "
            + "FROM \(RowArrays.source(columns.count))" + (try keyOrder(of: entity, columns))
        try RowArrays(connection, schema, table).execute(
            sql, rows, columns.enumerated().map { ($0, $1.kind) })
    }

    /// Returns the order in which new rows are inserted: two transactions with the same keys then
    /// wait for each other in one direction only.
    private func keyOrder(
        of entity: Int, _ columns: [StoreColumn]
    ) throws(StoreError) -> String {
        guard hasCompetitors, let key = uniqueKey(of: entity) else { return "" }
        var terms: [String] = []
        for slot in key.slots {
            let column = try schema.column(slot, of: key.entity)
            guard let place = columns.firstIndex(where: { $0.name == column.name }) else {
                continue
            }
            terms.append("u.k\(place)")
        }
        return " ORDER BY " + (terms + ["u.id"]).joined(separator: ", ")
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
