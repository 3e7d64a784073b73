package import ObjectGraph

/// Repairs a store, with one statement for each rule.
///
/// No object is deleted.
package struct StoreRepair {
    private let session: any SQLSession
    private let schema: StoreSchema
    private let questions: IntegrityQuestions

    /// Creates a repair; the caller has opened a transaction.
    package init(_ session: any SQLSession, _ schema: StoreSchema) {
        self.session = session
        self.schema = schema
        questions = IntegrityQuestions(schema: schema)
    }

    /// Makes all repairs, and returns the steps.
    ///
    /// Broken references and links are removed first, so that inverse links and positions are
    /// created only for valid ones.
    package func run() throws(StoreError) -> [RepairReport.Step] {
        var steps: [RepairReport.Step?] = []
        for relationship in schema.model.relationships { steps += try repair(relationship) }
        for order in questions.orders {
            let relationship = schema.model.relationships[order.relationship]
            try renumber(order)
            steps.append(step(.unclearOrder, questions.name(of: relationship)))
        }
        for table in schema.tables.values.sorted(by: { $0.root < $1.root }) {
            steps += try repair(table)
        }
        return steps.compactMap(\.self)
    }

    /// Returns the repair made by the latest statement; `nil` if it changed nothing.
    private func step(_ code: IntegrityProblem.Code, _ subject: String) -> RepairReport.Step? {
        let count = session.changeCount
        return count > 0 ? RepairReport.Step(code, subject, count: count) : nil
    }

    /// Removes the broken references or links of a relationship, and adds the missing links of one
    /// that is its own inverse.
    private func repair(
        _ relationship: RelationshipLayout
    ) throws(StoreError) -> [RepairReport.Step?] {
        let name = questions.name(of: relationship)
        switch relationship.storage {
        case .reference:
            try clearReferences(of: relationship)
            return [step(.brokenReference, name)]
        case .links:
            let links = try schema.links(relationship.index)
            let broken = try questions.brokenLink(relationship)
            try run("DELETE FROM \(links.sql) AS l WHERE \(broken)")
            let removed = step(.brokenLink, name)
            guard relationship.isSymmetric else { return [removed] }
            try run(
                "INSERT INTO \(links.sql) (source, destination) SELECT l.destination, "
                    + "l.source FROM \(links.sql) AS l WHERE "
                    + questions.oneSidedLink(links))
            return [removed, step(.oneSidedLink, name)]
        case .inverseReference, .inverseLinks: return []
        }
    }

    /// Repairs the number sequence and the versions of a table.
    private func repair(
        _ table: StoreTable
    ) throws(StoreError) -> [RepairReport.Step?] {
        let name = schema.model.layouts[table.root].name
        var steps: [RepairReport.Step?] = []
        if let next = try questions.sequence(of: table, session).repaired {
            try SequenceNumber.write(next, of: name, session)
            steps.append(step(.lateSequence, name))
        }
        try run(
            #"UPDATE \#(table.sql) SET "_version" = 1 WHERE "# + questions.wrongVersion)
        return steps + [step(.unreadableValue, "\(name)._version")]
    }

    /// Clears dangling references; units of work that have read the rows get a conflict.
    private func clearReferences(
        of relationship: RelationshipLayout
    ) throws(StoreError) {
        let (table, column) = try schema.reference(relationship.index)
        let broken = try questions.brokenReference(relationship, column)
        try run(
            "UPDATE \(table.sql) AS s SET \(column.sql) = NULL, "
                + #""_version" = \#(questions.nextVersion) WHERE \#(broken)"#)
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
            order.key.count == 1 ? ", \"_version\" = \(questions.nextVersion)" : ""
        try run(
            "UPDATE \(order.table) AS s SET \(order.position) = n.place\(version) "
                + "FROM (\(numbered)) AS n WHERE \(same)")
    }

    private func run(_ sql: String) throws(StoreError) { try session.executeOnce(sql) }
}

extension RepairReport {
    /// Repairs a store and checks it.
    ///
    /// A store that is too damaged to be written is left unchanged, and the report contains the
    /// reason.
    package static func repairing(
        _ repair: () throws(StoreError) -> [Step], check: () throws(StoreError) -> IntegrityReport
    ) throws(StoreError) -> RepairReport {
        do throws(StoreError) {
            let steps = try repair()
            return RepairReport(steps: steps, remaining: try check())
        } catch  where error.code == .corrupt || error.code == .failure {
            let remaining = try check()
            let failure = IntegrityProblem(
                .damagedFile, "nothing can be repaired: \(error.message)")
            return RepairReport(
                steps: [],
                remaining: IntegrityReport(
                    problems: [failure] + remaining.problems, isTruncated: remaining.isTruncated))
        }
    }
}
