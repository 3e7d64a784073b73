package import ObjectGraph

/// Writes the changes of one save; the caller has opened a transaction.
///
/// The order matters for unique values: deletions come first, then updates, then insertions. New
/// rows are written in the ``FillingOrder``; in reference cycles, references can refer to rows that
/// are written later, because they are checked at the end of the transaction.
package struct ChangeWriter {
    private let schema: StoreSchema
    private let unique: UniqueNames

    /// Creates a writer; the unique names may be missing if ``clearsUniqueValues(_:)`` is false.
    package init(_ schema: StoreSchema, _ unique: UniqueNames) {
        self.schema = schema
        self.unique = unique
    }

    /// Tests whether unique values may have to be cleared before they are written to different
    /// rows.
    package static func clearsUniqueValues(_ changes: ChangeSet) -> Bool {
        changes.updated.count > 1
    }

    /// Writes all changes; an error leaves the transaction incomplete.
    package func write(
        _ changes: ChangeSet, with rows: inout some RowWriter
    ) throws(StoreError) {
        try rows.delete(changes.deleted)
        let updates = UpdateRun.runs(of: changes.updated)
        try makeRoom(for: changes.updated, updates, with: &rows)
        try rows.update(changes.updated, updates)
        try rows.insert(changes.inserted, try runs(of: changes.inserted))
        for links in changes.links { try rows.write(links) }
    }

    /// Returns the ranges of consecutive rows of one entity, in filling order.
    private func runs(of rows: [StoredRow]) throws(StoreError) -> [Range<Int>] {
        var runs: [(position: Int, rows: Range<Int>)] = []
        var start = 0
        for index in rows.indices
        where index + 1 == rows.count || rows[index].entity != rows[index + 1].entity {
            let table = try schema.table(of: rows[index].entity)
            runs.append((schema.order.position(of: table.root), start..<index + 1))
            start = index + 1
        }
        // The rows of a table keep their order.
        return runs.sorted { ($0.position, $0.rows.lowerBound) < ($1.position, $1.rows.lowerBound) }
            .map(\.rows)
    }
}

/// Unique values.
extension ChangeWriter {
    /// Clears unique columns of rows that will change them, so that two rows can exchange values.
    private func makeRoom(
        for updates: [RowUpdate], _ runs: [UpdateRun], with rows: inout some RowWriter
    ) throws(StoreError) {
        guard updates.count > 1 else { return }
        var columns: [UpdateShape: [StoreColumn]] = [:]
        for run in runs where columns[run.shape] == nil {
            columns[run.shape] = try uniqueColumns(of: run.shape)
        }
        let changing = runs.filter { columns[$0.shape]?.isEmpty == false }
        guard changing.reduce(0, { $0 + $1.range.count }) > 1 else { return }
        for run in changing {
            try rows.clear(columns[run.shape] ?? [], of: updates[run.range])
        }
    }

    /// Returns the columns that an update writes and that have unique indexes.
    private func uniqueColumns(of shape: UpdateShape) throws(StoreError) -> [StoreColumn] {
        var columns: [StoreColumn] = []
        for slot in shape.slots { columns.append(try schema.column(slot, of: shape.entity)) }
        return unique.columns(among: columns, of: schema.model.layouts[shape.entity].root)
    }
}

extension StoreSchema {
    /// Returns the error for a row that does not exist with the version that was read.
    package func conflict(_ number: Int64, of entity: Int, version: Int64) -> StoreError {
        StoreError(
            .conflict,
            "\(title(number, of: entity)) was written or deleted since it was read as version "
                + "\(version); read it again and repeat the work")
    }
}
