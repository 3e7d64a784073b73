/// The stored values of one object, in the slot order of its ``EntityLayout``.
///
/// A row is a value: contexts and stores share its storage until one of them writes. Rows that were
/// created in bulk share a ``RowBlock``; the first write gives a row separate storage.
@usableFromInline
package struct Row: Sendable {
    @usableFromInline var form: Form

    @usableFromInline
    enum Form: Sendable {
        case values([Value])
        /// A row of a block, with the index of its first cell.
        case packed(RowBlock, first: Int)
    }

    package init(_ values: [Value]) {
        form = .values(values)
    }

    /// Creates a row that refers to a row of a block by its index in that block.
    package init(_ block: RowBlock, at index: Int) {
        form = .packed(block, first: index * block.width)
    }

    /// The number of slots; 0 in a row that was read in part.
    package var count: Int {
        switch form {
        case .values(let values): values.count
        case .packed(let block, _): block.slotCount
        }
    }

    /// Indicates whether only some slots were read.
    ///
    /// Only ``part(_:)`` gives access to these slots.
    package var isPart: Bool {
        switch form {
        case .values: false
        case .packed(let block, _): block.hasParts
        }
    }

    /// Returns the value of a slot of a partially read row; `nil` if the slot was not read.
    package func part(_ slot: Int) -> Value? {
        switch form {
        case .values: nil
        case .packed(let block, let first):
            block.partCellIndex(slot, from: first).map(block.value(at:))
        }
    }

    /// The indices of the slots.
    package var slots: Range<Int> { 0..<count }

    /// All values, in slot order.
    ///
    /// - Complexity: O(slots), plus one string for each text that is stored in a block.
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
                return block.value(at: block.cellIndex(slot, from: first))
            }
        }
        set {
            var values = values
            // Without this line the array would have two owners, and the write would copy it.
            form = .values([])
            values[slot] = newValue
            form = .values(values)
        }
    }

    /// Returns the number of the object that a to-one relationship refers to, or `nil` for null.
    package func reference(_ slot: Int) -> Int64? { integer(slot) }

    /// Returns the integer in a slot; `nil` for any other value.
    package func integer(_ slot: Int) -> Int64? {
        switch form {
        case .values(let values):
            if case .integer(let number) = values[slot] { number } else { nil }
        case .packed(let block, let first): block.cells[block.cellIndex(slot, from: first)].number
        }
    }

    /// Tests whether a slot holds null.
    package func isNull(_ slot: Int) -> Bool {
        switch form {
        case .values(let values): values[slot].isNull
        case .packed(let block, let first):
            block.cells[block.cellIndex(slot, from: first)].kind == .null
        }
    }

    /// The row with separate storage, so that keeping it does not keep its block alive.
    package var detached: Row {
        switch form {
        case .values: self
        case .packed: Row(values)
        }
    }
}

extension Row: Hashable {
    /// Compares the rows slot by slot, without creating strings.
    @usableFromInline
    package static func == (left: Row, right: Row) -> Bool {
        left.count == right.count && left.slots.allSatisfy { left.isSame($0, as: right) }
    }

    @usableFromInline
    package func hash(into hasher: inout Hasher) { hasher.combine(values) }

    /// Tests whether both rows have the same value in a slot.
    package func isSame(_ slot: Int, as other: Row) -> Bool {
        switch (form, other.form) {
        case (.values(let left), .values(let right)): left[slot] == right[slot]
        case (.packed(let left, let first), .packed(let right, let second)):
            left === right && first == second
                || left.isSame(
                    left.cellIndex(slot, from: first), as: right.cellIndex(slot, from: second),
                    of: right)
        case (.packed(let block, let first), .values(let values)),
            (.values(let values), .packed(let block, let first)):
            block.isSame(block.cellIndex(slot, from: first), as: values[slot])
        }
    }

    /// Tests whether a slot holds a value, without creating a string.
    func isSame(_ slot: Int, as value: Value) -> Bool {
        switch form {
        case .values(let values): values[slot] == value
        case .packed(let block, let first):
            block.isSame(block.cellIndex(slot, from: first), as: value)
        }
    }

    /// Returns whether a slot holds a value, without creating a string.
    ///
    /// An equal value need not be written.
    ///
    /// The notation of numbers in arrays and dictionaries is ignored: `5` equals `5.0`.
    package func has(_ value: Value, in slot: Int) -> Bool {
        let isSame = isSame(slot, as: value)
        guard !isSame, value.isContainer else { return isSame }
        return self[slot].hasSameContent(as: value)
    }

    /// Returns whether a slot holds the value of an unboxed cell.
    ///
    /// Its text is a range of the given bytes.
    package func has(_ cell: RowCell, of bytes: [UInt8], in slot: Int) -> Bool {
        let isSame =
            switch form {
            case .values(let values): cell.isSame(as: values[slot], of: bytes)
            case .packed(let block, let first):
                block.isSame(block.cellIndex(slot, from: first), as: cell, of: bytes)
            }
        // Lists of integers have only one form in cells, so two different cells differ in content.
        // An array that is stored in another way can have the same content.
        guard !isSame, cell.isList, self.cell(slot)?.1.isList != true, self[slot].isContainer
        else { return isSame }
        return self[slot].hasSameContent(as: cell.value(of: bytes))
    }

    /// Returns the cell of a slot with its block, or `nil` if the row has separate storage.
    @inlinable
    package func cell(_ slot: Int) -> (RowBlock, RowCell)? {
        switch form {
        case .values: nil
        case .packed(let block, let first): (block, block.cells[block.cellIndex(slot, from: first)])
        }
    }
}
