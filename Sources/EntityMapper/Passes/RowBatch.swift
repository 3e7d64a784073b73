import ObjectGraph
import Payload

/// A batch of rows of a plan's objects, in order of insertion.
struct RowBatch {
    private(set) var rows: RowBlockBuilder
    private(set) var numbers: [Int64] = []
    /// The object of each row.
    private(set) var objects: [Int32] = []

    init(_ layout: EntityLayout, sharing bytes: [UInt8]) {
        rows = RowBlockBuilder(layout.defaults, sharing: bytes)
    }

    var count: Int { objects.count }

    /// Reserves capacity for rows.
    mutating func reserve(_ count: Int) {
        guard count > 0 else { return }
        rows.reserve(count)
        numbers.reserveCapacity(count)
        objects.reserveCapacity(count)
    }

    /// Appends a row with the default values.
    ///
    /// Returns its position.
    mutating func append(object: Int, number: Int64) -> Int {
        rows.append()
        numbers.append(number)
        objects.append(Int32(truncatingIfNeeded: object))
        return objects.count - 1
    }

    /// Removes the last row.
    mutating func removeLast() {
        rows.removeLast()
        numbers.removeLast()
        objects.removeLast()
    }

    /// Keeps only the rows at the given positions.
    mutating func keep(_ positions: [Int]) {
        rows.keep(positions)
        numbers = positions.map { numbers[$0] }
        objects = positions.map { objects[$0] }
    }

    /// Replaces a whole row.
    mutating func set(_ row: Row, at position: Int) { rows.set(row, of: position) }

    /// Writes a reference.
    mutating func setReference(_ number: Int64?, _ slot: Int, at position: Int) {
        rows.set(number.map(RowCell.integer) ?? .null, slot: slot, of: position)
    }

    /// Appends a row with the values of a record, directly from the payload; other values are those
    /// of the `old` row, or the defaults.
    ///
    /// Returns the position of the row; `nil`, without any effect, if the record requires the
    /// general path.
    mutating func append(
        _ record: Record, of object: Int, by encoder: AttributeEncoder, over old: Row? = nil,
        _ tape: PayloadTape, _ session: inout MappingSession
    ) -> Int? {
        let position = append(object: object, number: session.objects[object].number)
        if let old { rows.set(old, of: position) }
        for target in encoder.steps.indices {
            let place = Int(session.places[record.firstPlace + target])
            guard place >= 0 else { continue }
            let step = encoder.steps[target]
            if write(place, step, at: position, tape) { continue }
            guard let value = session.plainValue(at: place, step, target, Int(record.plan)) else {
                removeLast()
                return nil
            }
            rows.set(value, slot: step.slot, of: position)
        }
        return position
    }

    /// Writes the values of another record into the row of its object, if all of them fit into
    /// cells.
    ///
    /// - Parameters:
    ///   - record: The record.
    ///   - applied: The start of the values of an earlier record that are already in the row.
    ///   - position: The position of the row.
    ///   - encoder: The encodings of the attributes.
    ///   - tape: The payload.
    ///   - places: The tape indices of values.
    /// - Returns: `false`, without any effect, if a value does not fit into a cell.
    mutating func write(
        _ record: Record, over applied: Int?, at position: Int, by encoder: AttributeEncoder,
        _ tape: PayloadTape, _ places: [Int32]
    ) -> Bool {
        /// Returns the tape index of a value that is not in the row yet.
        func place(of target: Int) -> Int? {
            let place = Int(places[record.firstPlace + target])
            guard place >= 0 else { return nil }
            let earlier = applied.map { Int(places[$0 + target]) } ?? -1
            return earlier >= 0 && tape.isSameScalar(place, earlier) ? nil : place
        }
        for (target, step) in encoder.steps.enumerated() {
            guard let place = place(of: target) else { continue }
            guard step.encoding.cell(at: place, tape) != nil else { return false }
        }
        for (target, step) in encoder.steps.enumerated() {
            guard let place = place(of: target), let cell = step.encoding.cell(at: place, tape)
            else {
                continue
            }
            rows.set(cell, slot: step.slot, of: position)
        }
        return true
    }

    /// Writes the value at a tape index, if it fits into a cell or its bytes can be copied.
    private mutating func write(
        _ place: Int, _ step: AttributeEncoder.Step, at position: Int, _ tape: PayloadTape
    ) -> Bool {
        if let cell = step.encoding.cell(at: place, tape) {
            rows.set(cell, slot: step.slot, of: position)
            return true
        }
        switch step.encoding {
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

    /// Returns the missing values of rows in the given slots.
    func gaps(in slots: [Int]) -> [(position: Int, slot: Int)] {
        var gaps: [(Int, Int)] = []
        for position in 0..<count {
            for slot in slots where rows.cell(slot, of: position).kind == .null {
                gaps.append((position, slot))
            }
        }
        return gaps
    }
}

extension AttributeEncoder.CellEncoding {
    /// Returns the cell of a value at a tape index, if the value has the most common representation
    /// of its type.
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
        case .date: return tape.commonInstant(at: place).map(RowCell.date)
        case .list:
            guard case .compact(let range) = tape.integers(at: place) else { return nil }
            return RowCell(
                .sharedList, bits: UInt64(range.lowerBound), length: UInt32(range.count))
        case .other: return nil
        }
    }
}

extension PayloadTape {
    /// Returns the instant at a tape index if it has the most common format: in UTC, to the second
    /// or with a fraction of up to nine digits.
    fileprivate func commonInstant(at place: Int) -> Timestamp? {
        guard isPlainString(at: place) else { return nil }
        let range = textRange(at: place)
        let start = range.lowerBound
        guard range.count >= 20, range.count <= 30, let first = eightBytes(at: start),
            let second = eightBytes(at: start + 8), let third = eightBytes(at: start + 12)
        else { return nil }
        guard range.count > 20 else {
            return Timestamp(commonISO8601: first, second, third, nanoseconds: nil)
        }
        let count = range.count - 21
        guard let fraction = number(ofDigits: start + 20..<start + 20 + count),
            bytes[range.upperBound - 1] == 0x5A
        else { return nil }
        var nanoseconds = Int32(truncatingIfNeeded: fraction)
        for _ in count..<9 { nanoseconds &*= 10 }
        return Timestamp(commonISO8601: first, second, third, nanoseconds: nanoseconds)
    }
}
