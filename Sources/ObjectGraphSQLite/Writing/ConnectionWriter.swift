import ObjectGraph
import ObjectGraphSQL

/// Makes one connection in SQL, with a number of statements that is independent of the number of
/// sources; the caller has opened a transaction.
///
/// The current destinations are compared with the wanted ones, and only sources that
/// differ are written.
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
    /// The last assignment of an update, which increments the version of each row that is written.
    var raisingVersion: String { "\(version) = \(version) + 1" }

    /// Matches sources with destinations, and writes the differences.
    func run() throws(StoreError) -> ConnectionOutcome {
        var outcome = try ConnectionMatcher(connection, schema, request).run()
        if layout.isToMany { try writeToMany(&outcome) } else { try writeToOne(&outcome) }
        try ConnectionTables.drop(connection)
        return outcome
    }

    /// Returns the column that orders the sources of a reference; `nil` unless the
    /// inverse is ordered.
    func positionColumn(of layout: RelationshipLayout) throws(StoreError) -> StoreColumn? {
        guard let slot = schema.model.positionSlot(of: layout) else { return nil }
        return try schema.column(slot, of: layout.entity)
    }
}

/// To-one relationships.
extension ConnectionWriter {
    private func writeToOne(_ outcome: inout ConnectionOutcome) throws(StoreError) {
        let matches = ConnectionTables.matches
        outcome.ambiguous = Int(
            try connection.number("SELECT count(*) FROM \(matches) WHERE count > 1"))
        if case .inverseReference(let other) = layout.storage {
            return try writeAtOtherEnd(other, &outcome)
        }
        let (table, column) = try schema.reference(layout.index)
        if layout.isExclusive(in: schema.model) { try addFurtherOwners(table, column) }
        try keepChanges(
            current: "(SELECT t.\(column.sql) FROM \(table.sql) AS t WHERE t.\(id) = source)",
            connected:
                "SELECT s.id FROM \(ConnectionTables.sources) AS s CROSS JOIN \(table.sql) AS t "
                + "ON t.\(id) = s.id WHERE t.\(column.sql) IS NOT NULL", &outcome)
        let position = try positionColumn(of: layout)
        if let position {
            // All changed sources are cleared first, so that new ones are placed after those that
            // remain.
            try connection.execute(
                "UPDATE \(table.sql) SET \(column.sql) = NULL, \(position.sql) = NULL, "
                    + "\(raisingVersion) WHERE \(id) IN (SELECT source FROM \(matches)) "
                    + "AND \(column.sql) IS NOT NULL")
            try giveMissingPlaces(table, column, position)
        } else if layout.isExclusive(in: schema.model) {
            try connection.execute(
                "UPDATE \(table.sql) SET \(column.sql) = NULL, \(raisingVersion) "
                    + "WHERE \(column.sql) IN (SELECT destination FROM \(matches)) AND \(id) "
                    + "NOT IN (SELECT source FROM \(matches) WHERE destination IS NOT NULL)")
        }
        let placing = position.map { ", \($0.sql) = m.place" } ?? ""
        let changes = position.map { nextPlaces(table, column, $0) } ?? matches
        try connection.execute(
            "UPDATE \(table.sql) SET \(column.sql) = m.destination\(placing), \(raisingVersion) "
                + "FROM \(changes) AS m WHERE \(table.sql).\(id) = m.source")
    }

    /// Adds further sources of destinations that are assigned correctly already, which other
    /// programs or earlier versions may have left.
    private func addFurtherOwners(
        _ table: StoreTable, _ column: StoreColumn
    ) throws(StoreError) {
        let matches = ConnectionTables.matches
        try connection.execute(
            "INSERT OR IGNORE INTO \(matches) SELECT t.\(id), NULL, 0 FROM \(matches) AS m "
                + "CROSS JOIN \(table.sql) AS c ON c.\(id) = m.source "
                + "AND c.\(column.sql) = m.destination "
                + "CROSS JOIN \(table.sql) AS t ON t.\(column.sql) = m.destination "
                + "WHERE t.\(id) <> m.source")
    }

    private func writeAtOtherEnd(
        _ other: Int, _ outcome: inout ConnectionOutcome
    ) throws(StoreError) {
        let (table, column) = try schema.reference(other)
        let matches = ConnectionTables.matches
        try keepChanges(
            // Several owners are not right, whichever is the lowest; no object has a negative
            // number.
            current: "(SELECT CASE WHEN count(*) > 1 THEN -1 ELSE min(t.\(id)) END "
                + "FROM \(table.sql) AS t WHERE t.\(column.sql) = source)",
            connected: "SELECT s.id FROM \(ConnectionTables.sources) AS s "
                + "JOIN \(table.sql) AS t ON t.\(column.sql) = s.id", &outcome)
        try connection.execute(
            "UPDATE \(table.sql) SET \(column.sql) = NULL, \(raisingVersion) "
                + "WHERE \(column.sql) IN (SELECT source FROM \(matches))")
        try connection.execute(
            "UPDATE \(table.sql) SET \(column.sql) = m.source, \(raisingVersion) "
                + "FROM \(matches) AS m WHERE \(table.sql).\(id) = m.destination")
    }

    /// Reduces the matches to the sources that change, including those that lose their destination,
    /// and counts them.
    ///
    /// `current` is the current destination of `source`, and `connected` a query for the sources
    /// that have one.
    private func keepChanges(
        current: String, connected: String, _ outcome: inout ConnectionOutcome
    ) throws(StoreError) {
        let matches = ConnectionTables.matches
        try connection.execute(
            "INSERT OR IGNORE INTO \(matches) SELECT id, NULL, 0 FROM (\(connected))")
        try connection.execute("DELETE FROM \(matches) WHERE destination IS \(current)")
        let counts = try connection.query(
            "SELECT count(destination), count(*) - count(destination) FROM \(matches)"
        ) { (row) throws(StoreError) in (Int(row.integer(0)), Int(row.integer(1))) }[0]
        (outcome.connected, outcome.cleared) = counts
    }

    /// Assigns positions to all rows that reference a destination if some have none, so that
    /// others can follow.
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

    /// Returns a table expression with each source, its destination, and a position after the
    /// existing ones.
    private func nextPlaces(
        _ table: StoreTable, _ column: StoreColumn, _ position: StoreColumn
    ) -> String {
        "(SELECT w.source, w.destination, ifnull(b.last + 1, 0) - 1 "
            + "+ row_number() OVER (PARTITION BY w.destination ORDER BY w.source) AS place "
            + "FROM \(ConnectionTables.matches) AS w LEFT JOIN ("
            + "SELECT \(column.sql) AS owner, max(\(position.sql)) AS last FROM \(table.sql) "
            + "WHERE \(column.sql) IN (SELECT destination FROM \(ConnectionTables.matches)) "
            + "GROUP BY \(column.sql)) AS b ON b.owner = w.destination "
            + "WHERE w.destination IS NOT NULL)"
    }
}
