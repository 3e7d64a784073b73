import ObjectGraph
import ObjectGraphSQL

/// To-many relationships: the current destinations are compared with the wanted ones, and only
/// sources that differ are written.
extension ConnectionWriter {
    /// Writes the differences.
    func writeToMany(_ outcome: inout ConnectionOutcome) throws(StoreError) {
        switch layout.storage {
        case .inverseReference(let other):
            try ConnectionTables.indexWantedByDestination(connection)
            try writeReferences(schema.model.relationships[other])
        case .links:
            let table = try schema.links(layout.index)
            try writeLinks(table, near: "source", far: "destination")
        case .inverseLinks(let other):
            let table = try schema.links(other)
            try writeLinks(table, near: "destination", far: "source")
        case .reference:
            throw StoreError(.invalidRequest, "a to-many relationship is not kept as a reference")
        }
        let counts = try connection.query(
            "SELECT count(*), count(*) FILTER (WHERE id IN "
                + "(SELECT source FROM \(ConnectionTables.wanted))) FROM \(ConnectionTables.changed)"
        ) { (row) throws(StoreError) in (Int(row.integer(0)), Int(row.integer(1))) }[0]
        outcome.connected = counts.1
        outcome.cleared = counts.0 - counts.1
    }

    /// Finds the sources whose wanted destinations, or their order, differ from the current ones.
    private func findChanged() throws(StoreError) {
        let (wanted, current) = (ConnectionTables.wanted, ConnectionTables.current)
        let samePlace = layout.isOrdered ? " AND c.place = w.place" : ""
        try connection.execute(
            "INSERT INTO \(ConnectionTables.changed) "
                + "SELECT s.id FROM \(ConnectionTables.sources) AS s "
                + "WHERE (SELECT count(*) FROM \(wanted) AS w WHERE w.source = s.id) "
                + "<> (SELECT count(*) FROM \(current) AS c WHERE c.source = s.id) "
                + "OR EXISTS (SELECT 1 FROM \(wanted) AS w WHERE w.source = s.id AND NOT EXISTS ("
                + "SELECT 1 FROM \(current) AS c WHERE c.source = s.id "
                + "AND c.destination = w.destination\(samePlace)))")
    }

    /// Writes references at the other end.
    private func writeReferences(_ other: RelationshipLayout) throws(StoreError) {
        let (table, column) = try schema.reference(other.index)
        let position = try positionColumn(of: other)
        let place = position.map {
            "row_number() OVER (PARTITION BY t.\(column.sql) "
                + "ORDER BY t.\($0.sql) IS NULL, t.\($0.sql), t.\(id)) - 1"
        }
        let wanted = ConnectionTables.wanted
        let changed = "SELECT id FROM \(ConnectionTables.changed)"
        try connection.execute(
            "INSERT INTO \(ConnectionTables.current) "
                + "SELECT t.\(column.sql), t.\(id), \(place ?? "NULL") FROM \(table.sql) AS t "
                + "WHERE t.\(column.sql) IN (SELECT id FROM \(ConnectionTables.sources))")
        try findChanged()
        let clearing = position.map { ", \($0.sql) = NULL" } ?? ""
        try connection.execute(
            "UPDATE \(table.sql) SET \(column.sql) = NULL\(clearing), \(raisingVersion) "
                + "WHERE \(column.sql) IN (\(changed)) "
                + "AND \(id) NOT IN (SELECT destination FROM \(wanted))")
        let placing = position.map { ", \($0.sql) = w.place" } ?? ""
        let elsewhere = position.map { " OR \(table.sql).\($0.sql) IS NOT w.place" } ?? ""
        try connection.execute(
            "UPDATE \(table.sql) SET \(column.sql) = w.source\(placing), \(raisingVersion) "
                + "FROM \(wanted) AS w WHERE \(table.sql).\(id) = w.destination "
                + "AND w.source IN (\(changed)) "
                + "AND (\(table.sql).\(column.sql) IS NOT w.source\(elsewhere))")
    }

    /// Writes links, whose other end is unordered, so that sources are independent of each other.
    private func writeLinks(
        _ table: JoinTableSchema, near: String, far: String
    ) throws(StoreError) {
        let hasPlaces = table.hasPosition && near == "source"
        let place =
            "row_number() OVER (PARTITION BY \(near) ORDER BY position IS NULL, position, \(far)) - 1"
        try connection.execute(
            "INSERT INTO \(ConnectionTables.current) "
                + "SELECT \(near), \(far), \(hasPlaces ? place : "NULL") FROM \(table.sql) "
                + "WHERE \(near) IN (SELECT id FROM \(ConnectionTables.sources))")
        try findChanged()
        let changed = "SELECT id FROM \(ConnectionTables.changed)"
        try connection.execute(
            "DELETE FROM \(table.sql) WHERE \(near) IN (\(changed)) "
                + "AND NOT EXISTS (SELECT 1 FROM \(ConnectionTables.wanted) AS w "
                + "WHERE w.source = \(table.sql).\(near) "
                + "AND w.destination = \(table.sql).\(far))")
        let update =
            hasPlaces
            ? "UPDATE SET position = excluded.position WHERE position IS NOT excluded.position"
            : "NOTHING"
        try connection.execute(
            "INSERT INTO \(table.sql) (\(near), \(far)\(hasPlaces ? ", position" : "")) "
                + "SELECT source, destination\(hasPlaces ? ", place" : "") "
                + "FROM \(ConnectionTables.wanted) WHERE source IN (\(changed)) "
                + "ON CONFLICT (source, destination) DO \(update)")
    }
}
