import ObjectGraph
import ObjectGraphSQL

/// Writes sets of rows with prepared statements.
struct SQLiteRowWriter: RowWriter {
    private let connection: SQLiteConnection
    private let schema: StoreSchema
    private let changes: ChangeSet
    private var late: LateIndexes

    /// Writes all changes in their order; an error leaves the transaction incomplete.
    ///
    /// `isContinued` indicates that the save is part of a load with further commits.
    ///
    /// - Returns: Whether indexes were dropped for later creation.
    static func write(
        _ changes: ChangeSet, _ connection: SQLiteConnection, _ schema: StoreSchema,
        isContinued: Bool
    ) throws(StoreError) -> Bool {
        var rows = SQLiteRowWriter(
            connection: connection, schema: schema, changes: changes,
            late: LateIndexes(connection, schema, isContinued: isContinued))
        do throws(StoreError) {
            let unique =
                ChangeWriter.clearsUniqueValues(changes)
                ? try UniqueNames(connection, schema) : UniqueNames()
            try ChangeWriter(schema, unique).write(changes, with: &rows)
        } catch  where error.code == .uniqueness {
            throw rows.named(error)
        }
        return try rows.late.make()
    }

    func delete(_ deletions: [RowDeletion]) throws(StoreError) {
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

    mutating func insert(_ rows: [StoredRow], _ runs: [Range<Int>]) throws(StoreError) {
        try late.remove(for: changes)
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

    private func insertion(of entity: Int) throws(StoreError) -> BulkInsertion {
        let table = try schema.table(of: entity)
        var names = [SystemColumn.id]
        if table.hasEntityColumn { names.append(SystemColumn.entity) }
        names += (table.columnIndices[entity] ?? []).map { table.columns[$0].name }
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
        throw schema.conflict(number, of: entity, version: version)
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
extension SQLiteRowWriter {
    func update(_ updates: [RowUpdate], _ runs: [UpdateRun]) throws(StoreError) {
        var statements: [UpdateShape: SQLiteStatement] = [:]
        for run in runs {
            let known = statements[run.shape]
            let statement = if let known { known } else { try prepare(run.shape) }
            statements[run.shape] = statement
            for update in updates[run.range] { try write(update, statement) }
        }
    }

    private func write(_ update: RowUpdate, _ statement: SQLiteStatement) throws(StoreError) {
        let stored = update.row
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

    func clear(_ columns: [StoreColumn], of updates: ArraySlice<RowUpdate>) throws(StoreError) {
        guard let first = updates.first else { return }
        let table = try schema.table(of: first.row.entity)
        let assignments = columns.map { "\($0.sql) = NULL" }.joined(separator: ", ")
        let statement = try connection.statement(
            #"UPDATE \#(table.sql) SET \#(assignments) WHERE "_id" = ? AND "_version" = ?"#)
        for update in updates {
            try statement.bind(update.row.number, at: 1)
            try statement.bind(update.row.version, at: 2)
            try statement.run()
        }
    }
}

/// Links.
extension SQLiteRowWriter {
    func write(_ changes: LinkChanges) throws(StoreError) {
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
    /// Binds a position, or `NULL` without an order.
    fileprivate func bind(_ position: Int64?, at index: Int32) throws(StoreError) {
        if let position { try bind(position, at: index) } else { try bindNull(at: index) }
    }
}
