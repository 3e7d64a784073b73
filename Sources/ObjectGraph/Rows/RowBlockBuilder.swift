/// Builds a ``RowBlock`` row by row.
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
    /// The number of cells in a row.
    @usableFromInline let width: Int
    @usableFromInline private(set) package var count = 0
    @usableFromInline var cells: [RowCell] = []
    private let shared: [UInt8]
    @usableFromInline var own: [UInt8] = []
    private var boxes: [Value] = []
    /// The cells of a new row.
    private var template: [RowCell] = []
    /// The slots that the cells of a row hold, in cell order; `nil` if they hold all slots.
    private var slots: [Int]?

    /// Creates a builder without rows.
    ///
    /// - Parameters:
    ///   - defaults: The values of a new row.
    ///   - shared: Bytes that texts can refer to.
    package init(_ defaults: Row, sharing shared: [UInt8] = []) {
        width = defaults.count
        self.shared = shared
        for value in defaults.values { template.append(cell(for: value)) }
    }

    /// Creates a builder without rows; rows are added cell by cell.
    package init(width: Int) {
        self.width = width
        shared = []
    }

    /// Creates a builder without rows for the values of the given slots.
    package init(slots: [Int]) {
        self.init(width: slots.count)
        self.slots = slots
    }

    /// Appends a row that holds the defaults.
    package mutating func append() {
        cells.append(contentsOf: template)
        count += 1
    }

    /// Removes the last row.
    package mutating func removeLast() {
        cells.removeLast(width)
        count -= 1
    }

    /// Reserves capacity for further rows, by a function that makes room for further cells.
    package mutating func reserve(
        _ additional: Int,
        _ makeRoom: (inout [RowCell], Int) -> Void = { $0.reserveCapacity($0.count + $1) }
    ) {
        makeRoom(&cells, additional * width)
    }

    /// Replaces all values of a row with the values of another row.
    package mutating func copy(_ other: Int, to row: Int) {
        for slot in 0..<width { cells[row * width + slot] = cells[other * width + slot] }
    }

    /// Returns the cell that holds a slot of a row.
    @inlinable
    package func cell(_ slot: Int, of row: Int) -> RowCell { cells[row * width + slot] }

    /// Replaces a cell with a cell that needs no other storage.
    @inlinable
    package mutating func set(_ cell: RowCell, slot: Int, of row: Int) {
        cells[row &* width &+ slot] = cell
    }

    /// Replaces the value of a slot.
    package mutating func set(_ value: Value, slot: Int, of row: Int) {
        cells[row * width + slot] = cell(for: value)
    }

    /// Replaces all values of a row.
    package mutating func set(_ values: Row, of row: Int) {
        for slot in values.slots { set(slot, of: row, from: values) }
    }

    /// Appends a copy of a row, and returns its index.
    mutating func append(_ values: Row) -> Int {
        for _ in 0..<width { cells.append(.null) }
        count += 1
        set(values, of: count - 1)
        return count - 1
    }

    /// Replaces the value of a slot with the value of another row.
    mutating func set(_ slot: Int, of row: Int, from values: Row) {
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

    /// Replaces the value of a slot with a text, or a list's JSON.
    ///
    /// The closure appends it to the bytes of the block.
    package mutating func setText(
        _ kind: RowCell.Kind, slot: Int, of row: Int, _ write: (inout [UInt8]) -> Void
    ) {
        // Growing the array later would copy it; unused capacity costs only address space.
        if own.isEmpty { own.reserveCapacity(shared.count / 4) }
        let start = own.count
        write(&own)
        cells[row * width + slot] = RowCell(
            kind, bits: UInt64(start), length: UInt32(own.count - start))
    }

    /// Returns a copy of the row at an index, with separate storage.
    package func row(at index: Int) -> Row { Row(block(), at: index).detached }

    /// Returns all rows so far.
    ///
    /// The builder keeps them, so a later block contains them as well.
    package func block() -> RowBlock {
        RowBlock(width: width, slots: slots, cells, shared: shared, own: own, boxes)
    }

    /// Returns all rows in a block without unused capacity.
    func compactBlock() -> RowBlock {
        func fitted<Element>(_ elements: [Element]) -> [Element] {
            var fitted: [Element] = []
            fitted.reserveCapacity(elements.count)
            fitted += elements
            return fitted
        }
        return RowBlock(
            width: width, slots: slots, fitted(cells), shared: shared, own: fitted(own), boxes)
    }

    /// Returns all rows and empties the builder.
    ///
    /// If the builder `goesOn`, capacity is reserved for about as many further rows.
    package mutating func takeBlock(goesOn: Bool) -> RowBlock {
        let block = block()
        (cells, own, boxes, count) = ([], [], [], 0)
        if goesOn {
            cells.reserveCapacity(block.cells.count)
            own.reserveCapacity(block.own.count + block.own.count / 8)
        }
        return block
    }

    /// Keeps only the rows at the given indices, in the given order.
    package mutating func keep(_ indices: [Int]) {
        cells = indices.flatMap { cells[$0 * width..<($0 + 1) * width] }
        count = indices.count
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

/// Appending cells in slot order.
extension RowBlockBuilder {
    /// Appends the next cell of the current row.
    @inlinable
    package mutating func append(_ cell: RowCell) { cells.append(cell) }

    /// Appends any value as the next cell of the current row.
    package mutating func appendValue(_ value: Value) { cells.append(cell(for: value)) }

    /// Appends a text as the next cell, or a list as JSON in the spelling of a store.
    @inlinable
    package mutating func appendText(_ kind: RowCell.Kind, _ bytes: some Collection<UInt8>) {
        let start = own.count
        own.append(contentsOf: bytes)
        cells.append(
            RowCell(
                kind, bits: UInt64(truncatingIfNeeded: start),
                length: UInt32(truncatingIfNeeded: own.count &- start)))
    }

    /// Ends the current row after all of its cells were appended.
    @usableFromInline
    package mutating func endRow() {
        count += 1
        precondition(cells.count == count * width, "a row has \(width) cells")
    }
}
