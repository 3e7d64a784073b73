import ObjectGraph
import ObjectGraphSQL

/// Matches the sources of a connection with their destinations, and fills its ``ConnectionTables``.
///
/// Each step is one statement, with the sources as the outer loop and an index of the destinations
/// as the inner one.
struct ConnectionMatcher {
    private let connection: SQLiteConnection
    private let schema: StoreSchema
    private let request: ConnectionRequest
    private let layout: RelationshipLayout
    private let sources: StoreTable
    private let destinations: StoreTable
    private let arrayIndex: Int?
    private let destinationTypes: [AttributeType]

    init(
        _ connection: SQLiteConnection, _ schema: StoreSchema, _ request: ConnectionRequest
    ) throws(StoreError) {
        self.connection = connection
        self.schema = schema
        self.request = request
        layout = schema.model.relationships[request.relationship]
        sources = try schema.table(of: request.sources.entity)
        destinations = try schema.table(of: request.destinations.entity)
        arrayIndex = request.arrayIndex(in: schema.model)
        destinationTypes = request.destinationTypes(in: schema.model)
    }

    private var id: String { SystemColumn.id.quotedName }
    private var filtersDestinations: Bool { request.destinations.predicate != .true }

    /// Fills the tables; conditions are evaluated before anything of this connection is written.
    func run() throws(StoreError) -> ConnectionOutcome {
        try ConnectionTables.create(
            isToMany: layout.isToMany, filtersDestinations: filtersDestinations, connection)
        try fill(ConnectionTables.sources, request.sources)
        if filtersDestinations { try fill(ConnectionTables.destinations, request.destinations) }
        if layout.isToMany { try want() } else { try match() }
        let found = layout.isToMany ? ConnectionTables.wanted : ConnectionTables.matches
        if request.keepsWithoutMatch {
            try connection.execute(
                "DELETE FROM \(ConnectionTables.sources) WHERE id NOT IN (SELECT source FROM \(found))"
            )
        }
        var outcome = ConnectionOutcome()
        if request.path.isEmpty { outcome.missing = try missing() }
        if layout.isExclusive(in: schema.model) { try settle(found) }
        return outcome
    }

    /// Assigns each destination to the newest of the sources that match it.
    private func settle(_ found: String) throws(StoreError) {
        let owners = "(SELECT destination, max(source) FROM \(found) GROUP BY destination)"
        guard layout.isToMany else {
            // The row remains, because the number of matches is still needed.
            return try connection.execute(
                "UPDATE \(found) SET destination = NULL WHERE (destination, source) NOT IN \(owners)"
            )
        }
        try connection.execute(
            "DELETE FROM \(found) WHERE (destination, source) NOT IN \(owners)")
        guard layout.isOrdered else { return }
        try connection.execute(
            "UPDATE \(found) SET place = r.place FROM ("
                + "SELECT source AS owner, destination AS owned, "
                + "row_number() OVER (PARTITION BY source ORDER BY place) - 1 AS place "
                + "FROM \(found)) AS r WHERE source = r.owner AND destination = r.owned")
    }

    private func fill(_ table: String, _ request: RowRequest) throws(StoreError) {
        let query = try QueryCompiler.numbers(request, schema)
        try connection.execute("INSERT INTO \(table) \(query.sql)", query.values)
    }

    /// Matches each source of a to-one relationship with the lowest of its destinations.
    private func match() throws(StoreError) {
        // Several paths can reach the same object; different keys always have
        // different destinations.
        let distinct = request.path.isEmpty ? "" : "DISTINCT "
        try connection.execute(
            "INSERT INTO \(ConnectionTables.matches) "
                + "SELECT s.id, min(d.\(id)), count(\(distinct)d.\(id)) \(try joined()) "
                + "GROUP BY s.id")
    }

    /// Matches each source of a to-many relationship with all of its destinations.
    private func want() throws(StoreError) {
        var place = "NULL"
        if layout.isOrdered {
            let order = arrayIndex == nil ? "" : "k.key, "
            place = "row_number() OVER (PARTITION BY s.id ORDER BY \(order)d.\(id)) - 1"
        }
        let distinct = request.path.isEmpty ? "" : "DISTINCT "
        try connection.execute(
            "INSERT INTO \(ConnectionTables.wanted) "
                + "SELECT \(distinct)s.id, d.\(id), \(place) \(try joined())")
    }
}

/// Building joins, with the aliases `s` for a source's number, `o` for its row, `k` for an element
/// of its array, and `d` for a destination.
extension ConnectionMatcher {
    private func joined() throws(StoreError) -> String {
        var conditions = destinationConditions
        var joins = ""
        if request.path.isEmpty {
            joins = " CROSS JOIN \(sources.sql) AS o ON o.\(id) = s.id" + (try elements("fit"))
            conditions += try keyConditions() + [hasKey()]
            joins += " CROSS JOIN \(destinations.sql) AS d"
        } else {
            let end = try follow(&joins)
            joins += " CROSS JOIN \(destinations.sql) AS d ON d.\(id) = \(end)"
        }
        let condition = conditions.isEmpty ? "" : " WHERE " + conditions.joined(separator: " AND ")
        return "FROM \(ConnectionTables.sources) AS s\(joins)\(condition)"
    }

    private var destinationConditions: [String] {
        var conditions: [String] = []
        let entity = request.destinations.entity
        if entity != destinations.root {
            // The same text as in partial indexes, so that these can be used.
            conditions.append(schema.familyCondition(of: entity, alias: "d"))
        }
        if !request.destinations.includesSubentities, destinations.hasEntityColumn {
            conditions.append(
                schema.familyCondition(of: entity, includesSubentities: false, alias: "d"))
        }
        if filtersDestinations {
            conditions.append("d.\(id) IN (SELECT id FROM \(ConnectionTables.destinations))")
        }
        return conditions
    }

    /// Returns the conditions for a matching destination; some parts of a compound key
    /// can be `NULL`.
    private func keyConditions() throws(StoreError) -> [String] {
        let comparison = request.sourceSlots.count == 1 ? "=" : "IS"
        var conditions: [String] = []
        for part in request.sourceSlots.indices {
            let column = try schema.column(
                request.destinationSlots[part], of: request.destinations.entity)
            conditions.append("d.\(column.sql) \(comparison) \(try key(part))")
        }
        return conditions
    }

    /// Returns the condition that at least one part of the foreign key is not `NULL`.
    private func hasKey() throws(StoreError) -> String {
        var parts: [String] = []
        for slot in request.sourceSlots {
            let column = try schema.column(slot, of: request.sources.entity)
            parts.append("o.\(column.sql) IS NOT NULL")
        }
        return "(" + parts.joined(separator: " OR ") + ")"
    }

    /// Returns the value of a part of the foreign key.
    private func key(_ part: Int) throws(StoreError) -> String {
        if part == arrayIndex { return KeyElements.form(of: destinationTypes[part]).sql("k.value") }
        return "o.\(try schema.column(request.sourceSlots[part], of: request.sources.entity).sql)"
    }

    /// Returns the join with the elements of an array in the foreign key; a `NULL` array is a key
    /// without that part.
    private func elements(_ kind: String) throws(StoreError) -> String {
        guard let arrayIndex else { return "" }
        let column = try schema.column(
            request.sourceSlots[arrayIndex], of: request.sources.entity)
        let type = destinationTypes[arrayIndex].rawValue.quotedText
        let none = #"{"fit":[null],"mismatch":[]}"#.quotedText
        return " CROSS JOIN json_each(iif(o.\(column.sql) IS NULL, \(none), "
            + "mercator_elements(o.\(column.sql), \(type))), '$.\(kind)') AS k"
    }

    /// Adds the joins of a key path, and returns the expression for the objects at its end.
    private func follow(_ joins: inout String) throws(StoreError) -> String {
        var end = "s.id"
        for (place, step) in request.path.enumerated() {
            let step = schema.model.relationships[step]
            let alias = "j\(place)"
            switch step.storage {
            case .reference:
                let (table, column) = try schema.reference(step.index)
                joins += " CROSS JOIN \(table.sql) AS \(alias) ON \(alias).\(id) = \(end)"
                end = "\(alias).\(column.sql)"
            case .inverseReference(let other):
                let (table, column) = try schema.reference(other)
                let owner =
                    step.isToMany
                    ? "\(alias).\(column.sql) = \(end)"
                    : "\(alias).\(id) = (SELECT min(r.\(id)) FROM \(table.sql) AS r "
                        + "WHERE r.\(column.sql) = \(end))"
                joins += " CROSS JOIN \(table.sql) AS \(alias) ON \(owner)"
                end = "\(alias).\(id)"
            case .links:
                let table = try schema.links(step.index)
                joins += " CROSS JOIN \(table.sql) AS \(alias) ON \(alias).source = \(end)"
                end = "\(alias).destination"
            case .inverseLinks(let other):
                let table = try schema.links(other)
                joins += " CROSS JOIN \(table.sql) AS \(alias) ON \(alias).destination = \(end)"
                end = "\(alias).source"
            }
        }
        return end
    }
}

/// Counting keys without a destination.
extension ConnectionMatcher {
    private func missing() throws(StoreError) -> [[Value]: Int] {
        var missing: [[Value]: Int] = [:]
        try countMissing("fit", into: &missing)
        if arrayIndex != nil { try countMissing("mismatch", into: &missing) }
        return missing
    }

    private func countMissing(
        _ kind: String, into missing: inout [[Value]: Int]
    ) throws(StoreError) {
        var parts: [String] = []
        var kinds: [StoreColumn.Kind?] = []
        for part in request.sourceSlots.indices {
            let isMismatch = part == arrayIndex && kind == "mismatch"
            parts.append(isMismatch ? "k.value" : try key(part))
            kinds.append(isMismatch ? nil : StoreColumn.Kind(destinationTypes[part]))
        }
        let groups = (1...parts.count).map(String.init).joined(separator: ", ")
        let condition =
            " WHERE \(try hasKey())" + (kind == "mismatch" ? "" : " AND \(try unmatched())")
        let sql =
            "SELECT \(parts.joined(separator: ", ")), count(*) "
            + "FROM \(ConnectionTables.sources) AS s "
            + "CROSS JOIN \(sources.sql) AS o ON o.\(id) = s.id\(try elements(kind))"
            + "\(condition) GROUP BY \(groups)"
        let statement = try connection.statement(sql)
        try statement.forEachRow { () throws(StoreError) in
            var values: [Value] = []
            for (place, kind) in kinds.enumerated() {
                values.append(try value(of: statement, Int32(place), kind))
            }
            missing[values, default: 0] += Int(statement.integer(Int32(kinds.count)))
        }
    }

    /// Returns the condition for a key without a destination.
    ///
    /// If each source has one key, the sources without a match are known already.
    private func unmatched() throws(StoreError) -> String {
        guard arrayIndex != nil else {
            let table = layout.isToMany ? ConnectionTables.wanted : ConnectionTables.matches
            return "NOT EXISTS (SELECT 1 FROM \(table) AS m WHERE m.source = s.id)"
        }
        let conditions = (try keyConditions() + destinationConditions).joined(separator: " AND ")
        return "NOT EXISTS (SELECT 1 FROM \(destinations.sql) AS d WHERE \(conditions))"
    }

    private func value(
        of statement: SQLiteStatement, _ column: Int32, _ kind: StoreColumn.Kind?
    ) throws(StoreError) -> Value {
        guard let kind else { return try KeyElements.mismatch(statement.text(column)) }
        guard let value = statement.value(column, kind) else {
            throw StoreError(
                .corrupt,
                "a foreign key of \(schema.model.layouts[request.sources.entity].name) is no \(kind)"
            )
        }
        return value
    }
}
