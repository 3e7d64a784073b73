/// Reading values instead of objects.
extension ManagedObjectContext {
    /// Returns the rows of a selection, including pending changes.
    ///
    /// ```swift
    /// let request = SelectRequest(
    ///     "Article", ["author.name", .count], sortedBy: [.descending(.count)], limit: 10)
    /// for row in try context.select(request) { print(row["author.name"] ?? .null, row[1]) }
    /// ```
    ///
    /// - Throws: ``StoreError`` with code `invalidRequest` if the request does not fit the model,
    ///   and `overflow`, with the group, for a sum beyond the range of its type.
    /// - Complexity: One request to the store, which creates no objects. If pending changes can
    ///   affect the result, the objects are read and the values are computed in memory.
    public func select(_ request: SelectRequest) throws(StoreError) -> [SelectedRow] {
        let columns = SelectedColumns(request.columns)
        var rows: [SelectedRow] = []
        let cursor = try cursor(for: request, isWhole: true)
        defer { cursor.close() }
        while case let block = try cursor.next(16_384), block.rowCount > 0 {
            rows += block.rows.map { SelectedRow($0, columns) }
        }
        return rows
    }

    /// Calls a closure for each row of a selection, without keeping the rows.
    ///
    /// Memory does not depend on the number of rows, which are read from an open statement. The
    /// closure can use the context; its changes do not affect the rows.
    ///
    /// - Parameters:
    ///   - request: The selection.
    ///   - body: Called with each row, in order.
    /// - Throws: The errors of ``select(_:)-(SelectRequest)``, and the error of `body`, which ends
    ///   the reading.
    public func forEachRow(
        of request: SelectRequest, _ body: (SelectedRow) throws -> Void
    ) throws {
        let columns = SelectedColumns(request.columns)
        let cursor = try cursor(for: request, isWhole: false)
        defer { cursor.close() }
        while case let block = try cursor.next(Self.blockCount), block.rowCount > 0 {
            for row in block.rows { try body(SelectedRow(row, columns)) }
        }
    }

    /// Returns a page of a selection, which has at most as many rows as the limit of the request.
    ///
    /// ```swift
    /// var page = try context.page(request)
    /// while let position = page.next { page = try context.page(request, after: position) }
    /// ```
    ///
    /// - Parameters:
    ///   - request: The selection, with a limit; its offset applies to each page.
    ///   - position: The end of the previous page; `nil` for the first one.
    /// - Returns: The rows, and the position after them.
    /// - Throws: The errors of ``select(_:)-(SelectRequest)``; `invalidRequest` also for a request
    ///   that is sorted with options for texts, and for a position of another request.
    public func page(
        _ request: SelectRequest, after position: SelectionPosition? = nil
    ) throws(StoreError) -> SelectedPage {
        let columns = SelectedColumns(request.columns)
        var values = try ValueRequest(request, model)
        values.includesPosition = true
        values.position = position?.values
        let cursor = try self.values(of: values, isWhole: request.limit != nil)
        defer { cursor.close() }
        let limit = request.limit ?? Self.blockCount
        var rows: [Row] = []
        while rows.count < limit, case let block = try cursor.next(limit - rows.count),
            block.rowCount > 0
        {
            rows += block.rows
        }
        let last = rows.count == limit ? rows.last : nil
        return SelectedPage(
            rows: rows.map { SelectedRow($0, columns) },
            next: last.map {
                SelectionPosition(values: Array($0.values.dropFirst(request.columns.count)))
            })
    }

    /// The number of rows of a block when rows are not kept.
    static let blockCount = 256

    /// Returns a cursor over the rows of a request, which the caller closes.
    package func values(
        of request: ValueRequest, isWhole: Bool
    ) throws(StoreError) -> any ValueCursor {
        let resolved = try ResolvedValues(request, model)
        guard !needsOverlay(root(of: request.rows.entity), resolved.relationships) else {
            return try evaluated(request, resolved)
        }
        do throws(StoreError) {
            let cursor = try reader().values(of: request, isWhole: isWhole)
            return ExactCursor(cursor) { [self] () throws(StoreError) in
                try evaluated(request, resolved)
            }
        } catch  where error.code == .overflow {
            return try evaluated(request, resolved)
        }
    }

    /// Evaluates a request in memory, with pending changes.
    private func evaluated(
        _ request: ValueRequest, _ resolved: ResolvedValues
    ) throws(StoreError) -> any ValueCursor {
        let rows = try overlaid(request.rows)
        for expression in Set(resolved.outputs + resolved.order.map(\.expression)) {
            try readAhead(expression, for: rows.map(\.number))
        }
        return try EvaluatedValues(request, resolved, rows, in: self, model)
    }
}

/// The rows of a store, which are evaluated in memory if a sum of the store overflows.
///
/// The evaluation names the group in its error. It can also succeed, because only sums in memory
/// can exceed the range of their type on the way.
private final class ExactCursor: ValueCursor {
    private var base: any ValueCursor
    private let evaluate: () throws(StoreError) -> any ValueCursor
    private var count = 0

    init(
        _ base: any ValueCursor, _ evaluate: @escaping () throws(StoreError) -> any ValueCursor
    ) {
        self.base = base
        self.evaluate = evaluate
    }

    func next(_ count: Int) throws(StoreError) -> RowBlock {
        do throws(StoreError) {
            let rows = try base.next(count)
            self.count += rows.rowCount
            return rows
        } catch  where error.code == .overflow {
            try replaceBase()
            return try base.next(count)
        }
    }

    func read(
        _ count: Int, _ body: (any SelectedCells) throws(StoreError) -> Void
    ) throws(StoreError) {
        do throws(StoreError) {
            try base.read(count) { (cells) throws(StoreError) in
                defer { self.count += cells.count }
                try body(cells)
            }
        } catch  where error.code == .overflow {
            try replaceBase()
            try base.read(count, body)
        }
    }

    /// Goes on with the evaluation in memory, after the rows that were read.
    private func replaceBase() throws(StoreError) {
        base.close()
        base = try evaluate()
        var skipped = 0
        while skipped < count {
            skipped += max(1, try base.next(count - skipped).rowCount)
        }
    }

    func close() { base.close() }
}
