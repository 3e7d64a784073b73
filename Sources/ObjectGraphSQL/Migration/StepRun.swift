import ObjectGraph

/// The execution of a step on a file, which passes the objects of some entities to its closures.
struct StepRun {
    private let step: MigrationStep
    private let old: StoreSchema
    private let new: StoreSchema
    private let session: any SQLSession
    private let migration: RowMigration

    init(
        _ step: MigrationStep, _ old: StoreSchema, _ new: StoreSchema, _ match: ModelMatch,
        _ session: any SQLSession
    ) {
        self.step = step
        self.old = old
        self.new = new
        self.session = session
        migration = RowMigration(old, new, match, session)
    }

    /// Tests whether the step has a closure for an entity of the file.
    func transforms(_ entity: String) -> Bool { step.transforms[entity] != nil }

    /// Indicates whether the step has closures; otherwise everything is inferred.
    var hasTransforms: Bool { !step.transforms.isEmpty }

    /// Returns the next number of a tree, if the closures have requested new numbers.
    func nextNumber(root: Int) -> Int64? { migration.nextNumber(known: root) }

    /// Passes the objects to the closures, entity by entity.
    ///
    /// - Parameter staying: The trees whose tables are not recreated.
    /// - Throws: The error of a closure, with the object that was passed to it; or ``StoreError``.
    func run(staying: Set<Int>) throws(StoreError) {
        migration.staying = staying
        for layout in old.model.layouts {
            guard let transform = step.transforms[layout.name] else { continue }
            let table = try old.table(of: layout.index)
            let selection = RowSelection(old, table)
            var sql =
                "SELECT \(selection.columns("r")) FROM \(table.sql) AS r "
                + #"WHERE r."_id" > \#(session.parameter(1))"#
            if table.hasEntityColumn {
                sql += #" AND r."_entity" = \#(layout.name.quotedText)"#
            }
            sql += #" ORDER BY r."_id" LIMIT \#(Self.batch)"#
            try send(sql, selection, through: transform)
        }
    }

    /// The number of objects that are read at once.
    private static let batch = 1000

    /// Passes the objects of a query with the number of the last one on to a closure, batch by
    /// batch.
    private func send(
        _ sql: String, _ selection: RowSelection, through transform: MigrationStep.Transform
    ) throws(StoreError) {
        var last: Int64 = .min
        while true {
            let query = BoundStatement(sql: sql, values: [.integer(last)])
            var count = 0
            try session.forEachStoredRow(query, selection) { (stored) throws(StoreError) in
                let row = MigrationRow(
                    stored.row, number: stored.number, version: stored.version,
                    entity: stored.entity, old.model)
                try send(row, through: transform)
                (last, count) = (stored.number, count + 1)
            }
            guard count == Self.batch else { return }
        }
    }

    private func send(
        _ row: MigrationRow, through transform: MigrationStep.Transform
    ) throws(StoreError) {
        do {
            guard let changed = try transform(row, migration) else { return }
            try migration.write(changed)
        } catch {
            let cause = (error as? StoreError)?.message ?? "\(error)"
            throw StoreError(
                (error as? StoreError)?.code ?? .failure,
                "the migration from \(step.title) stopped at \(row.objectID): \(cause); nothing "
                    + "was changed", sql: (error as? StoreError)?.sql)
        }
    }

    /// Makes the links that the closures have requested, after all rows are written.
    func link() throws(StoreError) {
        for link in migration.links { try make(link) }
    }

    private func make(_ link: RowMigration.Link) throws(StoreError) {
        switch link.relationship.storage {
        case .reference:
            try refer(link.relationship.index, link.source, link.destination, link)
        case .inverseReference(let other): try refer(other, link.destination, link.source, link)
        case .links: try store(link.relationship.index, link.source, link.destination)
        case .inverseLinks(let other): try store(other, link.destination, link.source)
        }
    }

    private func refer(
        _ relationship: Int, _ source: Int64, _ destination: Int64, _ link: RowMigration.Link
    ) throws(StoreError) {
        let (table, column) = try new.reference(relationship)
        try session.execute(
            "UPDATE \(table.sql) SET \(column.sql) = \(session.parameter(1)) "
                + "WHERE \(SystemColumn.id.quotedName) = \(session.parameter(2))",
            [.integer(destination), .integer(source)])
        guard session.changeCount == 0 else { return }
        throw StoreError(
            .brokenReference,
            "the migration from \(step.title) would link \(link.title), of which one does not "
                + "exist; nothing was changed")
    }

    private func store(
        _ relationship: Int, _ source: Int64, _ destination: Int64
    ) throws(StoreError) {
        let links = try new.links(relationship)
        let parameter = session.parameter(1)
        func next(_ column: String, _ end: String, _ number: Int64) throws(StoreError) -> SQLValue {
            let last = try session.number(
                "SELECT max(\(column)) FROM \(links.sql) WHERE \(end) = \(parameter)",
                [.integer(number)])
            let count = try session.number(
                "SELECT count(*) FROM \(links.sql) WHERE \(end) = \(parameter)",
                [.integer(number)])
            return .integer(
                max(try SequenceNumber.next(behind: last, "place in \(links.name)"), count))
        }
        var values: [SQLValue] = [.integer(source), .integer(destination)]
        if links.hasPosition { values.append(try next("position", "source", source)) }
        if links.hasInversePosition {
            values.append(try next("inverse_position", "destination", destination))
        }
        let parameters = (1...values.count).map(session.parameter).joined(separator: ", ")
        try session.execute(
            "INSERT INTO \(links.sql) (\(links.columns.joined(separator: ", "))) "
                + "VALUES (\(parameters)) ON CONFLICT DO NOTHING", values)
    }
}
