extension ManagedObjectContext {
    /// Returns the rows of a request, each made of its values.
    ///
    /// It is inlined for the reason of ``SelectedValues``.
    @inlinable
    func rows<Row>(
        of request: SelectRequest, _ row: (inout SelectedValues) throws(StoreError) -> Row
    ) throws(StoreError) -> [Row] {
        let cursor = try cursor(for: request, isWhole: true)
        defer { cursor.close() }
        var rows: [Row] = []
        while try SelectedValues.read(16_384, from: cursor, of: request, row, into: &rows) {}
        return rows
    }

    /// Calls a closure with each row of a request, without keeping the rows.
    ///
    /// The closure can use the context, so that some rows are read before it is called.
    @inlinable
    func forEachRow<Row>(
        of request: SelectRequest, _ row: (inout SelectedValues) throws(StoreError) -> Row,
        _ body: (Row) throws -> Void
    ) throws {
        let cursor = try cursor(for: request, isWhole: false)
        defer { cursor.close() }
        var rows: [Row] = []
        while try SelectedValues.read(256, from: cursor, of: request, row, into: &rows) {
            // Removing a row from the end moves it, where iterating would copy and destroy it.
            rows.reverse()
            while let row = rows.popLast() { try body(row) }
        }
    }

    /// Returns a cursor over the rows of a request, which the caller closes.
    @usableFromInline
    func cursor(
        for request: SelectRequest, isWhole: Bool
    ) throws(StoreError) -> any ValueCursor {
        try values(of: ValueRequest(request, model), isWhole: isWhole)
    }
}

/// Reads the values of a row one after the other.
///
/// It is inlined into the caller, which knows the types of the columns, so that no row is copied
/// between the memory of the store and the tuple.
@usableFromInline
struct SelectedValues {
    @usableFromInline let cells: any SelectedCells
    @usableFromInline let request: SelectRequest
    /// The index of the next column.
    @usableFromInline var column = 0

    @usableFromInline
    init(_ cells: any SelectedCells, _ request: SelectRequest) {
        self.cells = cells
        self.request = request
    }

    /// Appends the next rows of a cursor, at most `count` unless all were read at once; returns
    /// `false` at the end.
    ///
    /// It is no method of the cursor, because the compiler specializes nothing for a row if it is
    /// generic over the unknown type of a cursor, too.
    @inlinable
    static func read<Row>(
        _ count: Int, from cursor: any ValueCursor, of request: SelectRequest,
        _ row: (inout SelectedValues) throws(StoreError) -> Row, into rows: inout [Row]
    ) throws(StoreError) -> Bool {
        let previous = rows.count
        try cursor.read(count) { (cells) throws(StoreError) in
            var values = SelectedValues(cells, request)
            while try cells.moveToNext() {
                values.column = 0
                rows.append(try row(&values))
            }
        }
        return rows.count > previous
    }

    /// Returns the value of the next column.
    ///
    /// - Throws: ``StoreError`` with code `unreadableValue`.
    @inlinable
    mutating func next<Content: AttributeValue>(
        _ type: Content.Type
    ) throws(StoreError) -> Content {
        let stored = try cells.value(at: column)
        guard let value = Content(attributeValue: stored) else {
            throw request.mismatch(column, stored, type)
        }
        column &+= 1
        return value
    }
}

extension SelectRequest {
    /// The error for a value that is not of its column's type.
    @usableFromInline
    func mismatch(_ column: Int, _ found: Value, _ type: any AttributeValue.Type) -> StoreError {
        StoreError(
            .unreadableValue,
            "\(entityName): '\(columns[column].name)' is no value of type \(type): found \(found)"
                .shortened(to: 200))
    }
}
