import ObjectGraph

/// Makes one connection in SQL, with as many statements for a million sources as for ten; the caller
/// has opened a transaction.
///
/// A context connects source by source, by number; a later source takes away what it shares with an
/// earlier one. Here that is said at once: of all sources that want an object for themselves, the
/// one with the highest number has it in the end.
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
        if layout.isToMany {
            try writeToMany(&outcome)
        } else {
            let (table, count) = (ConnectionTables.matches, "SELECT count(*) FROM ")
            outcome.connected = Int(try connection.number(count + table))
            outcome.ambiguous = Int(try connection.number("\(count)\(table) WHERE count > 1"))
            outcome.isChanged = outcome.connected > 0
            try writeToOne()
        }
        try ConnectionTables.drop(connection)
        return outcome
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

/// To-one relationships: all sources are open.
extension ConnectionWriter {
    private func writeToOne() throws(StoreError) {
        if case .inverseReference(let other) = layout.storage {
            return try writeAtOtherEnd(other)
        }
        let (table, column) = try schema.reference(layout.index)
        if let inverse = layout.inverse, !schema.model.relationships[inverse].isToMany {
            try connection.execute(
                "UPDATE \(table.sql) SET \(column.sql) = NULL, \(raisingVersion) "
                    + "WHERE \(column.sql) IN (SELECT destination FROM \(ConnectionTables.matches))"
            )
            try connection.execute(
                "UPDATE \(table.sql) SET \(column.sql) = m.destination, \(raisingVersion) "
                    + "FROM \(lastSources) AS m WHERE \(table.sql).\(id) = m.source")
        } else if let position = try positionColumn(of: layout) {
            try giveMissingPlaces(table, column, position)
            try connection.execute(
                "UPDATE \(table.sql) SET \(column.sql) = m.destination, "
                    + "\(position.sql) = m.place, \(raisingVersion) "
                    + "FROM \(nextPlaces(table, column, position)) AS m "
                    + "WHERE \(table.sql).\(id) = m.source")
        } else {
            try connection.execute(
                "UPDATE \(table.sql) SET \(column.sql) = m.destination, \(raisingVersion) "
                    + "FROM \(ConnectionTables.matches) AS m WHERE \(table.sql).\(id) = m.source")
        }
    }

    /// Each destination with the last of the sources that want it for themselves.
    private var lastSources: String {
        "(SELECT destination, max(source) AS source FROM \(ConnectionTables.matches) "
            + "GROUP BY destination)"
    }

    private func writeAtOtherEnd(_ other: Int) throws(StoreError) {
        let (table, column) = try schema.reference(other)
        try connection.execute(
            "UPDATE \(table.sql) SET \(column.sql) = m.source, \(raisingVersion) "
                + "FROM \(lastSources) AS m WHERE \(table.sql).\(id) = m.destination")
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
