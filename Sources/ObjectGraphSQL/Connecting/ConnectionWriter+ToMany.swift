import ObjectGraph

/// To-many relationships: the current destinations are compared with the wanted ones, and only
/// sources that differ are written.
extension ConnectionWriter {
    /// Writes the differences.
    func writeToMany(_ outcome: inout ConnectionOutcome) throws(StoreError) {
        switch layout.storage {
        case .inverseReference(let other):
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
        let counts = try session.query(
            "SELECT (SELECT count(*) FROM \(tables.changed)), (SELECT count(*) "
                + "FROM \(tables.changed) WHERE id IN (SELECT source FROM \(tables.wanted)))", []
        ) { (row) throws(StoreError) in (Int(row.integer(0)), Int(row.integer(1))) }[0]
        outcome.connected = counts.1
        outcome.cleared = counts.0 - counts.1
    }

    /// Finds the sources whose wanted destinations, or their order, differ from the current ones.
    private func findChanged() throws(StoreError) {
        try tables.finish(.current)
        func lacking(_ table: String, in other: String) -> String {
            let samePosition = layout.isOrdered ? " AND b.place = a.place" : ""
            return "SELECT a.source FROM \(table) AS a WHERE NOT EXISTS (SELECT 1 FROM \(other) "
                + "AS b WHERE b.source = a.source AND b.destination = a.destination\(samePosition))"
        }
        let (wanted, current) = (tables.wanted, tables.current)
        try session.execute(
            "INSERT INTO \(tables.changed) \(lacking(wanted, in: current)) "
                + "UNION \(lacking(current, in: wanted))")
        try tables.finish(.changed)
    }

    /// Writes references stored at the destination.
    private func writeReferences(_ other: RelationshipLayout) throws(StoreError) {
        let (table, column) = try schema.reference(other.index)
        let (owner, position) = ("\(table.sql).\(column.sql)", try positionColumn(of: other))
        let rowNumber = position.map {
            "row_number() OVER (PARTITION BY t.\(column.sql) "
                + "ORDER BY t.\($0.sql) IS NULL, t.\($0.sql), t.\(id)) - 1"
        }
        let (wanted, raisingVersion) = (tables.wanted, raisingVersion(of: table))
        let changed = "SELECT c.id FROM \(tables.changed) AS c"
        try session.execute(
            "INSERT INTO \(tables.current) "
                + "SELECT t.\(column.sql), t.\(id), \(rowNumber ?? "NULL") FROM \(table.sql) AS t "
                + "WHERE t.\(column.sql) IN (SELECT s.id FROM \(tables.sources) AS s)")
        try findChanged()
        let clearing = position.map { ", \($0.sql) = NULL" } ?? ""
        try session.execute(
            "UPDATE \(table.sql) SET \(column.sql) = NULL\(clearing), \(raisingVersion) "
                + "WHERE \(owner) IN (\(changed)) AND NOT EXISTS "
                + "(SELECT 1 FROM \(wanted) AS w WHERE w.destination = \(table.sql).\(id))")
        let placing = position.map { ", \($0.sql) = w.place" } ?? ""
        let elsewhere = position.map { " OR \(table.sql).\($0.sql) \(different) w.place" } ?? ""
        try session.execute(
            "UPDATE \(table.sql) SET \(column.sql) = w.source\(placing), \(raisingVersion) "
                + "FROM \(wanted) AS w WHERE \(table.sql).\(id) = w.destination "
                + "AND w.source IN (\(changed)) "
                + "AND (\(owner) \(different) w.source\(elsewhere))")
    }

    /// Writes links, whose other end is unordered, so that sources are independent of each other.
    private func writeLinks(
        _ table: JoinTableSchema, near: String, far: String
    ) throws(StoreError) {
        let hasPositions = table.hasPosition && near == "source"
        let rowNumber =
            "row_number() OVER (PARTITION BY \(near) ORDER BY position IS NULL, position, \(far)) - 1"
        try session.execute(
            "INSERT INTO \(tables.current) "
                + "SELECT \(near), \(far), \(hasPositions ? rowNumber : "NULL") FROM \(table.sql) "
                + "WHERE \(near) IN (SELECT id FROM \(tables.sources))")
        try findChanged()
        let changed = "SELECT id FROM \(tables.changed)"
        try session.execute(
            "DELETE FROM \(table.sql) AS l WHERE l.\(near) IN (\(changed)) "
                + "AND NOT EXISTS (SELECT 1 FROM \(tables.wanted) AS w "
                + "WHERE w.source = l.\(near) AND w.destination = l.\(far))")
        let update =
            hasPositions
            ? "UPDATE SET position = excluded.position "
                + "WHERE l.position \(different) excluded.position"
            : "NOTHING"
        try session.execute(
            "INSERT INTO \(table.sql) AS l (\(near), \(far)\(hasPositions ? ", position" : "")) "
                + "SELECT source, destination\(hasPositions ? ", place" : "") "
                + "FROM \(tables.wanted) WHERE source IN (\(changed)) "
                + "ON CONFLICT (source, destination) DO \(update)")
    }
}
