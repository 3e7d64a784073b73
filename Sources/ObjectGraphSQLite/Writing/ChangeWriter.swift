import ObjectGraph

/// Writes the changes of one save; the caller has opened a transaction.
///
/// The order matters where values are unique: what goes away makes room first, what changes comes
/// next, what is new last. References may point to rows that come later: they are checked at the
/// end of the transaction.
struct ChangeWriter {
    private let connection: SQLiteConnection
    private let schema: StoreSchema

    init(_ connection: SQLiteConnection, _ schema: StoreSchema) {
        self.connection = connection
        self.schema = schema
    }

    /// Writes everything, or throws with the transaction half done.
    func write(_ changes: ChangeSet) throws(StoreError) {
        do throws(StoreError) {
            try delete(changes.deleted)
            try makeRoom(for: changes.updated)
            try update(changes.updated)
            try insert(changes.inserted)
        } catch  where error.code == .uniqueness {
            throw named(error)
        }
        for links in changes.links { try write(links) }
    }

    private func delete(_ deletions: [RowDeletion]) throws(StoreError) {
        for deletion in deletions {
            let table = try schema.table(of: deletion.entity)
            let statement = try connection.statement(
                #"DELETE FROM \#(table.sql) WHERE "_id" = ? AND "_version" = ?"#)
            try statement.bind(deletion.number, at: 1)
            try statement.bind(deletion.version, at: 2)
            try statement.run()
            try requireChange(deletion.number, deletion.entity, deletion.version)
        }
    }

    private func insert(_ rows: [StoredRow]) throws(StoreError) {
        var entity = -1
        var statement: SQLiteStatement?
        var offset: Int32 = 2
        for stored in rows {
            if stored.entity != entity || statement == nil {
                let table = try schema.table(of: stored.entity)
                statement = try connection.statement(try insertion(into: table, of: stored.entity))
                entity = stored.entity
                offset = table.hasEntityColumn ? 3 : 2
            }
            guard let statement else { continue }
            try statement.bind(stored.number, at: 1)
            if offset == 3 { try statement.bind(schema.model.layouts[entity].name, at: 2) }
            var index = offset
            for value in stored.row.values {
                try statement.bind(value, at: index)
                index += 1
            }
            try statement.run()
        }
    }

    private func insertion(
        into table: StoreTable, of entity: Int
    ) throws(StoreError) -> String {
        var names = [SystemColumn.id]
        if table.hasEntityColumn { names.append(SystemColumn.entity) }
        names += (table.places[entity] ?? []).map { table.columns[$0].name }
        let columns = names.map(\.quotedName).joined(separator: ", ")
        let parameters = names.map { _ in "?" }.joined(separator: ", ")
        let version = SystemColumn.version.quotedName
        return "INSERT INTO \(table.sql) (\(columns), \(version)) VALUES (\(parameters), 1)"
    }

    /// The row must have been there, with the version that was read.
    private func requireChange(
        _ number: Int64, _ entity: Int, _ version: Int64
    ) throws(StoreError) {
        guard connection.changeCount == 0 else { return }
        throw StoreError(
            .conflict,
            "\(schema.title(number, of: entity)) was written or deleted since it was read as version "
                + "\(version); read it again and repeat the work")
    }

    /// Says which attributes are unique, in the model's words.
    private func named(_ error: StoreError) -> StoreError {
        let (prefix, separator) = ("UNIQUE constraint failed: ", ", ")
        guard error.message.hasPrefix(prefix) else { return error }
        let failed = error.message.dropFirst(prefix.count).split(separator: separator)
            .map(String.init)
        for table in schema.tables.values {
            let columns = failed.map { name in
                table.columns.first { "\(table.name).\($0.name)" == name }
            }
            guard let last = columns.compactMap(\.self).max(by: { $0.entity < $1.entity }),
                !columns.contains(where: { $0 == nil })
            else { continue }
            let entity = schema.model.layouts[last.entity].name
            let names = columns.compactMap(\.self).map {
                schema.model.layouts[$0.entity].slots[$0.slot].name
            }
            return StoreError(
                .uniqueness,
                "two objects of \(entity) would share \(names.joined(separator: ", ")), "
                    + "which must be unique",
                sql: error.sql)
        }
        return error
    }
}

/// Updates.
extension ChangeWriter {
    /// Rows of one entity with the same changed slots share a statement.
    private struct Shape: Hashable {
        let entity: Int
        let slots: [Int]
    }

    private func update(_ updates: [RowUpdate]) throws(StoreError) {
        var statements: [Shape: SQLiteStatement] = [:]
        for update in updates {
            let stored = update.row
            let shape = Shape(entity: stored.entity, slots: update.changedSlots)
            let known = statements[shape]
            let statement = if let known { known } else { try prepare(shape) }
            statements[shape] = statement
            var index: Int32 = 1
            for slot in shape.slots {
                try statement.bind(stored.row[slot], at: index)
                index += 1
            }
            try statement.bind(stored.number, at: index)
            try statement.bind(stored.version, at: index + 1)
            try statement.run()
            try requireChange(stored.number, stored.entity, stored.version)
        }
    }

    private func prepare(_ shape: Shape) throws(StoreError) -> SQLiteStatement {
        let table = try schema.table(of: shape.entity)
        var assignments = ""
        for slot in shape.slots {
            assignments += "\(try schema.column(slot, of: shape.entity).sql) = ?, "
        }
        return try connection.statement(
            "UPDATE \(table.sql) SET \(assignments)"
                + #""_version" = "_version" + 1 WHERE "_id" = ? AND "_version" = ?"#)
    }

    /// Empties unique columns of rows that will change them, so that two rows can swap values.
    private func makeRoom(for updates: [RowUpdate]) throws(StoreError) {
        guard updates.count > 1 else { return }
        let unique = try uniqueColumns()
        guard !unique.isEmpty else { return }
        var changing: [(update: RowUpdate, columns: [StoreColumn])] = []
        for update in updates {
            var columns: [StoreColumn] = []
            for slot in update.changedSlots {
                let column = try schema.column(slot, of: update.row.entity)
                let root = schema.model.layouts[update.row.entity].root
                if unique[root]?.contains(column.name) == true { columns.append(column) }
            }
            if !columns.isEmpty { changing.append((update, columns)) }
        }
        guard changing.count > 1 else { return }
        for (update, columns) in changing {
            let table = try schema.table(of: update.row.entity)
            let assignments = columns.map { "\($0.sql) = NULL" }.joined(separator: ", ")
            let statement = try connection.statement(
                #"UPDATE \#(table.sql) SET \#(assignments) WHERE "_id" = ? AND "_version" = ?"#)
            try statement.bind(update.row.number, at: 1)
            try statement.bind(update.row.version, at: 2)
            try statement.run()
        }
    }

    /// The names of columns in unique indexes, by the root of their table.
    private func uniqueColumns() throws(StoreError) -> [Int: Set<String>] {
        let made = try connection.query(
            "SELECT entity, attributes FROM mercator_indexes WHERE wanted_unique"
        ) { (row) throws(StoreError) in (entity: row.text(0), attributes: row.text(1)) }
        var unique: [Int: Set<String>] = [:]
        for index in made {
            guard let layout = schema.model.layout(named: index.entity) else { continue }
            for name in index.attributes.split(separator: ", ") {
                guard let slot = layout.slotIndexes[String(name)] else { continue }
                let column = try schema.column(slot, of: layout.index)
                unique[layout.root, default: []].insert(column.name)
            }
        }
        return unique
    }
}

/// Links.
extension ChangeWriter {
    private func write(_ changes: LinkChanges) throws(StoreError) {
        let table = try schema.links(changes.relationship)
        let removal = try connection.statement(
            "DELETE FROM \(table.sql) WHERE source = ? AND destination = ?")
        for link in changes.removed {
            try removal.bind(link.source, at: 1)
            try removal.bind(link.destination, at: 2)
            try removal.run()
        }
        let storing = try connection.statement(storing(in: table))
        for link in changes.stored {
            try storing.bind(link.source, at: 1)
            try storing.bind(link.destination, at: 2)
            var index: Int32 = 3
            if table.hasPosition {
                try storing.bind(link.position.map(Value.integer) ?? .null, at: index)
                index += 1
            }
            if table.hasInversePosition {
                try storing.bind(link.inversePosition.map(Value.integer) ?? .null, at: index)
            }
            try storing.run()
        }
    }

    private func storing(in table: LinkTable) -> String {
        let parameters = table.columns.map { _ in "?" }.joined(separator: ", ")
        let positions = table.columns.dropFirst(2).map { "\($0) = excluded.\($0)" }
        let conflict =
            positions.isEmpty ? "NOTHING" : "UPDATE SET " + positions.joined(separator: ", ")
        return "INSERT INTO \(table.sql) (\(table.columns.joined(separator: ", "))) "
            + "VALUES (\(parameters)) ON CONFLICT (source, destination) DO \(conflict)"
    }
}
