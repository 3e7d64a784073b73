package import ObjectGraph

/// Makes one connection in SQL, with a constant number of statements.
///
/// The caller has opened a transaction that excludes other writers.
///
/// The current destinations are compared with the wanted ones, and only sources that
/// differ are written.
package struct ConnectionWriter {
    let session: any SQLSession
    let schema: StoreSchema
    let layout: RelationshipLayout
    let tables: ConnectionTables

    private init(_ matcher: ConnectionMatcher) {
        session = matcher.session
        schema = matcher.schema
        layout = matcher.layout
        tables = matcher.tables
    }

    var id: String { SystemColumn.id.quotedName }
    var join: String { session.dialect.orderedJoin }
    var different: String { session.dialect.different }
    private var version: String { SystemColumn.version.quotedName }

    /// Makes connections in order, and checks that all objects are valid afterwards.
    ///
    /// - Throws: ``StoreError`` with code `incomplete` if an object is not.
    package static func connect(
        _ requests: [ConnectionRequest], _ session: any SQLSession, _ schema: StoreSchema
    ) throws(StoreError) -> [ConnectionOutcome] {
        var outcomes: [ConnectionOutcome] = []
        for request in requests { outcomes.append(try connect(request, session, schema)) }
        try MandatoryCheck(session: session, schema: schema)
            .check(requests.map { schema.model.relationships[$0.relationship] })
        return outcomes
    }

    /// Matches sources with destinations, and writes the differences.
    private static func connect(
        _ request: ConnectionRequest, _ session: any SQLSession, _ schema: StoreSchema
    ) throws(StoreError) -> ConnectionOutcome {
        var matcher = try ConnectionMatcher(session, schema, request)
        var outcome = try matcher.run()
        var tables = matcher.tables
        if matcher.layout.isToMany {
            for table in [ConnectionTables.Table.current, .changed] { try tables.create(table) }
        }
        let writer = ConnectionWriter(matcher)
        if matcher.layout.isToMany {
            try writer.writeToMany(&outcome)
        } else {
            try writer.writeToOne(&outcome)
        }
        try tables.drop()
        return outcome
    }

    /// Returns the last assignment of an update, which increments the version of each row that is
    /// written.
    func raisingVersion(of table: StoreTable) -> String {
        "\(version) = \(table.sql).\(version) + 1"
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
        outcome.ambiguous = Int(
            try session.number("SELECT count(*) FROM \(tables.matches) WHERE count > 1"))
        if case .inverseReference(let other) = layout.storage {
            return try writeAtOtherEnd(other, &outcome)
        }
        let (table, column) = try schema.reference(layout.index)
        let raisingVersion = raisingVersion(of: table)
        if layout.isExclusive(in: schema.model) { try addFurtherOwners(table, column) }
        try keepChanges(&outcome)
        let position = try positionColumn(of: layout)
        if let position {
            // All changed sources are cleared first, so that new ones are placed after the
            // remaining ones.
            try session.execute(
                "UPDATE \(table.sql) SET \(column.sql) = NULL, \(position.sql) = NULL, "
                    + "\(raisingVersion) WHERE \(id) IN (SELECT source FROM \(tables.matches)) "
                    + "AND \(column.sql) IS NOT NULL")
            try giveMissingPositions(table, column, position)
        } else if layout.isExclusive(in: schema.model) {
            let target = "\(table.sql).\(id)"
            try session.execute(
                "UPDATE \(table.sql) SET \(column.sql) = NULL, \(raisingVersion) "
                    + "WHERE \(column.sql) IN (SELECT m.destination FROM \(tables.matches) AS m) "
                    + "AND NOT EXISTS (SELECT 1 FROM \(tables.matches) AS n "
                    + "WHERE n.source = \(target) AND n.destination IS NOT NULL)")
        }
        let placing = position.map { ", \($0.sql) = m.place" } ?? ""
        let changes = position.map { nextPositions(table, column, $0) } ?? tables.matches
        try session.execute(
            "UPDATE \(table.sql) SET \(column.sql) = m.destination\(placing), \(raisingVersion) "
                + "FROM \(changes) AS m WHERE \(table.sql).\(id) = m.source")
    }

    /// Adds further sources of destinations that are assigned correctly already, which other
    /// programs or earlier versions may have left.
    private func addFurtherOwners(
        _ table: StoreTable, _ column: StoreColumn
    ) throws(StoreError) {
        try session.execute(
            "INSERT INTO \(tables.matches) SELECT t.\(id), NULL, 0, t.\(column.sql) "
                + "FROM \(tables.matches) AS m \(join) \(table.sql) AS t "
                + "ON t.\(column.sql) = m.destination "
                + "WHERE m.present = m.destination AND t.\(id) <> m.source AND NOT EXISTS "
                + "(SELECT 1 FROM \(tables.matches) AS n WHERE n.source = t.\(id))")
    }

    private func writeAtOtherEnd(
        _ other: Int, _ outcome: inout ConnectionOutcome
    ) throws(StoreError) {
        let (table, column) = try schema.reference(other)
        let raisingVersion = raisingVersion(of: table)
        try keepChanges(&outcome)
        try session.execute(
            "UPDATE \(table.sql) SET \(column.sql) = NULL, \(raisingVersion) "
                + "WHERE \(column.sql) IN (SELECT m.source FROM \(tables.matches) AS m)")
        try session.execute(
            "UPDATE \(table.sql) SET \(column.sql) = m.source, \(raisingVersion) "
                + "FROM \(tables.matches) AS m WHERE \(table.sql).\(id) = m.destination")
    }

    /// Reduces the matches to sources that change, including lost destinations, and counts them.
    private func keepChanges(_ outcome: inout ConnectionOutcome) throws(StoreError) {
        let matches = tables.matches
        try session.execute(
            "DELETE FROM \(matches) WHERE destination \(session.dialect.same) present")
        let counts = try session.query(
            "SELECT count(destination), count(*) - count(destination) FROM \(matches)", []
        ) { (row) throws(StoreError) in (Int(row.integer(0)), Int(row.integer(1))) }[0]
        (outcome.connected, outcome.cleared) = counts
    }

    /// Assigns missing positions to all rows that reference a destination, so that rows can follow.
    private func giveMissingPositions(
        _ table: StoreTable, _ column: StoreColumn, _ position: StoreColumn
    ) throws(StoreError) {
        let (owner, positionSQL) = (column.sql, position.sql)
        try session.execute(
            "UPDATE \(table.sql) SET \(positionSQL) = p.place, \(raisingVersion(of: table)) FROM ("
                + "SELECT t.\(id) AS id, row_number() OVER (PARTITION BY t.\(owner) "
                + "ORDER BY t.\(positionSQL) IS NULL, t.\(positionSQL), t.\(id)) - 1 AS place "
                + "FROM \(table.sql) AS t WHERE t.\(owner) IN ("
                + "SELECT u.\(owner) FROM \(table.sql) AS u WHERE u.\(positionSQL) IS NULL "
                + "AND u.\(owner) IN (SELECT m.destination FROM \(tables.matches) AS m))) AS p "
                + "WHERE \(table.sql).\(id) = p.id "
                + "AND \(table.sql).\(positionSQL) \(different) p.place")
    }

    /// Returns a table expression with each source, its destination, and a position after the
    /// existing ones.
    private func nextPositions(
        _ table: StoreTable, _ column: StoreColumn, _ position: StoreColumn
    ) -> String {
        "(SELECT w.source, w.destination, coalesce(b.last + 1, 0) - 1 "
            + "+ row_number() OVER (PARTITION BY w.destination ORDER BY w.source) AS place "
            + "FROM \(tables.matches) AS w LEFT JOIN ("
            + "SELECT t.\(column.sql) AS owner, max(t.\(position.sql)) AS last "
            + "FROM \(table.sql) AS t WHERE t.\(column.sql) IN "
            + "(SELECT m.destination FROM \(tables.matches) AS m) "
            + "GROUP BY t.\(column.sql)) AS b ON b.owner = w.destination "
            + "WHERE w.destination IS NOT NULL)"
    }
}
