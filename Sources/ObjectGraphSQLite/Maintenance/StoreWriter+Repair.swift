import ObjectGraph

/// Repairs, with one statement for each rule, whatever the number of rows. No object is deleted.
extension StoreWriter {
    /// Makes all repairs in one transaction, and returns what was done.
    ///
    /// Broken references and links are removed first, so that inverse links and positions are
    /// created only for those that remain.
    func repairLinks() throws(StoreError) -> [RepairReport.Step] {
        let questions = IntegrityQuestions(schema: schema)
        let steps = try transaction { () throws(StoreError) in
            try makeAllPostponed()
            var steps: [RepairReport.Step] = []
            func note(_ code: IntegrityProblem.Code, _ place: String) {
                let count = connection.changeCount
                if count > 0 { steps.append(RepairReport.Step(code, place, count: count)) }
            }
            for relationship in schema.model.relationships {
                let place = questions.name(of: relationship)
                switch relationship.storage {
                case .reference:
                    try clearReferences(of: relationship, questions)
                    note(.brokenReference, place)
                case .links:
                    let links = try schema.links(relationship.index)
                    let broken = try questions.brokenLink(relationship)
                    try run("DELETE FROM \(links.sql) AS l WHERE \(broken)")
                    note(.brokenLink, place)
                    guard relationship.isSymmetric else { continue }
                    try run(
                        "INSERT INTO \(links.sql) (source, destination) SELECT l.destination, "
                            + "l.source FROM \(links.sql) AS l WHERE "
                            + questions.oneSidedLink(links))
                    note(.oneSidedLink, place)
                case .inverseReference, .inverseLinks: continue
                }
            }
            for order in questions.orders {
                try renumber(order)
                note(
                    .unclearOrder,
                    questions.name(of: schema.model.relationships[order.relationship]))
            }
            for table in schema.tables.values.sorted(by: { $0.root < $1.root }) {
                let name = schema.model.layouts[table.root].name
                if let next = try questions.sequence(of: table, connection).repaired {
                    try connection.execute(
                        "INSERT OR REPLACE INTO mercator_sequence VALUES (?, ?)",
                        [.string(name), .integer(next)])
                    note(.lateSequence, name)
                }
                try run(
                    #"UPDATE \#(table.sql) SET "_version" = 1 WHERE "#
                        + IntegrityQuestions.wrongVersion)
                note(.unreadableValue, "\(name)._version")
            }
            return steps
        }
        rememberNonePostponed()
        return steps
    }

    /// Clears dangling references; units of work that have read the rows get a conflict.
    private func clearReferences(
        of relationship: RelationshipLayout, _ questions: IntegrityQuestions
    ) throws(StoreError) {
        let (table, column) = try schema.reference(relationship.index)
        let broken = try questions.brokenReference(relationship, column)
        try run(
            "UPDATE \(table.sql) AS s SET \(column.sql) = NULL, "
                + #""_version" = \#(IntegrityQuestions.nextVersion) WHERE \#(broken)"#)
    }

    /// Assigns positions from 0 on if two objects have the same one.
    private func renumber(_ order: IntegrityQuestions.Order) throws(StoreError) {
        let keys = order.key.joined(separator: ", ")
        let numbered =
            "SELECT \(keys), row_number() OVER (PARTITION BY \(order.owner) ORDER BY "
            + "\(order.position) NULLS LAST, \(order.key[order.key.count - 1])) - 1 AS place "
            + "FROM \(order.table) WHERE \(order.owner) IN (\(order.unclearOwners))"
        let same = order.key.map { "n.\($0) = s.\($0)" }.joined(separator: " AND ")
        let version =
            order.key.count == 1 ? ", \"_version\" = \(IntegrityQuestions.nextVersion)" : ""
        try run(
            "UPDATE \(order.table) AS s SET \(order.position) = n.place\(version) "
                + "FROM (\(numbered)) AS n WHERE \(same)")
    }

    private func run(_ sql: String) throws(StoreError) {
        try connection.prepare(sql).run()
    }
}
