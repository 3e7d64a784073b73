/// The stored values of one object, slot by slot, as its ``EntityLayout`` numbers them.
///
/// A row is a value: contexts and stores share its memory until one of them writes. What came in with
/// many others lies beside them in a ``RowBlock`` until somebody writes to it.
package struct Row: Sendable {
    private var form: Form

    private enum Form {
        case values([Value])
        /// The row of a block whose cells begin at a place.
        case packed(RowBlock, first: Int)
    }

    package init(_ values: [Value]) {
        form = .values(values)
    }

    /// A row of a block, by its place among the rows.
    package init(_ block: RowBlock, at place: Int) {
        form = .packed(block, first: place * block.width)
    }

    /// How many slots there are.
    package var count: Int {
        switch form {
        case .values(let values): values.count
        case .packed(let block, _): block.slotCount
        }
    }

    /// Whether only some slots were read; what ``part(_:)`` does not give is not known then.
    package var isPart: Bool {
        switch form {
        case .values: false
        case .packed(let block, _): block.hasParts
        }
    }

    /// The value of a slot in a row of which only some were read; `nil` if this one was not.
    package func part(_ slot: Int) -> Value? {
        switch form {
        case .values: nil
        case .packed(let block, let first):
            block.partPlace(slot, from: first).map(block.value(at:))
        }
    }

    /// The places of values.
    package var slots: Range<Int> { 0..<count }

    /// All values.
    ///
    /// - Complexity: O(slots), and a text is made for each that lies in a block.
    package var values: [Value] {
        switch form {
        case .values(let values): values
        case .packed(let block, let first): (first..<first + block.slotCount).map(block.value)
        }
    }

    package subscript(slot: Int) -> Value {
        get {
            switch form {
            case .values(let values): return values[slot]
            case .packed(let block, let first):
                return block.value(at: block.place(slot, from: first))
            }
        }
        set {
            var values = values
            // The array must have one owner, or writing to it would copy it.
            form = .values([])
            values[slot] = newValue
            form = .values(values)
        }
    }

    /// The number of the object that a to-one relationship refers to.
    package func reference(_ slot: Int) -> Int64? {
        switch form {
        case .values(let values):
            if case .integer(let number) = values[slot] { number } else { nil }
        case .packed(let block, let first): block.cells[block.place(slot, from: first)].number
        }
    }

    /// Whether there is no value.
    package func isNull(_ slot: Int) -> Bool {
        switch form {
        case .values(let values): values[slot].isNull
        case .packed(let block, let first):
            block.cells[block.place(slot, from: first)].kind == .null
        }
    }

    /// The row with memory of its own, for who keeps it longer than the others of its block.
    package var detached: Row {
        switch form {
        case .values: self
        case .packed: Row(values)
        }
    }
}

extension Row: Hashable {
    /// Whether all values are the same; no text is made for the answer.
    package static func == (left: Row, right: Row) -> Bool {
        left.count == right.count && left.slots.allSatisfy { left.isSame($0, as: right) }
    }

    package func hash(into hasher: inout Hasher) { hasher.combine(values) }

    /// Whether both rows have the same value in a slot.
    package func isSame(_ slot: Int, as other: Row) -> Bool {
        switch (form, other.form) {
        case (.values(let left), .values(let right)): left[slot] == right[slot]
        case (.packed(let left, let first), .packed(let right, let second)):
            left === right && first == second
                || left.isSame(
                    left.place(slot, from: first), as: right.place(slot, from: second), of: right)
        case (.packed(let block, let first), .values(let values)),
            (.values(let values), .packed(let block, let first)):
            block.isSame(block.place(slot, from: first), as: values[slot])
        }
    }

    /// Whether a slot has a value that need not be written, however numbers in arrays and
    /// dictionaries are spelled; no text is made for the answer.
    package func has(_ value: Value, in slot: Int) -> Bool {
        let isSame =
            switch form {
            case .values(let values): values[slot] == value
            case .packed(let block, let first):
                block.isSame(block.place(slot, from: first), as: value)
            }
        guard !isSame, value.isContainer else { return isSame }
        return self[slot].hasSameContent(as: value)
    }

    /// Whether a slot has the value of a cell over some bytes, which is not boxed.
    package func has(_ cell: RowCell, of bytes: [UInt8], in slot: Int) -> Bool {
        let isSame =
            switch form {
            case .values(let values): cell.isSame(as: values[slot], of: bytes)
            case .packed(let block, let first):
                block.isSame(block.place(slot, from: first), as: cell, of: bytes)
            }
        // Lists of whole numbers lie in cells in one form only; another list may say the same.
        guard !isSame, cell.isList, self.cell(slot)?.1.isList != true, self[slot].isContainer
        else { return isSame }
        return self[slot].hasSameContent(as: cell.value(of: bytes))
    }

    /// The cell of a slot and the block it is in; `nil` if the row has memory of its own.
    package func cell(_ slot: Int) -> (RowBlock, RowCell)? {
        switch form {
        case .values: nil
        case .packed(let block, let first): (block, block.cells[block.place(slot, from: first)])
        }
    }
}
