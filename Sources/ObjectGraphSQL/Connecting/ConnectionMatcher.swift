import ObjectGraph

/// Matches the sources of a connection with their destinations, and fills its ``ConnectionTables``.
///
/// Each step is one statement; in a database that keeps to the order of joins, with the sources as
/// the outer loop and an index of the destinations as the inner one.
struct ConnectionMatcher {
    let session: any SQLSession
    let schema: StoreSchema
    let request: ConnectionRequest
    let layout: RelationshipLayout
    let sources: StoreTable
    let destinations: StoreTable
    let arrayIndex: Int?
    let destinationTypes: [AttributeType]
    private(set) var tables: ConnectionTables

    init(
        _ session: any SQLSession, _ schema: StoreSchema, _ request: ConnectionRequest
    ) throws(StoreError) {
        self.session = session
        self.schema = schema
        self.request = request
        layout = schema.model.relationships[request.relationship]
        sources = try schema.table(of: request.sources.entity)
        destinations = try schema.table(of: request.destinations.entity)
        arrayIndex = request.arrayIndex(in: schema.model)
        destinationTypes = request.destinationTypes(in: schema.model)
        tables = ConnectionTables(session)
    }

    var id: String { SystemColumn.id.quotedName }
    /// The join that keeps the written order of tables.
    var join: String { session.dialect.orderedJoin }
    var filtersDestinations: Bool { request.destinations.predicate != .true }

    /// Fills the tables; conditions are evaluated before anything of this connection is written.
    mutating func run() throws(StoreError) -> ConnectionOutcome {
        try fill(.sources, tables.sources, request.sources)
        if filtersDestinations {
            try fill(.destinations, tables.destinations, request.destinations)
        }
        if let arrayIndex, try elements(areFitting: true) == nil {
            let type = destinationTypes[arrayIndex]
            try tables.create(.elements, elementsOf: StoreColumn.Kind(type))
            try ConnectionElements(
                session: session, tables: tables, array: try sourceColumn(arrayIndex),
                sources: "FROM \(sourceRows)"
            ).fill(as: type)
        }
        if layout.isToMany { try want() } else { try match() }
        var outcome = ConnectionOutcome()
        if request.path.isEmpty { outcome.missing = try missing() }
        if layout.isExclusive(in: schema.model) { try settle() }
        return outcome
    }

    private mutating func fill(
        _ table: ConnectionTables.Table, _ name: String, _ request: RowRequest
    ) throws(StoreError) {
        try tables.create(table)
        let query = try QueryCompiler.numbers(request, schema)
        try session.execute("INSERT INTO \(name) \(query.sql)", query.values)
        try tables.finish(table)
    }

    /// Matches each source of a to-one relationship with the lowest of its destinations.
    private mutating func match() throws(StoreError) {
        try tables.create(.matches)
        // Several paths can reach the same object; different keys always have
        // different destinations. Rows that are updated in their own order are close to each other.
        let distinct = request.path.isEmpty ? "" : "DISTINCT "
        try session.execute(
            "INSERT INTO \(tables.matches) "
                + "SELECT s.id, min(d.\(id)), count(\(distinct)d.\(id)), \(try presentDestination) "
                + "\(try joined(.retainingSources)) GROUP BY s.id ORDER BY s.id")
        if request.keepsWithoutMatch {
            try session.execute("DELETE FROM \(tables.matches) WHERE count = 0")
        }
        try tables.finish(.matches)
    }

    /// Matches each source of a to-many relationship with all of its destinations.
    private mutating func want() throws(StoreError) {
        try tables.create(.wanted)
        var (column, position) = ("", "")
        if layout.isOrdered {
            let order = arrayIndex == nil ? "" : "k.key, "
            column = ", place"
            position = ", row_number() OVER (PARTITION BY s.id ORDER BY \(order)d.\(id)) - 1"
        }
        let distinct = request.path.isEmpty ? "" : "DISTINCT "
        try session.execute(
            "INSERT INTO \(tables.wanted) (source, destination\(column)) "
                + "SELECT \(distinct)s.id, d.\(id)\(position) \(try joined(.matching))")
        try tables.finish(.wanted)
        guard request.keepsWithoutMatch else { return }
        try session.execute(
            "DELETE FROM \(tables.sources) AS s WHERE NOT EXISTS "
                + "(SELECT 1 FROM \(tables.wanted) AS w WHERE w.source = s.id)")
    }

    /// The expression for the destination that a source of a to-one relationship has.
    private var presentDestination: String {
        get throws(StoreError) {
            guard case .inverseReference(let other) = layout.storage else {
                return "min(o.\(try schema.reference(layout.index).column.sql))"
            }
            let (table, column) = try schema.reference(other)
            // Several owners are not right, whichever is the lowest; no object has a negative
            // number.
            return "(SELECT CASE WHEN count(*) > 1 THEN -1 ELSE min(t.\(id)) END "
                + "FROM \(table.sql) AS t WHERE t.\(column.sql) = s.id)"
        }
    }

    /// Assigns each destination to the newest of the sources that match it.
    private func settle() throws(StoreError) {
        guard layout.isToMany else {
            // The row remains, because the number of matches is still needed.
            return try session.execute(
                "UPDATE \(tables.matches) AS m SET destination = NULL FROM ("
                    + "SELECT destination AS owned, max(source) AS owner FROM \(tables.matches) "
                    + "WHERE destination IS NOT NULL GROUP BY destination) AS n "
                    + "WHERE n.owned = m.destination AND n.owner <> m.source")
        }
        try tables.indexWantedByDestination()
        try session.execute(
            "DELETE FROM \(tables.wanted) AS w WHERE EXISTS (SELECT 1 FROM \(tables.wanted) AS n "
                + "WHERE n.destination = w.destination AND n.source > w.source)")
        guard layout.isOrdered else { return }
        try session.execute(
            "UPDATE \(tables.wanted) AS w SET place = n.place FROM ("
                + "SELECT source, destination, "
                + "row_number() OVER (PARTITION BY source ORDER BY place) - 1 AS place "
                + "FROM \(tables.wanted)) AS n "
                + "WHERE w.source = n.source AND w.destination = n.destination")
    }
}
