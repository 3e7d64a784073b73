import ObjectGraph
import ObjectGraphSQL

/// Locks the rows that a save changes or deletes, and checks their versions.
///
/// All transactions lock rows in the order of their numbers, so that two of them wait for each
/// other only if they lock rows of several tables.
struct RowLocks {
    let connection: PostgresConnection
    let schema: StoreSchema

    private struct Expectation {
        let entity: Int
        let version: Int64
    }

    /// Locks the rows of a change set, with one statement for each table, which may be deferred.
    ///
    /// - Throws: ``StoreError`` with code `conflict` for a row that was written or deleted since it
    ///   was read.
    func lock(_ changes: ChangeSet) throws(StoreError) {
        let deletions = expectations(changes.deleted.map { ($0.number, $0.entity, $0.version) })
        let updates = expectations(
            changes.updated.map { ($0.row.number, $0.row.entity, $0.row.version) })
        for root in Set(deletions.keys).union(updates.keys).sorted() {
            let deleted = deletions[root] ?? [:]
            try lock(
                root, (updates[root] ?? [:]).merging(deleted) { update, _ in update },
                // Readers of references wait for deletions only.
                deleted.isEmpty ? connection.settings.engine.updateLock : "FOR UPDATE")
        }
    }

    private func expectations(
        _ rows: [(number: Int64, entity: Int, version: Int64)]
    ) -> [Int: [Int64: Expectation]] {
        var expectations: [Int: [Int64: Expectation]] = [:]
        for row in rows {
            expectations[schema.model.layouts[row.entity].root, default: [:]][row.number] =
                Expectation(entity: row.entity, version: row.version)
        }
        return expectations
    }

    private func lock(
        _ root: Int, _ expected: [Int64: Expectation], _ strength: String
    ) throws(StoreError) {
        let (id, version) = (SystemColumn.id.quotedName, SystemColumn.version.quotedName)
        let numbers = expected.keys.sorted()
        var parameters = PostgresParameters()
        parameters.append(numbers)
        let schema = schema
        try connection.send(
            "SELECT \(id), \(version) FROM \(try schema.table(of: root).sql) "
                + "WHERE \(id) = ANY($1) ORDER BY \(id) \(strength)", parameters
        ) { (rows) throws(StoreError) in
            var found: [Int64: Int64] = [:]
            rows.forEachRow { row in found[row.integer(0)] = row.integer(1) }
            for number in numbers {
                guard let row = expected[number], found[number] != row.version else { continue }
                throw schema.conflict(number, of: row.entity, version: row.version)
            }
        }
    }
}
