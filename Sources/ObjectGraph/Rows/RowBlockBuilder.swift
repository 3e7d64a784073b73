/// Makes the rows of a ``RowBlock`` one after the other.
///
/// ```swift
/// var rows = RowBlockBuilder(layout.defaults, sharing: payload)
/// rows.append()
/// rows.set(.integer(42), slot: 0, of: 0)
/// let block = rows.block()
/// let row = Row(block, at: 0)
/// ```
@usableFromInline
package struct RowBlockBuilder {
    /// How many cells make a row.
    @usableFromInline let width: Int
    @usableFromInline private(set) package var count = 0
    @usableFromInline var cells: [RowCell] = []
    private let shared: [UInt8]
    @usableFromInline var own: [UInt8] = []
    private var boxes: [Value] = []
    /// What a new row starts with.
    private var template: [RowCell] = []
    /// The slots that the cells of a row are for; `nil` if they are for all.
    private var slots: [Int]?

    /// Starts with no rows.
    ///
    /// - Parameters:
    ///   - defaults: What a new row starts with.
    ///   - shared: Bytes that texts may be parts of.
    package init(_ defaults: Row, sharing shared: [UInt8] = []) {
        width = defaults.count
        self.shared = shared
        for value in defaults.values { template.append(cell(for: value)) }
    }

    /// Starts with no rows, which will be added cell by cell.
    package init(width: Int) {
        self.width = width
        shared = []
    }

    /// Starts with no rows, of which only these slots will be added.
    package init(slots: [Int]) {
        self.init(width: slots.count)
        self.slots = slots
    }

    /// Adds a row that starts with the defaults.
    package mutating func append() {
        cells.append(contentsOf: template)
        count += 1
    }

    /// Drops the last row.
    package mutating func removeLast() {
        cells.removeLast(width)
        count -= 1
    }

    /// Makes room for further rows.
    package mutating func reserve(_ additional: Int) {
        cells.reserveCapacity(cells.count + additional * width)
    }

    /// The value of a slot as a cell.
    package func cell(_ slot: Int, of row: Int) -> RowCell { cells[row * width + slot] }

    /// Writes a cell that needs nothing else.
    @inlinable
    package mutating func set(_ cell: RowCell, slot: Int, of row: Int) {
        cells[row &* width &+ slot] = cell
    }

    /// Writes any value.
    package mutating func set(_ value: Value, slot: Int, of row: Int) {
        cells[row * width + slot] = cell(for: value)
    }

    /// Writes all values of a row.
    package mutating func set(_ values: Row, of row: Int) {
        for slot in values.slots { set(slot, of: row, from: values) }
    }

    private mutating func set(_ slot: Int, of row: Int, from values: Row) {
        guard let (block, cell) = values.cell(slot), cell.kind != .boxed else {
            set(values[slot], slot: slot, of: row)
            return
        }
        guard cell.isTextOrList else {
            set(cell, slot: slot, of: row)
            return
        }
        let (bytes, range) = block.text(of: cell)
        setText(cell.isText ? .ownText : .ownList, slot: slot, of: row) {
            $0.append(contentsOf: bytes[range])
        }
    }

    /// Writes a text, or a list's JSON, which the closure appends to the bytes of the block.
    package mutating func setText(
        _ kind: RowCell.Kind, slot: Int, of row: Int, _ write: (inout [UInt8]) -> Void
    ) {
        // Growing would move what is there; what is never used of the room takes address space only.
        if own.isEmpty { own.reserveCapacity(shared.count / 4) }
        let start = own.count
        write(&own)
        cells[row * width + slot] = RowCell(
            kind, bits: UInt64(start), length: UInt32(own.count - start))
    }

    /// A row as it is now, with memory of its own.
    package func row(at place: Int) -> Row { Row(block(), at: place).detached }

    /// All rows; further ones may follow, in another block.
    package func block() -> RowBlock {
        RowBlock(width: width, slots: slots, cells, shared: shared, own: own, boxes)
    }

    /// All rows, after which the next ones go to another block; if it `goesOn`, room is made for about
    /// as much.
    package mutating func takeBlock(goesOn: Bool) -> RowBlock {
        let block = block()
        (cells, own, boxes, count) = ([], [], [], 0)
        if goesOn {
            cells.reserveCapacity(block.cells.count)
            own.reserveCapacity(block.own.count + block.own.count / 8)
        }
        return block
    }

    /// Keeps only the rows at some places, in order.
    package mutating func keep(_ places: [Int]) {
        cells = places.flatMap { cells[$0 * width..<($0 + 1) * width] }
        count = places.count
    }

    fileprivate mutating func cell(for value: Value) -> RowCell {
        switch value {
        case .null: return .null
        case .boolean(let flag): return .boolean(flag)
        case .integer(let number): return .integer(number)
        case .double(let number): return .double(number)
        case .date(let instant): return .date(instant)
        case .string(let text):
            let start = own.count
            own.append(contentsOf: text.utf8)
            return RowCell(
                .ownText, bits: UInt64(start), length: UInt32(own.count - start))
        case .decimal, .data, .uuid, .array, .dictionary:
            boxes.append(value)
            return RowCell(.boxed, bits: UInt64(boxes.count - 1))
        }
    }
}

/// Rows whose cells come in the order of the slots.
extension RowBlockBuilder {
    /// Adds the next cell of a row.
    @inlinable
    package mutating func append(_ cell: RowCell) { cells.append(cell) }

    /// Adds any value as the next cell of a row.
    package mutating func appendValue(_ value: Value) { cells.append(cell(for: value)) }

    /// Adds a text as the next cell, or a list as JSON that is written as a store writes it.
    @inlinable
    package mutating func appendText(_ kind: RowCell.Kind, _ bytes: some Collection<UInt8>) {
        let start = own.count
        own.append(contentsOf: bytes)
        cells.append(
            RowCell(
                kind, bits: UInt64(truncatingIfNeeded: start),
                length: UInt32(truncatingIfNeeded: own.count &- start)))
    }

    /// Ends a row whose cells were all added.
    package mutating func endRow() {
        count += 1
        precondition(cells.count == count * width, "a row has \(width) cells")
    }
}
