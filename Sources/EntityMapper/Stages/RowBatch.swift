import MercatorPayload
import ObjectGraph

/// A batch of rows of objects, in order of insertion.
struct RowBatch {
    private(set) var rows: RowBlockBuilder
    private(set) var numbers: [Int64] = []
    /// The object of each row.
    private(set) var objects: [ObjectIndex] = []
    /// The values of a new row.
    let defaults: Row

    init(_ layout: EntityLayout, sharing bytes: [UInt8]) {
        defaults = layout.defaults
        rows = RowBlockBuilder(layout.defaults, sharing: bytes)
    }

    var isEmpty: Bool { objects.isEmpty }

    /// Reserves capacity for rows.
    mutating func reserve(_ count: Int) {
        guard count > 0 else { return }
        rows.reserve(count) { $0.makeRoom(for: $1) }
        numbers.reserveCapacity(count)
        objects.reserveCapacity(count)
    }

    /// Appends a row with the default values.
    @inline(__always)
    mutating func append(_ object: ObjectIndex, number: Int64) -> RowPosition {
        rows.append()
        numbers.append(number)
        objects.append(object)
        return RowPosition(objects.count &- 1)
    }

    /// Removes the last row.
    mutating func removeLast() {
        rows.removeLast()
        numbers.removeLast()
        objects.removeLast()
    }

    /// Keeps only the rows of certain objects, and returns their positions.
    mutating func keep(where isKept: (ObjectIndex) -> Bool) -> [(ObjectIndex, RowPosition)]? {
        let kept = objects.indices.filter { isKept(objects[$0]) }
        guard kept.count < objects.count else { return nil }
        rows.keep(kept)
        numbers = kept.map { numbers[$0] }
        objects = kept.map { objects[$0] }
        return objects.enumerated().map { ($1, RowPosition($0)) }
    }

    /// Returns a row for temporary use.
    ///
    /// A row that is kept would make the next change copy the batch.
    func row(at position: RowPosition) -> Row { Row(rows.block(), at: position.position) }

    /// Returns a copy of a row.
    func copy(of position: RowPosition) -> Row { rows.row(at: position.position) }

    /// Replaces a whole row.
    mutating func set(_ row: Row, at position: RowPosition) {
        rows.set(row, of: position.position)
    }

    /// Copies a row to the given position.
    mutating func copy(_ other: RowPosition, to position: RowPosition) {
        rows.copy(other.position, to: position.position)
    }

    /// Replaces a row by the last row, which is removed.
    mutating func replace(_ position: RowPosition) {
        rows.copy(objects.count - 1, to: position.position)
        removeLast()
    }

    /// Writes a value whose bytes are in the cell or in the shared bytes.
    @inline(__always)
    mutating func set(_ cell: RowCell, slot: Int, at position: RowPosition) {
        rows.set(cell, slot: slot, of: position.position)
    }

    /// Writes any value.
    mutating func set(_ value: Value, slot: Int, at position: RowPosition) {
        rows.set(value, slot: slot, of: position.position)
    }

    /// Writes a text or a list that a closure spells.
    @inline(__always)
    mutating func setText(
        _ kind: RowCell.Kind, slot: Int, at position: RowPosition,
        _ write: (inout [UInt8]) -> Void
    ) {
        rows.setText(kind, slot: slot, of: position.position, write)
    }

    /// Writes a reference.
    mutating func setReference(_ number: Int64?, slot: Int, at position: RowPosition) {
        set(number.map(RowCell.integer) ?? .null, slot: slot, at: position)
    }

    /// Returns the objects whose rows lack a value in one of the given slots, with the slot.
    func gaps(in slots: [Int]) -> [(object: ObjectIndex, slot: Int)] {
        var gaps: [(ObjectIndex, Int)] = []
        for index in objects.indices {
            for slot in slots where rows.cell(slot, of: index).kind == .null {
                gaps.append((objects[index], slot))
            }
        }
        return gaps
    }
}
