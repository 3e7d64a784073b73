import ObjectGraph

/// The tables that stay in place in a rebuild, because only names change and columns are added.
///
/// Databases rename tables and columns without writing rows, and SQLite updates foreign keys at the
/// same time. If a name is transferred between tables, the table is copied instead, because foreign
/// keys would be transferred, too.
///
/// Source: <https://www.sqlite.org/lang_altertable.html>, sections 2 and 3.
struct StayingTables {
    private let schema: StoreSchema
    private let stored: StoredSchema
    private let match: ModelMatch
    /// The changes of tables that stay in place, by the root entity of the tree.
    private(set) var changes: [Int: Change] = [:]

    /// The changes of one table.
    struct Change {
        let table: StoreTable
        let origin: StoredTree
        /// The new names of renamed entities, by their names in the file.
        let entities: [String: String]
        /// The names of the columns in the file, by new name; new columns have none.
        var names: [String: String] = [:]

        /// Indicates whether nothing changes.
        var isNone: Bool {
            table.name == origin.table && entities.isEmpty
                && table.columns.allSatisfy { names[$0.name] == $0.name }
        }
    }

    /// Determines the tables that stay in place.
    ///
    /// The closures of a step write rows of the later version before renaming, so with closures a
    /// table stays in place only if nothing changes.
    init(
        _ schema: StoreSchema, _ stored: StoredSchema, _ match: ModelMatch, _ step: StepRun?
    ) {
        self.schema = schema
        self.stored = stored
        self.match = match
        let wanted = schema.tables.values.map(\.name) + schema.joinTables.values.map(\.name)
        let names = Set(wanted.map { $0.lowercased() })
        for table in schema.tables.values {
            guard let change = change(of: table),
                table.name == change.origin.table
                    || !names.contains(change.origin.table.lowercased())
            else { continue }
            if let step, step.hasTransforms {
                guard change.isNone, !change.origin.entities.contains(where: step.transforms)
                else { continue }
            }
            changes[table.root] = change
        }
        while let root = changes.keys.first(where: refersToCopy) { changes[root] = nil }
    }

    /// The names in the file of the tables that must not be dropped.
    var names: Set<String> {
        let links = schema.joinTables.values.filter(stays)
        return Set(changes.values.map(\.origin.table) + links.map(\.name))
    }

    /// Tests whether a link table needs no change at all.
    func stays(_ links: JoinTableSchema) -> Bool {
        let pairs = match.pairs(of: schema.model.relationships[links.relationship])
        guard pairs.count == 1, let old = pairs.first, !old.isReversed,
            old.definition.name == links.name,
            case .links(_, links.hasPosition, links.hasInversePosition) = old.definition.content
        else { return false }
        return staysReferable(old.owner, links.sourceRoot)
            && staysReferable(old.destination, links.destinationRoot)
    }

    /// Tests whether a foreign key to a tree of the file refers to the right table
    /// after the rebuild.
    private func staysReferable(_ tree: StoredTree?, _ root: Int) -> Bool {
        guard let change = changes[root] else { return tree?.table == schema.tables[root]?.name }
        return change.origin == tree
    }

    private func refersToCopy(_ root: Int) -> Bool {
        guard let change = changes[root] else { return false }
        return change.table.columns.contains { column in
            guard let end = column.destinationRoot, change.names[column.name] != nil else {
                return false
            }
            return !staysReferable(match.origins[end], end)
        }
    }
}

/// Determining the change of a table.
extension StayingTables {
    private enum Source {
        /// The file has no corresponding column.
        case nothing
        case column(String)
        /// An origin that must be copied.
        case other
    }

    /// Returns the change of a table, or `nil` if the table cannot stay in place.
    private func change(of table: StoreTable) -> Change? {
        let layouts = schema.model.layouts
        guard let origin = match.origins[table.root],
            origin.hasEntityColumn == table.hasEntityColumn
        else { return nil }
        var entities: [String: String] = [:]
        for index in layouts[table.root].family {
            if let name = match.entities[index] { entities[name] = layouts[index].name }
        }
        guard Set(entities.keys) == origin.entities else { return nil }
        var change = Change(
            table: table, origin: origin, entities: entities.filter { $0.key != $0.value })
        for column in table.columns {
            switch source(of: column) {
            case .nothing: continue
            case .column(let name): change.names[column.name] = name
            case .other: return nil
            }
        }
        let columns = stored.columns(of: origin)
        guard change.names.count == columns.count, Set(change.names.values) == columns else {
            return nil
        }
        // SQLite ignores the case of names.
        let taken = Set(columns.map { $0.lowercased() })
        let isFree = change.names.allSatisfy { name, old in
            name == old || !taken.contains(name.lowercased())
        }
        return isFree ? change : nil
    }

    private func source(of column: StoreColumn) -> Source {
        let slot = schema.model.layouts[column.entity].slots[column.slot]
        switch slot.content {
        case .attribute(let attribute):
            let sources = match.sources[StoreSchema.key(of: slot, schema.model)] ?? []
            guard let source = sources.first else { return .nothing }
            guard sources.count == 1, case .attribute(let type, _) = source.content,
                type.widening(to: attribute.type) == .asIs,
                schema.dialect.type(of: .init(type)) == schema.dialect.type(of: column.kind)
            else { return .other }
            return .column(source.name)
        case .reference(let relationship):
            return source(of: schema.model.relationships[relationship]) { .column($0.name) }
        case .position(let relationship):
            return source(of: schema.model.relationships[relationship]) { reference in
                stored.positions(of: reference).map { .column($0.name) } ?? .nothing
            }
        }
    }

    private func source(
        of relationship: RelationshipLayout, _ column: (StoreDefinition) -> Source
    ) -> Source {
        let pairs = match.pairs(of: relationship)
        guard let old = pairs.first else { return .nothing }
        let destination = schema.model.layouts[relationship.destination].root
        guard pairs.count == 1, match.isPlainReference(relationship),
            old.destination == match.origins[destination]
        else { return .other }
        return column(old.definition)
    }
}

/// Applying the changes.
extension StayingTables {
    /// Renames tables and columns, and adds columns; tables with conflicting names were
    /// dropped before.
    func run(_ session: any SQLSession) throws(StoreError) {
        for change in changes.values.sorted(by: { $0.table.root < $1.table.root }) {
            for statement in statements(change) { try session.executeOnce(statement) }
        }
    }

    private func statements(_ change: Change) -> [String] {
        let (table, old) = (change.table, change.origin.table)
        var (drops, renamings, additions): ([String], [String], [String]) = ([], [], [])
        if table.name != old {
            renamings += schema.dialect.renaming(table: old, to: table.name)
        }
        for column in table.columns {
            guard let name = change.names[column.name] else {
                additions += schema.addition(of: column, to: table)
                continue
            }
            if name != column.name {
                renamings.append(
                    "ALTER TABLE \(table.sql) RENAME COLUMN \(name.quotedName) TO \(column.sql)")
            }
            let index = schema.referenceIndex(table: old, column: name)
            let wanted = schema.referenceIndex(table: table.name, column: column.name)
            guard column.destinationRoot != nil, index != wanted else { continue }
            if let renaming = schema.dialect.renaming(index: index, to: wanted) {
                renamings.append(renaming)
            } else {
                drops.append("DROP INDEX IF EXISTS \(index.quotedName)")
                additions += schema.indexes(of: column, in: table)
            }
        }
        return drops + renamings + additions + entityRenaming(change)
    }

    private func entityRenaming(_ change: Change) -> [String] {
        guard change.table.hasEntityColumn, !change.entities.isEmpty else { return [] }
        let column = SystemColumn.entity.quotedName
        let names = change.entities.sorted { $0.key < $1.key }
        let cases = names.map { "WHEN \($0.key.quotedText) THEN \($0.value.quotedText)" }
        let old = names.map(\.key.quotedText).joined(separator: ", ")
        return [
            "UPDATE \(change.table.sql) SET \(column) = CASE \(column) "
                + "\(cases.joined(separator: " ")) END WHERE \(column) IN (\(old))"
        ]
    }
}
