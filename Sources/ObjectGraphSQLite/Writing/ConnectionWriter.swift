import ObjectGraph

/// Makes one connection in SQL, with as many statements for a million sources as for ten; the caller
/// has opened a transaction.
///
/// What is there is compared with what is wanted, and only sources that differ are written.
struct ConnectionWriter {
    let connection: SQLiteConnection
    let schema: StoreSchema
    let layout: RelationshipLayout
    private let request: ConnectionRequest

    init(
        _ connection: SQLiteConnection, _ schema: StoreSchema, _ request: ConnectionRequest
    ) {
        self.connection = connection
        self.schema = schema
        self.request = request
        layout = schema.model.relationships[request.relationship]
    }

    var id: String { SystemColumn.id.quotedName }
    private var version: String { SystemColumn.version.quotedName }
    /// The end of an assignment: each row that is written gets a higher version.
    var raisingVersion: String { "\(version) = \(version) + 1" }

    /// Finds what belongs together, and writes what differs.
    func run() throws(StoreError) -> ConnectionOutcome {
        var outcome = try ConnectionMatcher(connection, schema, request).run()
        if layout.isToMany { try writeToMany(&outcome) } else { try writeToOne(&outcome) }
        try ConnectionTables.drop(connection)
        return outcome
    }

    /// Counts the sources that change.
    func count(_ outcome: inout ConnectionOutcome) throws(StoreError) {
        let isOne = !layout.isToMany
        let found = isOne ? ConnectionTables.matches : ConnectionTables.wanted
        let ambiguous = isOne ? "(SELECT count(*) FROM \(found) WHERE count > 1)" : "0"
        let counts = try connection.query(
            "SELECT count(*), count(*) FILTER (WHERE id IN "
                + "(SELECT source FROM \(found) WHERE destination IS NOT NULL)), \(ambiguous) "
                + "FROM \(ConnectionTables.changed)"
        ) { (row) throws(StoreError) in (0..<3).map { Int(row.integer($0)) } }[0]
        outcome.connected = counts[1]
        outcome.cleared = counts[0] - counts[1]
        outcome.ambiguous = counts[2]
    }

    /// The column that orders those who refer to an object, if the relationship back has an order.
    func positionColumn(of layout: RelationshipLayout) throws(StoreError) -> StoreColumn? {
        let slot = schema.model.layouts[layout.entity].slots.firstIndex {
            $0.content == .position(relationship: layout.index)
        }
        guard let slot else { return nil }
        return try schema.column(slot, of: layout.entity)
    }
}

/// To-one relationships.
extension ConnectionWriter {
    private func writeToOne(_ outcome: inout ConnectionOutcome) throws(StoreError) {
        if case .inverseReference(let other) = layout.storage {
            return try writeAtOtherEnd(other, &outcome)
        }
        let (table, column) = try schema.reference(layout.index)
        try findChanged(
            current: "(SELECT t.\(column.sql) FROM \(table.sql) AS t WHERE t.\(id) = s.id)",
            &outcome)
        let matches = ConnectionTables.matches
        let isChanged = "\(table.sql).\(id) IN (SELECT id FROM \(ConnectionTables.changed))"
        guard let position = try positionColumn(of: layout) else {
            if layout.isExclusive(in: schema.model) {
                try connection.execute(
                    "UPDATE \(table.sql) SET \(column.sql) = NULL, \(raisingVersion) "
                        + "WHERE \(column.sql) IN (SELECT destination FROM \(matches)) AND \(id) "
                        + "NOT IN (SELECT source FROM \(matches) WHERE destination IS NOT NULL)")
            }
            return try connection.execute(
                "UPDATE \(table.sql) SET \(column.sql) = (SELECT m.destination FROM "
                    + "\(matches) AS m WHERE m.source = \(table.sql).\(id)), "
                    + "\(raisingVersion) WHERE \(isChanged)")
        }
        // Everyone lets go first: who comes next gets the place behind those who stay.
        try connection.execute(
            "UPDATE \(table.sql) SET \(column.sql) = NULL, \(position.sql) = NULL, \(raisingVersion) "
                + "WHERE \(isChanged) AND \(column.sql) IS NOT NULL")
        try connection.execute(
            "DELETE FROM \(matches) WHERE source NOT IN (SELECT id FROM \(ConnectionTables.changed))"
        )
        try giveMissingPlaces(table, column, position)
        try connection.execute(
            "UPDATE \(table.sql) SET \(column.sql) = m.destination, "
                + "\(position.sql) = m.place, \(raisingVersion) "
                + "FROM \(nextPlaces(table, column, position)) AS m "
                + "WHERE \(table.sql).\(id) = m.source")
    }

    private func writeAtOtherEnd(
        _ other: Int, _ outcome: inout ConnectionOutcome
    ) throws(StoreError) {
        let (table, column) = try schema.reference(other)
        try findChanged(
            current: "(SELECT min(t.\(id)) FROM \(table.sql) AS t WHERE t.\(column.sql) = s.id)",
            &outcome)
        let changed = "SELECT id FROM \(ConnectionTables.changed)"
        try connection.execute(
            "UPDATE \(table.sql) SET \(column.sql) = NULL, \(raisingVersion) "
                + "WHERE \(column.sql) IN (\(changed))")
        try connection.execute(
            "UPDATE \(table.sql) SET \(column.sql) = m.source, \(raisingVersion) "
                + "FROM \(ConnectionTables.matches) AS m "
                + "WHERE \(table.sql).\(id) = m.destination AND m.source IN (\(changed))")
    }

    /// Finds the sources that are to lead elsewhere than they do.
    private func findChanged(
        current: String, _ outcome: inout ConnectionOutcome
    ) throws(StoreError) {
        try connection.execute(
            "INSERT INTO \(ConnectionTables.changed) SELECT s.id FROM \(ConnectionTables.sources) AS s "
                + "LEFT JOIN \(ConnectionTables.matches) AS m ON m.source = s.id "
                + "WHERE \(current) IS NOT m.destination")
        try count(&outcome)
    }

    /// Gives places to all who refer to a destination where some have none, so that others can
    /// follow.
    private func giveMissingPlaces(
        _ table: StoreTable, _ column: StoreColumn, _ position: StoreColumn
    ) throws(StoreError) {
        let (owner, place) = (column.sql, position.sql)
        try connection.execute(
            "UPDATE \(table.sql) SET \(place) = p.place, \(raisingVersion) FROM ("
                + "SELECT \(id) AS id, row_number() OVER (PARTITION BY \(owner) "
                + "ORDER BY \(place) IS NULL, \(place), \(id)) - 1 AS place FROM \(table.sql) "
                + "WHERE \(owner) IN (SELECT \(owner) FROM \(table.sql) WHERE \(place) IS NULL "
                + "AND \(owner) IN (SELECT destination FROM \(ConnectionTables.matches)))) AS p "
                + "WHERE \(table.sql).\(id) = p.id AND \(table.sql).\(place) IS NOT p.place")
    }

    /// Each source with its destination and a place behind those who refer to that already.
    private func nextPlaces(
        _ table: StoreTable, _ column: StoreColumn, _ position: StoreColumn
    ) -> String {
        "(SELECT w.source, w.destination, ifnull(b.last + 1, 0) - 1 "
            + "+ row_number() OVER (PARTITION BY w.destination ORDER BY w.source) AS place "
            + "FROM \(ConnectionTables.matches) AS w LEFT JOIN ("
            + "SELECT \(column.sql) AS owner, max(\(position.sql)) AS last FROM \(table.sql) "
            + "WHERE \(column.sql) IN (SELECT destination FROM \(ConnectionTables.matches)) "
            + "GROUP BY \(column.sql)) AS b ON b.owner = w.destination)"
    }
}
