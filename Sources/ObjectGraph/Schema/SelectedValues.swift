extension ManagedObjectContext {
    /// Returns the rows of a request, each made of its values.
    ///
    /// It is inlined for the reason of ``SelectedValues``.
    @inlinable
    func rows<Row>(
        of request: SelectRequest, _ row: (inout SelectedValues) throws(StoreError) -> Row
    ) throws(StoreError) -> [Row] {
        var rows: [Row] = []
        try forEachBlock(of: request, count: 512) { (block) throws(StoreError) in
            var values = SelectedValues(block, request)
            for _ in 0..<block.rowCount { rows.append(try row(&values)) }
        }
        return rows
    }
}

/// Reads the values of a block one after the other.
///
/// It is inlined into the caller, which knows the types of the columns, so that no ``Value`` is
/// created: 10 000 rows of three columns take 5.8 ms instead of 10.2 ms. The blocks are small, so
/// that they are read while they are in the caches of the processor.
@usableFromInline
struct SelectedValues {
    @usableFromInline let block: RowBlock
    /// The cells and texts of the block.
    @usableFromInline let cells: [RowCell]
    @usableFromInline let texts: [UInt8]
    @usableFromInline let request: SelectRequest
    @usableFromInline var index = 0

    @inlinable
    init(_ block: RowBlock, _ request: SelectRequest) {
        self.block = block
        cells = block.cells
        texts = block.own
        self.request = request
    }

    /// Returns the value of the next column.
    ///
    /// - Throws: ``StoreError`` with code `unreadableValue`.
    @inlinable
    mutating func next<Value: AttributeValue>(
        _ type: Value.Type
    ) throws(StoreError) -> Value {
        guard let value = Value(attributeValue: storedValue) else { throw mismatch(type) }
        index &+= 1
        return value
    }

    /// The value at the index, without a call for the usual kinds.
    @inlinable var storedValue: Value {
        let cell = cells[index]
        switch cell.kind {
        case .null: return .null
        case .no: return .boolean(false)
        case .yes: return .boolean(true)
        case .integer: return .integer(Int64(bitPattern: cell.bits))
        case .double: return .double(Double(bitPattern: cell.bits))
        case .ownText:
            let start = Int(truncatingIfNeeded: cell.bits)
            return .string(String(decoding: texts[start..<start + Int(cell.length)], as: UTF8.self))
        default: return block.value(at: index)
        }
    }

    /// The error for the value at the index.
    @usableFromInline
    func mismatch(_ type: any AttributeValue.Type) -> StoreError {
        request.mismatch(index % block.width, block.value(at: index), type)
    }
}

extension SelectRequest {
    /// The error for a value that is not of its column's type.
    func mismatch(_ column: Int, _ found: Value, _ type: any AttributeValue.Type) -> StoreError {
        StoreError(
            .unreadableValue,
            "\(entityName): '\(columns[column].name)' is no value of type \(type): found \(found)"
                .shortened(to: 200))
    }
}
