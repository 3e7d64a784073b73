/// Rows of one entity side by side, as plain cells over a few arrays.
///
/// A payload or an answer of a store makes thousands of rows at once. As a block they take a handful
/// of allocations, whatever their number, and a text is no more than a place in bytes that are there
/// already; it becomes a string when somebody reads it.
///
/// A block lives as long as one of its rows, and with it the bytes that it shares. Whoever keeps rows
/// for long takes them out: ``Row/detached``.
package final class RowBlock: Sendable {
    /// How many cells make a row.
    let width: Int
    /// How many slots a row has: as many as cells, but none that is whole if only some were read.
    let slotCount: Int
    /// The slots that the cells of a row are for; `nil` if they are for all.
    private let slots: [Int]?
    let cells: [RowCell]
    /// Bytes that somebody else has as well, such as those of a payload.
    let shared: [UInt8]
    let own: [UInt8]
    /// Values that do not fit a cell.
    let boxes: [Value]

    init(
        width: Int, slots: [Int]? = nil, _ cells: [RowCell], shared: [UInt8], own: [UInt8],
        _ boxes: [Value]
    ) {
        self.width = width
        self.slots = slots
        slotCount = slots == nil ? width : 0
        self.cells = cells
        self.shared = shared
        self.own = own
        self.boxes = boxes
    }

    /// The place of a slot's cell in a row that begins at another; what is behind the row is the next
    /// one's, so a slot that the row does not have traps.
    func place(_ slot: Int, from first: Int) -> Int {
        precondition(
            slot >= 0 && slot < slotCount, "a row of \(slotCount) slots has no slot \(slot)")
        return first + slot
    }

    /// The place of a slot's cell in a row of which only some slots were read; `nil` if this one was
    /// not.
    func partPlace(_ slot: Int, from first: Int) -> Int? {
        slots?.firstIndex(of: slot).map { first + $0 }
    }

    /// Whether only some slots of the rows were read.
    var hasParts: Bool { slots != nil }

    /// The value of a cell.
    func value(at place: Int) -> Value {
        let cell = cells[place]
        switch cell.kind {
        case .boxed: return boxes[Int(truncatingIfNeeded: cell.bits)]
        case .ownText, .ownList: return cell.value(of: own)
        default: return cell.value(of: shared)
        }
    }

    /// The bytes that the text of a cell is a part of.
    func bytes(of cell: RowCell) -> [UInt8] { cell.isOwn ? own : shared }

    /// The bytes of a text, or of a list's JSON, as a part of longer ones.
    package func text(of cell: RowCell) -> (bytes: [UInt8], range: Range<Int>) {
        (bytes(of: cell), cell.range)
    }

    /// Shows the bytes of a text, or of a list's JSON.
    package func withText<Result, Failure>(
        of cell: RowCell, _ body: (UnsafeBufferPointer<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try unsafe bytes(of: cell)[cell.range].withUnsafeBufferPointer(body)
    }
}

/// Comparing without making strings.
extension RowBlock {
    /// Whether a cell has a value.
    func isSame(_ place: Int, as value: Value) -> Bool {
        let cell = cells[place]
        return cell.kind == .boxed
            ? self.value(at: place) == value : cell.isSame(as: value, of: bytes(of: cell))
    }

    /// Whether a cell has the value of a cell of another block.
    func isSame(_ place: Int, as otherPlace: Int, of other: RowBlock) -> Bool {
        let cell = other.cells[otherPlace]
        return cell.kind == .boxed
            ? isSame(place, as: other.value(at: otherPlace))
            : isSame(place, as: cell, of: other.bytes(of: cell))
    }

    /// Whether a cell has the value of one that is not boxed.
    func isSame(_ place: Int, as other: RowCell, of otherBytes: [UInt8]) -> Bool {
        let cell = cells[place]
        if cell.kind == .boxed { return other.isSame(as: value(at: place), of: otherBytes) }
        if cell.isText || cell.isList {
            guard cell.isText ? other.isText : other.isList else { return false }
            // Lists in cells have one form only.
            return cell.length == other.length
                && bytes(of: cell).hasSame(cell.range, as: otherBytes, from: other.range.lowerBound)
        }
        guard cell.kind == other.kind else { return false }
        // Zero has two signs, and stores keep one.
        if cell.kind == .double {
            return Double(bitPattern: cell.bits) == Double(bitPattern: other.bits)
        }
        return cell.bits == other.bits && cell.length == other.length
    }
}

extension [UInt8] {
    /// Whether some bytes are the ones that begin at a place of another array.
    ///
    /// Without an early end the loop compares many bytes at once; what is compared is mostly the same.
    fileprivate func hasSame(_ range: Range<Int>, as other: [UInt8], from start: Int) -> Bool {
        unsafe self[range].withUnsafeBufferPointer { left in
            unsafe other[start..<start + left.count].withUnsafeBufferPointer { right in
                var difference: UInt8 = 0
                for place in 0..<left.count { unsafe difference |= left[place] ^ right[place] }
                return difference == 0
            }
        }
    }
}
