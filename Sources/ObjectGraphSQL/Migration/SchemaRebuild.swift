import ObjectGraph

/// Creates the tables of a model alongside a file's tables, copies all content, and drops the old
/// tables.
///
/// `ALTER TABLE` of SQLite can add a column, but not change the type or the reference of a column;
/// PostgreSQL's cannot convert every value as the stores do. This follows the procedure in SQLite's
/// manual: foreign keys off, new tables, copies, old tables dropped, new tables renamed, references
/// checked. Tables that only need new names or columns stay in place: see ``StayingTables``. The
/// caller has turned checks of references off and opened a transaction.
///
/// Source: <https://www.sqlite.org/lang_altertable.html>, section 7.
struct SchemaRebuild {
    let path: String
    let session: any SQLSession
    let schema: StoreSchema
    let stored: StoredSchema
    let match: ModelMatch
    /// Indicates whether objects may be removed, together with references to them.
    let allowsLoss: Bool
    /// The step whose closures migrate some of the objects.
    var step: StepRun?

    private var model: ManagedObjectModel { schema.model }

    /// Rebuilds the tables.
    func run() throws(StoreError) {
        let indexes = IndexRenaming(schema: schema, match: match)
        let remembered = try indexes.dropAll(session)
        let staying = StayingTables(schema, stored, match, step)
        let tables = schema.tables.values.sorted { $0.root < $1.root }
            .filter { staying.changes[$0.root] == nil }
        let links = schema.joinTables.values.sorted { $0.relationship < $1.relationship }
            .filter { !staying.stays($0) }
        for table in tables { try copy(table) }
        let defaults = SchemaDefaults(schema: schema, match: match)
        try defaults.fill(session, tables.map { ($0, $0.temporaryName) })
        try step?.run(staying: Set(staying.changes.keys))
        for table in tables { try fillReferences(of: table) }
        for table in links { try copy(table) }
        try dropOldTables(except: staying.names)
        try staying.run(session)
        try defaults.fill(session, staying.changes.values.map { ($0.table, $0.table.name) })
        for table in tables { try rename(table.temporaryName, table.name) }
        for table in links { try rename(table.temporaryName, table.name) }
        for statement in tables.flatMap(schema.indexes) + links.map(schema.index) {
            try session.executeOnce(statement)
        }
        if allowsLoss { try removeBrokenReferences() }
        try step?.link()
        try moveNumbers()
        try ConnectionRenaming(match).run(session)
        try indexes.make(remembered, path, session)
        try schema.writeDefinitions(session)
        try checkReferences()
    }

    /// Copies the objects of a tree, except objects that a step migrates.
    private func copy(_ table: StoreTable) throws(StoreError) {
        try session.executeOnce(schema.creation(of: table, named: table.temporaryName))
        guard let origin = match.origins[table.root] else { return }
        var names: [String: String] = [:]
        for index in model.layouts[table.root].family {
            guard let name = match.entities[index], origin.entities.contains(name),
                step?.transforms(name) != true
            else { continue }
            names[name] = model.layouts[index].name
        }
        guard !names.isEmpty else { return }
        var columns = [SystemColumn.id, SystemColumn.version].map(\.quotedName)
        var values = columns
        if table.hasEntityColumn {
            columns.append(SystemColumn.entity.quotedName)
            values.append(entityExpression(names, origin))
        }
        var converted = ConvertedColumns()
        for column in table.columns {
            guard let value = try expression(column, &converted) else { continue }
            columns.append(column.sql)
            values.append(value)
        }
        let condition =
            origin.condition(Set(names.keys), schema.dialect).map { " WHERE \($0)" } ?? ""
        try session.executeOnce(
            "INSERT INTO \(table.temporaryName.quotedName) (\(columns.joined(separator: ", "))) "
                + "SELECT \(values.joined(separator: ", ")) FROM \(origin.table.quotedName)"
                + converted.joins + condition
        )
        try converted.drop()
    }

    private func entityExpression(_ names: [String: String], _ origin: StoredTree) -> String {
        guard origin.hasEntityColumn else { return (names.first?.value ?? "").quotedText }
        let column = SystemColumn.entity.quotedName
        let renamed = names.filter { $0.key != $0.value }.sorted { $0.key < $1.key }
        guard !renamed.isEmpty else { return column }
        let cases = renamed.map { "WHEN \($0.key.quotedText) THEN \($0.value.quotedText)" }
        return "CASE \(column) \(cases.joined(separator: " ")) ELSE \(column) END"
    }

    /// Returns the expression for a column in terms of the old row; `nil` if the column
    /// has no origin.
    private func expression(
        _ column: StoreColumn, _ converted: inout ConvertedColumns
    ) throws(StoreError) -> String? {
        let slot = model.layouts[column.entity].slots[column.slot]
        var terms: [String] = []
        switch slot.content {
        case .attribute(let attribute):
            for source in match.sources[StoreSchema.key(of: slot, model)] ?? [] {
                guard case .attribute(let type, _) = source.content,
                    type.widening(to: attribute.type) != nil,
                    let tree = stored.tree(of: source.key.entity)
                else { continue }
                let conversion = ColumnConversion(
                    source.name, of: tree, from: type, to: attribute.type, session)
                terms.append(try converted.expression(conversion))
            }
        case .reference(let relationship):
            terms = references(relationship).map(\.name.quotedName)
        case .position(let relationship):
            terms = references(relationship).compactMap {
                stored.positions(of: $0)?.name.quotedName
            }
        }
        guard terms.count > 1 else { return terms.first }
        return "coalesce(\(terms.joined(separator: ", ")))"
    }

    private func references(_ relationship: Int) -> [StoreDefinition] {
        let relationship = model.relationships[relationship]
        guard match.isPlainReference(relationship) else { return [] }
        return match.sources[StoreSchema.key(of: relationship, model)] ?? []
    }

    /// Fills references that were stored as links, or at the destination.
    private func fillReferences(of table: StoreTable) throws(StoreError) {
        for column in table.columns {
            let slot = model.layouts[column.entity].slots[column.slot]
            let wanted: (relationship: Int, name: String)
            switch slot.content {
            case .attribute: continue
            case .reference(let relationship): wanted = (relationship, "destination")
            case .position(let relationship): wanted = (relationship, "inverse_position")
            }
            let relationship = model.relationships[wanted.relationship]
            guard !match.isPlainReference(relationship) else { continue }
            for pairs in match.pairs(of: relationship) {
                let name = table.temporaryName.quotedName
                try session.executeOnce(
                    "UPDATE \(name) SET \(column.sql) = coalesce(\(column.sql), "
                        + "(SELECT pairs.\(wanted.name) FROM (\(pairs.sql(schema.dialect))) AS pairs "
                        + #"WHERE pairs.source = \#(name)."_id"))"#
                )
            }
        }
    }

    private func copy(_ links: JoinTableSchema) throws(StoreError) {
        try session.executeOnce(schema.creation(of: links, named: links.temporaryName))
        let columns = links.columns.joined(separator: ", ")
        for pairs in match.pairs(of: model.relationships[links.relationship]) {
            try session.executeOnce(
                "INSERT INTO \(links.temporaryName.quotedName) (\(columns)) "
                    + "SELECT \(columns) FROM (\(pairs.sql(schema.dialect))) AS pairs "
                    + "WHERE \(session.dialect.constant(true)) ON CONFLICT DO NOTHING"
            )
        }
    }

    private func dropOldTables(except kept: Set<String>) throws(StoreError) {
        var names = Set(stored.trees.values.map(\.table))
        for definition in stored.definitions.values {
            if case .links = definition.content { names.insert(definition.name) }
        }
        for name in names.subtracting(kept).sorted() {
            try session.executeOnce("DROP TABLE \(name.quotedName)")
        }
    }

    private func rename(_ name: String, _ other: String) throws(StoreError) {
        for statement in schema.dialect.renaming(table: name, to: other) {
            try session.executeOnce(statement)
        }
    }
}

/// The values of columns that are converted in Swift, in temporary tables that are joined with the
/// old one.
private struct ConvertedColumns {
    private var tables: [(name: String, conversion: ColumnConversion)] = []
    /// The joins, to append to the old table.
    private(set) var joins = ""

    /// Returns the expression for the converted values of a column.
    mutating func expression(_ conversion: ColumnConversion) throws(StoreError) -> String {
        if let sql = conversion.sql { return sql }
        let name = "mercator_converted_\(tables.count)"
        let (join, value) = try conversion.makeTable(name)
        tables.append((name, conversion))
        joins += join
        return value
    }

    /// Removes the tables.
    func drop() throws(StoreError) {
        for (name, conversion) in tables { try conversion.drop(name) }
    }
}

extension StoreTable {
    /// The temporary name of the table until the old ones are dropped.
    var temporaryName: String { "mercator_new_\(root)" }
}

extension JoinTableSchema {
    /// The temporary name of the table until the old ones are dropped.
    var temporaryName: String { "mercator_new_links_\(relationship)" }
}

/// Sequences and checks after the rebuild.
extension SchemaRebuild {
    /// Sets the sequences to their previous values.
    private func moveNumbers() throws(StoreError) {
        let rows = try session.query("SELECT entity, next FROM mercator_sequence") {
            (row) throws(StoreError) in (row.text(0), row.integer(1))
        }
        let old = Dictionary(rows, uniquingKeysWith: { first, _ in first })
        try session.execute("DELETE FROM mercator_sequence")
        for table in schema.tables.values {
            let stored = match.origins[table.root].flatMap { old[$0.root] } ?? 1
            let next = max(stored, step?.nextNumber(root: table.root) ?? 1)
            try session.execute(
                "INSERT INTO mercator_sequence VALUES "
                    + "(\(session.parameter(1)), \(session.parameter(2)))",
                [.string(model.layouts[table.root].name), .integer(next)])
        }
    }

    /// Clears references to removed objects, and deletes their links.
    private func removeBrokenReferences() throws(StoreError) {
        for table in schema.tables.values {
            for column in table.columns {
                guard let root = column.destinationRoot, let end = schema.tables[root] else {
                    continue
                }
                let reference = "\(table.sql).\(column.sql)"
                let condition = "\(reference) IS NOT NULL AND " + isMissing(reference, in: end)
                try requireOptional(column, table, condition)
                try session.executeOnce(
                    "UPDATE \(table.sql) SET \(column.sql) = NULL WHERE " + condition
                )
            }
        }
        for links in schema.joinTables.values {
            guard let source = schema.tables[links.sourceRoot],
                let destination = schema.tables[links.destinationRoot]
            else { continue }
            try session.executeOnce(
                "DELETE FROM \(links.sql) WHERE "
                    + isMissing("\(links.sql).source", in: source) + " OR "
                    + isMissing("\(links.sql).destination", in: destination)
            )
        }
    }

    /// Returns the condition that a table has no object with a number.
    private func isMissing(_ number: String, in table: StoreTable) -> String {
        #"NOT EXISTS (SELECT 1 FROM \#(table.sql) AS d WHERE d."_id" = \#(number))"#
    }

    private func requireOptional(
        _ column: StoreColumn, _ table: StoreTable, _ condition: String
    ) throws(StoreError) {
        let layout = model.layouts[column.entity]
        guard case .reference(let index) = layout.slots[column.slot].content else { return }
        let relationship = model.relationships[index]
        guard !relationship.description.isOptional else { return }
        var found = ObjectCount()
        try found.add(
            SystemColumn.id.quotedName, from: "\(table.sql) WHERE \(condition)",
            root: model.layouts[table.root].name, session)
        guard found.count > 0 else { return }
        throw .mismatch(
            path,
            [
                SchemaDifference(
                    title: "\(layout.name).\(relationship.name)",
                    text: "mandatory, but \(found) would lose what it refers to; keep the entity "
                        + "there, or make the relationship optional", need: .step)
            ])
    }

    private func checkReferences() throws(StoreError) {
        guard let error = try session.brokenReference(in: schema) else { return }
        throw StoreError(
            .schemaMismatch,
            "'\(path)' cannot be brought to the model: \(error.message). Nothing was changed.")
    }
}
