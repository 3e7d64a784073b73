/// A batch of rows of one entity, stored as fixed-size cells over a few arrays.
///
/// A payload or a query produces thousands of rows at once. A block needs a handful of allocations
/// for all rows, and a text is a range in existing bytes; a string is created only when the text is
/// read.
///
/// A block, and with it the bytes that it shares, stays alive as long as any of its rows. Rows that
/// are kept for longer are copied with ``Row/detached`` or by a ``RowPacker``.
///
/// - Invariant: Texts are valid UTF-8; parsers and stores check it before they append one.
@usableFromInline
package final class RowBlock: Sendable {
    /// The number of cells in a row.
    @usableFromInline let width: Int
    /// The number of slots in a row: the number of cells, or 0 if only some slots were read.
    @usableFromInline let slotCount: Int
    /// The slots that the cells of a row hold, in cell order; `nil` if they hold all slots.
    private let slots: [Int]?
    @usableFromInline let cells: [RowCell]
    /// Bytes that are shared with their source, such as a payload.
    @usableFromInline let shared: [UInt8]
    @usableFromInline let own: [UInt8]
    /// Values that do not fit into a cell.
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

    /// The number of rows.
    @inlinable package var rowCount: Int { cells.count / width }

    /// The rows, which share the block.
    package var rows: [Row] { (0..<rowCount).map { Row(self, at: $0) } }

    /// Returns the index of a slot's cell in the row with the first cell `first`.
    ///
    /// - Precondition: The slot exists. Without this check, the cell of the next row would be read.
    @inlinable
    func cellIndex(_ slot: Int, from first: Int) -> Int {
        precondition(
            slot >= 0 && slot < slotCount, "a row of \(slotCount) slots has no slot \(slot)")
        return first + slot
    }

    /// Returns the index of a slot's cell in a partially read row; `nil` if the slot was not read.
    func partCellIndex(_ slot: Int, from first: Int) -> Int? {
        slots?.firstIndex(of: slot).map { first + $0 }
    }

    /// Indicates whether the rows contain only some of their slots.
    var hasParts: Bool { slots != nil }

    /// Returns the value of the cell at an index.
    @usableFromInline
    func value(at index: Int) -> Value {
        let cell = cells[index]
        switch cell.kind {
        case .boxed: return boxes[Int(truncatingIfNeeded: cell.bits)]
        case .ownText, .ownList: return cell.value(of: own)
        default: return cell.value(of: shared)
        }
    }

    /// Returns the bytes that contain the text of a cell.
    @inlinable
    func bytes(of cell: RowCell) -> [UInt8] { cell.isOwn ? own : shared }

    /// Returns the bytes of a text, or of a list's JSON, as a range of their array.
    @inlinable
    package func text(of cell: RowCell) -> (bytes: [UInt8], range: Range<Int>) {
        (bytes(of: cell), cell.range)
    }

    /// Calls a closure with the bytes of a text, or of a list's JSON.
    package func withText<Result, Failure>(
        of cell: RowCell, _ body: (UnsafeBufferPointer<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try unsafe bytes(of: cell)[cell.range].withUnsafeBufferPointer(body)
    }
}

extension RowBlock {
    /// Returns the text of a cell, without validating its UTF-8 again.
    ///
    /// - Precondition: The range belongs to a text's cell.
    static func text(ofCheckedBytes bytes: [UInt8], in range: Range<Int>) -> String {
        guard #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) else {
            return String(decoding: bytes[range], as: UTF8.self)
        }
        let span = bytes.span.extracting(range)  // traps outside the array
        return String(copying: unsafe UTF8Span(unchecked: span))  // valid by the invariant
    }
}

/// Comparisons that do not create strings.
extension RowBlock {
    /// Tests whether a cell holds a value.
    func isSame(_ index: Int, as value: Value) -> Bool {
        let cell = cells[index]
        return cell.kind == .boxed
            ? self.value(at: index) == value : cell.isSame(as: value, of: bytes(of: cell))
    }

    /// Tests whether a cell holds the same value as a cell of another block.
    func isSame(_ index: Int, as otherIndex: Int, of other: RowBlock) -> Bool {
        let cell = other.cells[otherIndex]
        return cell.kind == .boxed
            ? isSame(index, as: other.value(at: otherIndex))
            : isSame(index, as: cell, of: other.bytes(of: cell))
    }

    /// Tests whether a cell holds the same value as a cell that is not boxed.
    func isSame(_ index: Int, as other: RowCell, of otherBytes: [UInt8]) -> Bool {
        let cell = cells[index]
        if cell.kind == .boxed { return other.isSame(as: value(at: index), of: otherBytes) }
        if cell.isText || cell.isList {
            guard cell.isText ? other.isText : other.isList else { return false }
            // A list has exactly one spelling in a cell, so its bytes can be compared.
            return cell.length == other.length
                && bytes(of: cell).hasSame(cell.range, as: otherBytes, from: other.range.lowerBound)
        }
        guard cell.kind == other.kind else { return false }
        // Zero has two bit patterns, which are the same value.
        if cell.kind == .double {
            return Double(bitPattern: cell.bits) == Double(bitPattern: other.bits)
        }
        return cell.bits == other.bits && cell.length == other.length
    }
}

extension [UInt8] {
    /// Tests whether a range has the same bytes as an equally long range of another array.
    ///
    /// The loop has no early exit, so that it can be vectorized; most comparisons find equal bytes.
    fileprivate func hasSame(_ range: Range<Int>, as other: [UInt8], from start: Int) -> Bool {
        unsafe self[range].withUnsafeBufferPointer { left in
            unsafe other[start..<start + left.count].withUnsafeBufferPointer { right in
                var difference: UInt8 = 0
                for index in 0..<left.count { unsafe difference |= left[index] ^ right[index] }
                return difference == 0
            }
        }
    }
}

/// Hashes of texts as parts of keys.
///
/// The bytes are passed at once: one by one, a text of twenty bytes takes 80 instead of 39 ns.
extension RowBlock {
    /// Hashes the text of a cell, the same as the string of it.
    func feedKey(_ cell: RowCell, to hasher: inout Hasher) {
        unsafe withText(of: cell) { unsafe hasher.combineKey($0) }
    }
}

extension Hasher {
    /// Hashes the bytes of a text.
    mutating func combineKey(_ text: String) {
        var text = text
        text.withUTF8 { unsafe combineKey($0) }
    }

    fileprivate mutating func combineKey(_ text: UnsafeBufferPointer<UInt8>) {
        unsafe combine(bytes: UnsafeRawBufferPointer(text))
        combine(text.count)
    }
}
