import ObjectGraph
import Payload

/// The rows of the new objects of one plan, in the order they will be inserted.
struct NewRows {
    private(set) var rows: RowBlockBuilder
    private(set) var numbers: [Int64] = []
    /// The object of each row.
    private(set) var objects: [Int32] = []

    init(_ layout: EntityLayout, sharing bytes: [UInt8]) {
        rows = RowBlockBuilder(layout.defaults, sharing: bytes)
    }

    /// Rows of nothing.
    init() { rows = RowBlockBuilder(Row([])) }

    var count: Int { objects.count }

    /// Makes room for rows.
    mutating func reserve(_ count: Int) {
        guard count > 0 else { return }
        rows.reserve(count)
        numbers.reserveCapacity(count)
        objects.reserveCapacity(count)
    }

    /// Adds a row with the defaults.
    ///
    /// Returns its position.
    mutating func append(object: Int, number: Int64) -> Int {
        rows.append()
        numbers.append(number)
        objects.append(Int32(truncatingIfNeeded: object))
        return objects.count - 1
    }

    /// Drops the row that was added last.
    mutating func removeLast() {
        rows.removeLast()
        numbers.removeLast()
        objects.removeLast()
    }

    /// Keeps only the rows at some positions, in order.
    mutating func keep(_ positions: [Int]) {
        rows.keep(positions)
        numbers = positions.map { numbers[$0] }
        objects = positions.map { objects[$0] }
    }

    /// Whether a slot of a row has no value.
    func isNull(_ slot: Int, at position: Int) -> Bool {
        rows.cell(slot, of: position).kind == .null
    }

    /// Writes a whole row.
    mutating func set(_ row: Row, at position: Int) { rows.set(row, of: position) }

    /// Writes a reference.
    mutating func setReference(_ number: Int64?, _ slot: Int, at position: Int) {
        rows.set(number.map(RowCell.integer) ?? .null, slot: slot, of: position)
    }

    /// Writes the value at a place of the payload, if a cell or its bytes are all that it takes.
    mutating func write(
        _ place: Int, _ step: AssignmentProgram.Step, at position: Int, _ tape: PayloadTape
    ) -> Bool {
        if let cell = step.form.cell(at: place, tape) {
            rows.set(cell, slot: step.slot, of: position)
            return true
        }
        switch step.form {
        case .text where tape.isString(at: place):
            rows.setText(.ownText, slot: step.slot, of: position) {
                tape.appendText(at: place, to: &$0)
            }
        case .list where tape.integers(at: place) != nil:
            rows.setText(.ownList, slot: step.slot, of: position) {
                tape.appendIntegers(at: place, to: &$0)
            }
        default: return false
        }
        return true
    }

    /// Writes any value.
    mutating func set(_ value: Value, _ slot: Int, at position: Int) {
        rows.set(value, slot: slot, of: position)
    }
}

extension AssignmentProgram.Form {
    /// The value at a place, if it is of the commonest kind for its type: one that a cell has room for.
    func cell(at place: Int, _ tape: PayloadTape) -> RowCell? {
        switch self {
        case .text:
            guard tape.isPlainString(at: place) else { return nil }
            return .sharedText(from: tape.byteOffset(at: place), count: tape.textLength(at: place))
        case .integer:
            guard tape.isInteger(at: place) else { return nil }
            return tape.int64(at: place).map(RowCell.integer)
        case .double:
            guard tape.isNumber(at: place) else { return nil }
            return tape.double(at: place).map(RowCell.double)
        case .boolean: return tape.boolean(at: place).map(RowCell.boolean)
        case .date:
            guard tape.isPlainString(at: place) else { return nil }
            return Timestamp(commonISO8601: tape.bytes, in: tape.textRange(at: place))
                .map(RowCell.date)
        case .list:
            guard case .compact(let range) = tape.integers(at: place) else { return nil }
            return RowCell(
                .sharedList, bits: UInt64(range.lowerBound), length: UInt32(range.count))
        case .other: return nil
        }
    }
}
