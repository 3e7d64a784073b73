package import ObjectGraph

/// Rules that a context applies to its graph, and a commit repeats after concurrent commits.
///
/// The caller has opened a transaction and written.
package struct CrossingCheck {
    private let session: any SQLSession
    private let schema: StoreSchema
    private let changes: ChangeSet
    private let created: CreatedRows
    private let subjects: [Subject]
    private var model: ManagedObjectModel { schema.model }

    /// Creates a check, scanning all changes once.
    package init(
        _ session: any SQLSession, _ schema: StoreSchema, _ changes: ChangeSet,
        _ created: CreatedRows
    ) {
        self.session = session
        self.schema = schema
        self.changes = changes
        self.created = created
        subjects = schema.model.relationships.compactMap {
            Subject($0, schema.model, changes, created)
        }
    }

    /// A relationship with a rule, and its written changes.
    private struct Subject {
        let layout: RelationshipLayout
        /// The slot of the positions among the objects with the same reference, if it has one.
        let order: Int?
        /// The rows with a written reference or position, by referenced object, except new objects.
        let written: [Int64: Set<Int64>]

        /// Creates a subject of a reference; `nil` if there is no rule, or nothing is written.
        init?(
            _ layout: RelationshipLayout, _ model: ManagedObjectModel, _ changes: ChangeSet,
            _ created: CreatedRows
        ) {
            guard case .reference(let slot) = layout.storage else { return nil }
            let order = model.positionSlot(of: layout)
            guard order != nil || layout.isExclusive(in: model) else { return nil }
            let sources = model.layouts[layout.entity]
            let new = created.numbers(of: model.layouts[layout.destination].root)
            var written: [Int64: Set<Int64>] = [:]
            func add(_ stored: StoredRow) {
                guard sources.includes(stored.entity), let target = stored.row.reference(slot),
                    !new.contains(target)
                else { return }
                written[target, default: []].insert(stored.number)
            }
            for stored in changes.inserted { add(stored) }
            for update in changes.updated
            where update.changedSlots.contains(where: { $0 == slot || $0 == order }) {
                add(update.row)
            }
            guard !written.isEmpty else { return nil }
            (self.layout, self.order, self.written) = (layout, order, written)
        }
    }

    /// Applies the rules with one or two statements for each written relationship.
    ///
    /// - Throws: ``StoreError`` with code `conflict` if an object of a one-to-one relationship
    ///   belongs to two objects.
    package func run() throws(StoreError) {
        for subject in subjects {
            if subject.layout.isExclusive(in: model),
                !changes.isSettledLater(subject.layout, in: model)
            {
                try checkPartners(of: subject)
            }
            if let order = subject.order { try separatePositions(of: subject, order) }
        }
        for links in changes.links { try separatePositions(of: links) }
    }

    /// Indicates whether the changes write a relationship with a rule that concurrent ones may
    /// write.
    package var hasSubjects: Bool {
        !subjects.isEmpty || changes.links.contains(where: writesPositions)
    }

    /// Tests whether links are written to the list of an object that is not new.
    private func writesPositions(_ links: LinkChanges) -> Bool {
        guard let table = schema.joinTables[links.relationship] else { return false }
        let sources = created.numbers(of: table.sourceRoot)
        let destinations = created.numbers(of: table.destinationRoot)
        return links.stored.contains { link in
            table.hasPosition && !sources.contains(link.source)
                || table.hasInversePosition && !destinations.contains(link.destination)
        }
    }

    private func checkPartners(of subject: Subject) throws(StoreError) {
        let layout = subject.layout
        let (table, column) = try schema.reference(layout.index)
        let targets = KeyNumbers(Array(subject.written.keys), allowsGaps: false, schema.dialect)
        let id = SystemColumn.id.quotedName
        let shared = try session.query(
            "SELECT \(column.sql), min(\(id)), max(\(id)) FROM \(table.sql) "
                + "WHERE \(targets.sql(column.sql)) GROUP BY \(column.sql) HAVING count(*) > 1 "
                + "ORDER BY \(column.sql) LIMIT 1", targets.values
        ) { (row) throws(StoreError) in (row.integer(0), [row.integer(1), row.integer(2)]) }
        guard let (target, owners) = shared.first else { return }
        throw StoreError.shared(
            layout, by: owners.map { schema.title($0, of: layout.entity) },
            schema.title(target, of: layout.destination))
    }
}

/// Ordered relationships.
extension CrossingCheck {
    /// A position column for objects with the same owner.
    private struct Order {
        let table: String
        let owner: String
        let element: String
        let position: String
    }

    private func separatePositions(of subject: Subject, _ order: Int) throws(StoreError) {
        let (table, column) = try schema.reference(subject.layout.index)
        let position = try schema.column(order, of: subject.layout.entity)
        try separate(
            Order(
                table: table.sql, owner: column.sql, element: SystemColumn.id.quotedName,
                position: position.sql), subject.written)
    }

    private func separatePositions(of links: LinkChanges) throws(StoreError) {
        let table = try schema.links(links.relationship)
        func written(
            _ owner: KeyPath<StoredLink, Int64>, _ element: KeyPath<StoredLink, Int64>, _ root: Int
        ) -> [Int64: Set<Int64>] {
            let new = created.numbers(of: root)
            let others = links.stored.filter { !new.contains($0[keyPath: owner]) }
            return Dictionary(grouping: others) { $0[keyPath: owner] }
                .mapValues { Set($0.map { $0[keyPath: element] }) }
        }
        if table.hasPosition {
            try separate(
                Order(
                    table: table.sql, owner: "source", element: "destination",
                    position: "position"), written(\.source, \.destination, table.sourceRoot))
        }
        if table.hasInversePosition {
            try separate(
                Order(
                    table: table.sql, owner: "destination", element: "source",
                    position: "inverse_position"),
                written(\.destination, \.source, table.destinationRoot))
        }
    }

    /// Moves written elements with duplicate positions to the end.
    private func separate(
        _ order: Order, _ written: [Int64: Set<Int64>]
    ) throws(StoreError) {
        guard !written.isEmpty else { return }
        let owners = KeyNumbers(Array(written.keys), allowsGaps: false, schema.dialect)
        let isOwner = owners.sql(order.owner)
        let rows = try session.query(
            "SELECT \(order.owner), \(order.element), \(order.position) FROM \(order.table) "
                + "WHERE \(order.position) IS NOT NULL AND \(order.owner) IN ("
                + "SELECT \(order.owner) FROM \(order.table) WHERE \(isOwner) "
                + "GROUP BY \(order.owner) "
                + "HAVING count(\(order.position)) > count(DISTINCT \(order.position)))",
            owners.values
        ) { (row) throws(StoreError) in
            (owner: row.integer(0), ListPosition(row.integer(1), at: row.integer(2)))
        }
        let lists = Dictionary(grouping: rows, by: \.owner)
        for (owner, list) in lists {
            for moved in list.map(\.1).separated(written[owner] ?? []) {
                try session.execute(
                    "UPDATE \(order.table) SET \(order.position) = \(session.parameter(1)) "
                        + "WHERE \(order.owner) = \(session.parameter(2)) "
                        + "AND \(order.element) = \(session.parameter(3))",
                    [
                        moved.position.map(SQLValue.integer) ?? .null, .integer(owner),
                        .integer(moved.number),
                    ])
            }
        }
    }
}
