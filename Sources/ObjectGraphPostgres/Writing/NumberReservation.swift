import ObjectGraph
import ObjectGraphSQL

/// Reserves blocks of numbers in `mercator_sequence`, in a separate transaction.
///
/// A sequence of PostgreSQL would not be part of an export, and is different in each engine.
struct NumberReservation {
    let connection: PostgresConnection
    let schema: StoreSchema
    let numbers: NumberBlocks

    /// Returns numbers that are not used elsewhere; the rest of the block remains in memory.
    ///
    /// Numbers that are left of an earlier block are given up.
    func reserve(_ count: Int, root: Int) throws(StoreError) -> Range<Int64> {
        guard let name = schema.tables[root].map({ schema.model.layouts[$0.root].name }) else {
            throw StoreError(.invalidRequest, "no inheritance tree begins at entity \(root)")
        }
        let size = max(
            numbers.remove(root: root)?.nextSize ?? NumberBlocks.Block.smallest, ahead(of: count))
        let start = try advance(name, by: max(Int64(count), size))
        let end = start + max(Int64(count), size)
        let range = start..<start + Int64(count)
        numbers.put(NumberBlocks.Block(numbers: range.upperBound..<end, size: size), root: root)
        return range
    }

    /// Returns the size of a block for several units of work that take as many numbers, if each
    /// reservation interrupts the state that a unit reads.
    private func ahead(of count: Int) -> Int64 {
        connection.settings.preparesStatements ? 0 : min(Int64(count) * 8, 65_536)
    }

    /// Moves the sequence of a tree, and returns its next number before that.
    private func advance(_ tree: String, by count: Int64) throws(StoreError) -> Int64 {
        let moved = try connection.query(
            "INSERT INTO mercator_sequence AS s VALUES ($1, 1 + $2) "
                + "ON CONFLICT (entity) DO UPDATE SET next = greatest(s.next, 1) + $2 "
                + "WHERE s.next <= $3 - $2 RETURNING next",
            [.string(tree), .integer(count), .integer(SequenceNumber.end)]
        ) { (row) throws(StoreError) in row.integer(0) }.first
        if let moved { return moved - count }
        let next = try SequenceNumber.next(of: tree, connection)
        _ = try SequenceNumber.sum(next, count, of: tree)
        return next
    }
}
