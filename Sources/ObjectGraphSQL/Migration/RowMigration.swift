public import ObjectGraph

/// The operations that are available to the closures of a ``MigrationStep`` in addition to
/// returning a row.
///
/// It reads the earlier version and writes the later one. It is valid only while the step runs, in
/// the closures of this step.
public final class RowMigration {
    private let session: any SQLSession
    private let old: StoreSchema
    private let new: StoreSchema
    private let match: ModelMatch
    private var nextNumbers: [Int: Int64] = [:]
    private(set) var links: [Link] = []
    /// The trees whose tables are not recreated, so that rows are added to the existing tables.
    var staying: Set<Int> = []

    /// A pair of objects to be linked after all rows are written.
    struct Link {
        package let relationship: RelationshipLayout
        package let source: Int64
        package let destination: Int64
        package let title: String
    }

    init(
        _ old: StoreSchema, _ new: StoreSchema, _ match: ModelMatch,
        _ session: any SQLSession
    ) {
        self.old = old
        self.new = new
        self.match = match
        self.session = session
    }

    /// Returns the inferred row for a row of the earlier version.
    ///
    /// It has the same number, the values and to-one relationships of corresponding properties, and
    /// defaults for the remaining ones.
    ///
    /// - Parameters:
    ///   - row: A row of the earlier version.
    ///   - entity: The entity of the new row; by default the entity that corresponds to the row's.
    ///     An entity of a different tree gives the row a new number.
    /// - Returns: A row, to be changed and returned from the closure.
    /// - Throws: ``ObjectGraph/StoreError`` with code `invalidRequest` if the entity
    ///   does not exist.
    public func row(from row: MigrationRow, as entity: String? = nil) throws -> MigrationRow {
        let index =
            if let entity { try self.index(of: entity) } else {
                match.index(ofStored: row.entityName)
            }
        guard let index else {
            throw StoreError(
                .invalidRequest,
                "the later version has no entity for \(row.entityName); name the one that it "
                    + "becomes with as:")
        }
        let layout = new.model.layouts[index]
        let keepsNumber =
            match.origins[layout.root]?.entities.contains(row.entityName) == true
        let number = try keepsNumber ? row.objectID.number : nextNumber(layout.root)
        var content = layout.defaults
        for slot in layout.slots.indices {
            if let value = value(of: layout.slots[slot], from: row) { content[slot] = value }
        }
        return MigrationRow(
            content, number: number, version: keepsNumber ? row.version &+ 1 : 1, entity: index,
            new.model)
    }

    /// Returns a new object of the later version with its default values, to be inserted with
    /// ``insert(_:)``.
    ///
    /// - Throws: ``ObjectGraph/StoreError`` with code `invalidRequest` if the entity
    ///   does not exist.
    public func makeRow(_ entity: String) throws -> MigrationRow {
        let index = try index(of: entity)
        let layout = new.model.layouts[index]
        return MigrationRow(
            layout.defaults, number: try nextNumber(layout.root), version: 1, entity: index,
            new.model)
    }

    /// Inserts a row of the later version, in addition to the closure's result.
    ///
    /// - Throws: ``ObjectGraph/StoreError`` with code `invalidRequest` if a mandatory attribute has
    ///   no value, `conflict` if the object exists already.
    public func insert(_ row: MigrationRow) throws {
        try write(row)
    }

    /// Returns the destinations of a relationship of a row of the earlier version, in its order.
    public func related(_ row: MigrationRow, _ relationship: String) throws -> [MigrationRow] {
        let layout = try layout(of: relationship, of: row, in: old, "earlier")
        let table = try old.table(of: layout.destination)
        let selection = RowSelection(old, table)
        let sql =
            "SELECT \(selection.columns("r")) FROM \(table.sql) AS r "
            + "WHERE r.\(SystemColumn.id.quotedName) = \(session.parameter(1))"
        var rows: [MigrationRow] = []
        for number in try numbers(layout, from: row) {
            let query = BoundStatement(sql: sql, values: [.integer(number)])
            try session.forEachStoredRow(query, selection) { (stored) throws(StoreError) in
                rows.append(
                    MigrationRow(
                        stored.row, number: stored.number, version: stored.version,
                        entity: stored.entity, old.model))
            }
        }
        return rows
    }

    /// Schedules a link of a row of the later version with an object, to be made after all
    /// rows are written.
    ///
    /// In an ordered relationship the object is added at the end.
    ///
    /// - Throws: ``ObjectGraph/StoreError`` with code `invalidRequest` if the relationship
    ///   does not exist.
    public func link(
        _ row: MigrationRow, _ relationship: String, to object: ManagedObjectID
    ) throws {
        let layout = try layout(of: relationship, of: row, in: new, "later")
        links.append(
            Link(
                relationship: layout, source: row.objectID.number, destination: object.number,
                title: "\(row.objectID) and \(object) by \(relationship)"))
    }

    private func layout(
        of name: String, of row: MigrationRow, in schema: StoreSchema, _ version: String
    ) throws(StoreError) -> RelationshipLayout {
        guard row.model === schema.model, let index = row.layout.relationshipIndexes[name] else {
            let names = row.layout.relationships.map { row.model.relationships[$0].name }
            throw StoreError(
                .invalidRequest,
                "\(row.entityName) has no relationship '\(name)' in the \(version) version"
                    + Suggestion.text(for: name, among: names))
        }
        return schema.model.relationships[index]
    }
}

/// Operations for the running step.
extension RowMigration {
    /// Writes a row into its table in the later version.
    package func write(_ row: MigrationRow) throws(StoreError) {
        guard row.model === new.model else {
            throw StoreError(
                .invalidRequest,
                "\(row.objectID) is a row of the earlier version; make the new one with "
                    + "row(from:)")
        }
        for slot in row.layout.mandatorySlots where row.row[slot].isNull {
            throw StoreError(
                .invalidRequest,
                "\(row.entityName).\(row.layout.slots[slot].name) is mandatory and has no value")
        }
        let table = try new.table(of: row.layout.index)
        var names = [SystemColumn.id, SystemColumn.version]
        var values: [SQLValue] = [.integer(row.objectID.number), .integer(row.version)]
        if table.hasEntityColumn {
            names.append(SystemColumn.entity)
            values.append(.string(row.entityName))
        }
        names += (table.columnIndices[row.layout.index] ?? []).map { table.columns[$0].name }
        values += row.row.values.map(SQLValue.value)
        let parameters = (1...names.count).map(session.parameter).joined(separator: ", ")
        let columns = names.map(\.quotedName).joined(separator: ", ")
        let target = staying.contains(table.root) ? table.name : table.temporaryName
        try session.execute(
            "INSERT INTO \(target.quotedName) (\(columns)) VALUES (\(parameters))",
            values)
    }

    /// Returns the number of the next new object of a tree; `nil` if none was requested.
    func nextNumber(known root: Int) -> Int64? { nextNumbers[root] }

    private func nextNumber(_ root: Int) throws(StoreError) -> Int64 {
        let tree = match.origins[root]?.root ?? ""
        let known = nextNumbers[root]
        let next = if let known { known } else { try SequenceNumber.next(of: tree, session) }
        nextNumbers[root] = try SequenceNumber.sum(next, 1, of: tree)
        return next
    }

    private func index(of entity: String) throws(StoreError) -> Int {
        if let index = new.model.index(ofEntity: entity) { return index }
        throw StoreError(
            .invalidRequest,
            "the later version has no entity '\(entity)'"
                + Suggestion.text(for: entity, among: new.model.entities.map(\.name)))
    }

    private func value(of slot: SlotLayout, from row: MigrationRow) -> Value? {
        var key = StoreSchema.key(of: slot, new.model)
        var suffix = ""
        if case .position(let relationship) = slot.content {
            key = StoreSchema.key(of: new.model.relationships[relationship], new.model)
            suffix = "_position"
        }
        let names = (match.sources[key] ?? []).map(\.key.property)
        let isOther = match.index(ofStored: row.entityName) != new.model.index(ofEntity: key.entity)
        for name in names + (isOther && slot.attribute != nil ? [slot.name] : []) {
            guard let index = row.layout.slotIndexes[name + suffix] else { continue }
            switch (slot.attribute, row.row[index]) {
            case (let attribute?, let value):
                if let value = attribute.type.widened(value) { return value }
            case (nil, let value):
                if row.layout.slots[index].attribute == nil { return value }
            }
        }
        return nil
    }

    private func numbers(
        _ layout: RelationshipLayout, from row: MigrationRow
    ) throws(StoreError) -> [Int64] {
        let number = SQLValue.integer(row.objectID.number)
        let parameter = session.parameter(1)
        func numbers(_ sql: String) throws(StoreError) -> [Int64] {
            try session.query(sql, [number]) { (row) throws(StoreError) in row.integer(0) }
        }
        switch layout.storage {
        case .reference(let slot): return row.row.reference(slot).map { [$0] } ?? []
        case .inverseReference(let other):
            let (table, column) = try old.reference(other)
            let position = table.columns.first { candidate in
                old.model.layouts[candidate.entity].slots[candidate.slot].content
                    == .position(relationship: other)
            }
            let order = (position.map { "\($0.sql) IS NULL, \($0.sql), " } ?? "") + #""_id""#
            return try numbers(
                #"SELECT "_id" FROM \#(table.sql) WHERE \#(column.sql) = \#(parameter) "#
                    + "ORDER BY \(order)"
            )
        case .links:
            let links = try old.links(layout.index)
            let order = links.hasPosition ? "position IS NULL, position, " : ""
            return try numbers(
                "SELECT destination FROM \(links.sql) WHERE source = \(parameter) "
                    + "ORDER BY \(order)destination")
        case .inverseLinks(let other):
            let links = try old.links(other)
            let order =
                links.hasInversePosition ? "inverse_position IS NULL, inverse_position, " : ""
            return try numbers(
                "SELECT source FROM \(links.sql) WHERE destination = \(parameter) "
                    + "ORDER BY \(order)source")
        }
    }
}
