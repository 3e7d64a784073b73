import ObjectGraph

/// Writes the changes of one save; the caller has opened a transaction.
///
/// The order matters for unique values: deletions come first, then updates, then insertions. New
/// rows are written in the ``FillingOrder``; in reference cycles, references can refer to rows that
/// are written later, because they are checked at the end of the transaction.
struct ChangeWriter {
    private let connection: SQLiteConnection
    private let schema: StoreSchema
    private let isContinued: Bool

    /// Creates a writer; `isContinued` indicates that the save is part of a load with
    /// further commits.
    init(_ connection: SQLiteConnection, _ schema: StoreSchema, isContinued: Bool) {
        self.connection = connection
        self.schema = schema
        self.isContinued = isContinued
    }

    /// Writes all changes; an error leaves the transaction incomplete.
    ///
    /// - Returns: Whether indexes were dropped to be created later.
    func write(_ changes: ChangeSet) throws(StoreError) -> Bool {
        var late = LateIndexes(connection, schema, isContinued: isContinued)
        do throws(StoreError) {
            try delete(changes.deleted)
            try makeRoom(for: changes.updated)
            try update(changes.updated)
            let runs = try runs(of: changes.inserted)
            try late.remove(for: changes)
            try insert(changes.inserted, runs)
        } catch  where error.code == .uniqueness {
            throw named(error)
        }
        for links in changes.links { try write(links) }
        return try late.make()
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

    private func insert(_ rows: [StoredRow], _ runs: [Range<Int>]) throws(StoreError) {
        var insertions: [Int: BulkInsertion] = [:]
        for run in runs {
            let entity = rows[run.lowerBound].entity
            let name = schema.model.layouts[entity].name
            let hasEntity = try schema.table(of: entity).hasEntityColumn
            let known = insertions[entity]
            var insertion = if let known { known } else { try insertion(of: entity) }
            try insertion.write(rows[run]) { (stored, statement, first) throws(StoreError) in
                try statement.bind(stored.number, at: first)
                var parameter = first + 1
                if hasEntity {
                    try statement.bind(name, at: parameter)
                    parameter += 1
                }
                try statement.bind(stored.row, from: parameter)
            }
            insertions[entity] = insertion
        }
    }

    /// Returns the ranges of consecutive rows of one entity, in the order in which
    /// tables are filled.
    private func runs(of rows: [StoredRow]) throws(StoreError) -> [Range<Int>] {
        var runs: [(place: Int, rows: Range<Int>)] = []
        var start = 0
        for index in rows.indices
        where index + 1 == rows.count || rows[index].entity != rows[index + 1].entity {
            let table = try schema.table(of: rows[index].entity)
            runs.append((schema.order.place(of: table.root), start..<index + 1))
            start = index + 1
        }
        // The rows of a table keep their order.
        return runs.sorted { ($0.place, $0.rows.lowerBound) < ($1.place, $1.rows.lowerBound) }
            .map(\.rows)
    }

    private func insertion(of entity: Int) throws(StoreError) -> BulkInsertion {
        let table = try schema.table(of: entity)
        var names = [SystemColumn.id]
        if table.hasEntityColumn { names.append(SystemColumn.entity) }
        names += (table.places[entity] ?? []).map { table.columns[$0].name }
        let columns = names.map(\.quotedName).joined(separator: ", ")
        let parameters = names.map { _ in "?" }.joined(separator: ", ")
        return BulkInsertion(
            into: "\(table.sql) (\(columns), \(SystemColumn.version.quotedName))",
            row: "(\(parameters), 1)", width: names.count, connection)
    }

    /// Throws unless the row existed with the version that was read.
    private func requireChange(
        _ number: Int64, _ entity: Int, _ version: Int64
    ) throws(StoreError) {
        guard connection.changeCount == 0 else { return }
        throw StoreError(
            .conflict,
            "\(schema.title(number, of: entity)) was written or deleted since it was read as version "
                + "\(version); read it again and repeat the work")
    }

    /// Returns a uniqueness error with the names of the attributes in the model.
    private func named(_ error: StoreError) -> StoreError {
        let (prefix, separator) = ("UNIQUE constraint failed: ", ", ")
        guard error.message.hasPrefix(prefix) else { return error }
        let failed = error.message.dropFirst(prefix.count).split(separator: separator)
            .map(String.init)
        for table in schema.tables.values {
            let columns = failed.compactMap { name in
                table.columns.first { "\(table.name).\($0.name)" == name }
            }
            guard !columns.isEmpty, columns.count == failed.count else { continue }
            return StoreError(
                .uniqueness, schema.sharedKeyMessage(columns), sql: error.sql)
        }
        return error
    }
}

/// Updates.
extension ChangeWriter {
    private func update(_ updates: [RowUpdate]) throws(StoreError) {
        var statements = ByShape<SQLiteStatement>()
        for update in updates {
            let stored = update.row
            let statement = try statements.value(of: update, prepare)
            var index: Int32 = 1
            for slot in update.changedSlots {
                try statement.bind(stored.row, slot, at: index)
                index += 1
            }
            try statement.bind(stored.number, at: index)
            try statement.bind(stored.version, at: index + 1)
            try statement.run()
            try requireChange(stored.number, stored.entity, stored.version)
        }
    }

    private func prepare(_ shape: UpdateShape) throws(StoreError) -> SQLiteStatement {
        let table = try schema.table(of: shape.entity)
        var assignments = ""
        for slot in shape.slots {
            assignments += "\(try schema.column(slot, of: shape.entity).sql) = ?, "
        }
        return try connection.statement(
            "UPDATE \(table.sql) SET \(assignments)"
                + #""_version" = "_version" + 1 WHERE "_id" = ? AND "_version" = ?"#)
    }

    /// Clears unique columns of rows that will change them, so that two rows can exchange values.
    private func makeRoom(for updates: [RowUpdate]) throws(StoreError) {
        guard updates.count > 1 else { return }
        let unique = try uniqueColumns()
        guard !unique.isEmpty else { return }
        var changing: [(update: RowUpdate, columns: [StoreColumn])] = []
        var columns = ByShape<[StoreColumn]>()
        for update in updates {
            let columns = try columns.value(of: update) { (shape) throws(StoreError) in
                try self.columns(of: shape, among: unique)
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

    /// Returns the columns that an update writes and that are among the given names, by the
    /// root of the table.
    private func columns(
        of shape: UpdateShape, among names: [Int: Set<String>]
    ) throws(StoreError) -> [StoreColumn] {
        guard let names = names[schema.model.layouts[shape.entity].root] else { return [] }
        var columns: [StoreColumn] = []
        for slot in shape.slots {
            let column = try schema.column(slot, of: shape.entity)
            if names.contains(column.name) { columns.append(column) }
        }
        return columns
    }

    /// Returns the names of columns in unique indexes, by the root of their table.
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
        if !changes.removed.isEmpty {
            let removal = try connection.statement(
                "DELETE FROM \(table.sql) WHERE source = ? AND destination = ?")
            for link in changes.removed {
                try removal.bind(link.source, at: 1)
                try removal.bind(link.destination, at: 2)
                try removal.run()
            }
        }
        guard !changes.stored.isEmpty else { return }
        var insertion = insertion(into: table)
        try insertion.write(changes.stored[...]) { (link, statement, first) throws(StoreError) in
            try statement.bind(link.source, at: first)
            try statement.bind(link.destination, at: first + 1)
            var parameter = first + 2
            if table.hasPosition {
                try statement.bind(link.position, at: parameter)
                parameter += 1
            }
            if table.hasInversePosition {
                try statement.bind(link.inversePosition, at: parameter)
            }
        }
    }

    /// Returns an insertion that updates the positions of an existing link if they differ.
    private func insertion(into table: JoinTableSchema) -> BulkInsertion {
        let columns = table.columns.joined(separator: ", ")
        let parameters = table.columns.map { _ in "?" }.joined(separator: ", ")
        let positions = table.columns.dropFirst(2)
        let assignments = positions.map { "\($0) = excluded.\($0)" }.joined(separator: ", ")
        let differences = positions.map { "\(table.sql).\($0) IS NOT excluded.\($0)" }
            .joined(separator: " OR ")
        let conflict =
            positions.isEmpty ? "NOTHING" : "UPDATE SET \(assignments) WHERE \(differences)"
        return BulkInsertion(
            into: "\(table.sql) (\(columns))", row: "(\(parameters))", width: table.columns.count,
            end: " ON CONFLICT (source, destination) DO \(conflict)", connection)
    }
}

extension SQLiteStatement {
    /// Binds a position, or `NULL` if there is no order.
    fileprivate func bind(_ place: Int64?, at index: Int32) throws(StoreError) {
        if let place { try bind(place, at: index) } else { try bindNull(at: index) }
    }
}
