package import ObjectGraph

/// Checks for conditions that only the storage of one database allows.
package protocol StorageCheck {
    /// Checks the storage as a whole.
    func checkStorage(_ check: IntegrityCheck) throws(StoreError)

    /// Checks the store's records about itself.
    func checkRecords(_ check: IntegrityCheck) throws(StoreError)

    /// Checks the values in the columns of a table.
    func checkValues(of table: StoreTable, _ check: IntegrityCheck) throws(StoreError)
}

/// Checks a store for conditions that no save produces, with a constant number of queries.
package final class IntegrityCheck {
    let session: any SQLSession
    package let schema: StoreSchema
    package let questions: IntegrityQuestions
    /// The greatest number of reported problems, which fits into an SQL limit.
    package let limit: Int
    private var problems: [IntegrityProblem] = []
    private var isTruncated = false

    private static let highestLimit = 1_000_000

    /// Creates a check; the caller has opened a transaction.
    package init(_ session: any SQLSession, _ schema: StoreSchema, limit: Int) {
        self.session = session
        self.schema = schema
        questions = IntegrityQuestions(schema: schema)
        self.limit = min(max(1, limit), IntegrityCheck.highestLimit)
    }

    /// Runs all checks; a query that fails on a damaged file is reported as a problem, and the next
    /// check continues.
    package func report(_ storage: some StorageCheck) throws(StoreError) -> IntegrityReport {
        try storage.checkStorage(self)
        try attempt("mercator_schema") { () throws(StoreError) in try checkDefinitions() }
        try attempt("mercator_connections") { () throws(StoreError) in try checkConnections() }
        try storage.checkRecords(self)
        for table in schema.tables.values.sorted(by: { $0.root < $1.root }) {
            try attempt(table.name) { () throws(StoreError) in try checkEntities(table) }
            try attempt(table.name) { () throws(StoreError) in try checkSequence(table) }
            try attempt(table.name) { () throws(StoreError) in try checkVersions(table) }
            try storage.checkValues(of: table, self)
        }
        for layout in schema.model.layouts {
            try attempt(layout.name) { () throws(StoreError) in try checkValues(layout) }
        }
        for relationship in schema.model.relationships {
            let name = questions.name(of: relationship)
            try attempt(name) { () throws(StoreError) in try check(relationship) }
        }
        for order in questions.orders {
            try attempt(order.table) { () throws(StoreError) in try check(order) }
        }
        return IntegrityReport(problems: problems, isTruncated: isTruncated)
    }

    /// Runs a part of the checks, and reports its failure on a damaged file as a problem.
    ///
    /// Any other error is thrown, for example if a process has locked the file.
    package func attempt(
        _ subject: String, _ work: () throws(StoreError) -> Void
    ) throws(StoreError) {
        do throws(StoreError) {
            try session.withSavepoint(work)
        } catch  where [.corrupt, .failure, .full].contains(error.code) {
            add(
                IntegrityProblem(
                    .damagedFile, "\(subject) cannot be checked to its end: \(error.message)"))
        }
    }

    /// Indicates whether the limit is reached, so that further problems are not reported.
    package var isFull: Bool { problems.count > limit || isTruncated }

    package func add(_ problem: IntegrityProblem) {
        guard problems.count < limit else {
            isTruncated = true
            return
        }
        problems.append(problem)
    }

    /// Executes a query for rows, with a limit of one more than can be reported.
    package func ask<Row: Sendable>(
        _ sql: String, _ read: (any SQLRow) throws(StoreError) -> Row
    ) throws(StoreError) -> [Row] {
        try session.query("\(sql) LIMIT \(limit - problems.count + 1)", [], read)
    }

    package func numbers(_ sql: String) throws(StoreError) -> [Int64] {
        try ask(sql) { (row) throws(StoreError) in row.integer(0) }
    }

    private func pairs(_ sql: String) throws(StoreError) -> [(Int64, Int64)] {
        try ask(sql) { (row) throws(StoreError) in (row.integer(0), row.integer(1)) }
    }

    package func objectID(_ number: Int64, of entity: Int) -> ManagedObjectID {
        let root = schema.model.layouts[schema.model.layouts[entity].root].name
        return ManagedObjectID(entityName: root, number: number)
    }
}

/// Checking tables and their rows.
extension IntegrityCheck {
    private func add(
        _ code: IntegrityProblem.Code, _ number: Int64, of entity: Int, property: String? = nil,
        _ message: String, repair: String? = nil
    ) {
        add(
            IntegrityProblem(
                code, at: objectID(number, of: entity), property: property, message,
                repair: repair))
    }

    private func checkEntities(_ table: StoreTable) throws(StoreError) {
        guard table.hasEntityColumn else { return }
        let layouts = schema.model.layouts[table.root].family.map { schema.model.layouts[$0] }
        let names = layouts.filter { !$0.isAbstract }.map { $0.name.quotedText }
        let known =
            names.isEmpty
            ? session.dialect.constant(false) : #""_entity" IN (\#(names.joined(separator: ", ")))"#
        let sql = #"SELECT "_id" FROM \#(table.sql) WHERE NOT \#(known)"#
        for number in try numbers(sql) {
            add(
                .unknownEntity, number, of: table.root,
                "the row is of an entity that the model does not have here, or has as abstract")
        }
    }

    private func checkValues(_ layout: EntityLayout) throws(StoreError) {
        let table = try schema.table(of: layout.index)
        let family =
            questions.condition(of: layout.index, table, alias: "s")
            .map { " AND \($0)" } ?? ""
        for slot in layout.mandatorySlots where layout.slots[slot].entity == layout.index {
            let column = try schema.column(slot, of: layout.index).sql
            let sql = #"SELECT s."_id" FROM \#(table.sql) AS s WHERE s.\#(column) IS NULL"# + family
            for number in try numbers(sql) {
                add(
                    .missingValue, number, of: layout.index, property: layout.slots[slot].name,
                    "a value is required")
            }
        }
        for slots in layout.uniqueness {
            var columns: [String] = []
            for slot in slots {
                columns.append("s.\(try schema.column(slot, of: layout.index).sql)")
            }
            let present = columns.map { "\($0) IS NOT NULL" }.joined(separator: " AND ")
            let sql =
                #"SELECT min(s."_id"), count(*) FROM \#(table.sql) AS s WHERE "# + present + family
                + " GROUP BY \(columns.joined(separator: ", ")) HAVING count(*) > 1"
            for (number, count) in try pairs(sql) {
                add(
                    .sharedKey, number, of: layout.index,
                    property: slots.map { layout.slots[$0].name }.joined(separator: ", "),
                    "\(count) objects share what must be unique in \(layout.name)")
            }
        }
    }
}

/// Checking relationships.
extension IntegrityCheck {
    private func check(_ relationship: RelationshipLayout) throws(StoreError) {
        let table = try schema.table(of: relationship.entity)
        if let missing = try questions.missingObject(relationship) {
            let family =
                questions.condition(of: relationship.entity, table, alias: "s")
                .map { " AND \($0)" } ?? ""
            let sql = #"SELECT s."_id" FROM \#(table.sql) AS s WHERE "# + missing + family
            let destination = schema.model.layouts[relationship.destination].name
            for number in try numbers(sql) {
                add(
                    .missingObject, number, of: relationship.entity, property: relationship.name,
                    "an object of \(destination) is required")
            }
        }
        switch relationship.storage {
        case .reference: try checkReference(relationship)
        case .links: try checkLinks(relationship)
        case .inverseReference, .inverseLinks: break
        }
    }

    private func checkReference(_ relationship: RelationshipLayout) throws(StoreError) {
        let (table, column) = try schema.reference(relationship.index)
        let broken = try questions.brokenReference(relationship, column)
        let destination = schema.model.layouts[relationship.destination].name
        let sql = #"SELECT s."_id", s.\#(column.sql) FROM \#(table.sql) AS s WHERE "# + broken
        for (number, target) in try pairs(sql) {
            add(
                .brokenReference, number, of: relationship.entity, property: relationship.name,
                "\(objectID(target, of: relationship.destination)) is not there, or no "
                    + "\(destination)",
                repair: "the reference is cleared")
        }
        guard let inverse = relationship.inverse.map({ schema.model.relationships[$0] }),
            !inverse.isToMany
        else { return }
        let shared =
            "SELECT s.\(column.sql), count(*) FROM \(table.sql) AS s "
            + "WHERE s.\(column.sql) IS NOT NULL GROUP BY s.\(column.sql) HAVING count(*) > 1"
        for target in try numbers(shared) {
            add(
                .sharedPartner, target, of: relationship.destination, property: inverse.name,
                "several objects have it as their \(relationship.name)")
        }
    }

    private func checkLinks(_ relationship: RelationshipLayout) throws(StoreError) {
        let links = try schema.links(relationship.index)
        try checkLinks(
            relationship, links, .brokenLink, where: questions.brokenLink(relationship),
            "one of the ends is not there, or of another entity", repair: "the link is removed")
        guard relationship.isSymmetric else { return }
        try checkLinks(
            relationship, links, .oneSidedLink, where: questions.oneSidedLink(links),
            "the link back is missing", repair: "the link back is made")
    }

    private func checkLinks(
        _ relationship: RelationshipLayout, _ links: JoinTableSchema, _ code: IntegrityProblem.Code,
        where condition: String, _ message: String, repair: String
    ) throws(StoreError) {
        let sql = "SELECT l.source, l.destination FROM \(links.sql) AS l WHERE \(condition)"
        for (source, destination) in try pairs(sql) {
            let target = objectID(destination, of: relationship.destination)
            add(
                code, source, of: relationship.entity, property: relationship.name,
                "in the link to \(target), \(message)", repair: repair)
        }
    }

    private func check(_ order: IntegrityQuestions.Order) throws(StoreError) {
        let relationship = schema.model.relationships[order.relationship]
        for owner in try numbers(order.unclearOwners) {
            add(
                .unclearOrder, owner, of: relationship.entity, property: relationship.name,
                "two objects have the same place",
                repair: "places are given anew, older objects first among equals")
        }
    }
}
