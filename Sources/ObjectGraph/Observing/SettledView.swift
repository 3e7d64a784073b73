/// A view of the store of which it is known which commits it includes.
///
/// A commit is visible before it is reported. The view is therefore opened between two moments: if
/// no commit was reported between them, and none was on its way at the second one, it includes
/// exactly those that were reported before. If commits follow each other so closely that there is
/// no such moment, the view is not settled.
struct SettledView {
    /// The rows touched by the commits that the view includes.
    private(set) var touched: TouchedRows
    /// Indicates whether the view includes exactly the reported commits.
    private(set) var isSettled = false
    private let condition: ResultCondition
    private let context: ManagedObjectContext
    private static let attempts = 4

    /// Opens a view.
    ///
    /// - Parameters:
    ///   - touched: The rows touched by the commits up to now.
    ///   - signal: Collects rows of later commits, and gives the rows that the view includes, too.
    ///   - condition: The result to read.
    ///   - backend: The store.
    /// - Throws: ``StoreError`` if the store cannot be read.
    init(
        _ touched: TouchedRows, _ signal: ChangeSignal<TouchedRows>, _ condition: ResultCondition,
        _ backend: any StoreBackend
    ) throws(StoreError) {
        self.touched = touched
        self.condition = condition
        let (model, root) = (condition.model, condition.root)
        context = ManagedObjectContext(model: model, backend: backend)
        for attempt in 1...Self.attempts {
            // The first request of a reader determines its state.
            _ = try context.reader().rows(root: root, numbers: [0])
            let (isReporting, commits) = (backend.isReporting, self.touched.commits)
            isSettled = !isReporting && signal.read { $0.commits } == commits
            guard !isSettled, attempt < Self.attempts else { return }
            context.closeReader()
            let later = signal.take { $0.take(limit: .max) }
            self.touched.append(later)
        }
    }

    /// Releases the view.
    func close() { context.closeReader() }
}

extension SettledView {
    /// Returns the rows of the result, from an offset up to a limit.
    func rows(limit: Int?, offset: Int) throws(StoreError) -> [ResultRow] {
        var request = condition.request
        (request.limit, request.offset) = (limit, offset)
        guard let slots = condition.sortSlots else {
            guard let values = try condition.valueRequest(request) else {
                return try rowsWithRelatedValues(request)
            }
            return try selectedRows(values)
        }
        let stored = try context.reader().parts(slots, ofRowsMatching: request)
        var rows: [ResultRow] = []
        rows.reserveCapacity(stored.count)
        for var row in stored {
            if row.row.isPart { row.row = partial(row, slots) }
            let graph = RowNavigator(row: row, model: condition.model)
            rows.append(try condition.resultRow(of: row, in: graph))
        }
        return rows
    }

    /// Returns rows of which the store computes the values.
    private func selectedRows(_ request: ValueRequest) throws(StoreError) -> [ResultRow] {
        let cursor = try context.values(of: request, isWhole: true)
        defer { cursor.close() }
        let count = request.columns.count
        var rows: [ResultRow] = []
        while case let block = try cursor.next(16_384), block.rowCount > 0 {
            for row in block.rows {
                let values = row.values
                guard case .integer(let number)? = values.last else { continue }
                rows.append(
                    ResultRow(
                        number: number, version: 0,
                        values: Array(values[count..<values.count - 1] + values[..<count])))
            }
        }
        return rows
    }

    /// Returns the rows of a selection, whose groups the store forms.
    func rows(selectedBy request: SelectRequest) throws(StoreError) -> [SelectedRow] {
        try context.select(request)
    }

    private func partial(_ row: StoredRow, _ slots: [Int]) -> Row {
        let count = condition.model.layouts[row.entity].slots.count
        var values: [Value] = Array(repeating: .null, count: count)
        for slot in slots { values[slot] = row.row.part(slot) ?? .null }
        return Row(values)
    }

    private func rowsWithRelatedValues(
        _ request: RowRequest
    ) throws(StoreError) -> [ResultRow] {
        let numbers = try context.numbers(matching: request)
        try condition.readSortValues(for: numbers, in: context)
        var rows: [ResultRow] = []
        rows.reserveCapacity(numbers.count)
        for number in numbers {
            guard let row = try context.storedRow(root: condition.root, number: number) else {
                continue
            }
            rows.append(try condition.resultRow(of: row, in: context))
        }
        return rows
    }

    /// Decides on the touched rows, and on those that lead to touched rows.
    ///
    /// - Returns: The decisions; `nil` if too many rows lead to touched ones.
    func decisions(limit: Int) throws(StoreError) -> [ResultDecision]? {
        let origins = try condition.paths.origins(
            of: touched.related, in: context.reader(), limit: limit)
        guard var doubtful = origins else { return nil }
        var decisions: [ResultDecision] = []
        for (number, touch) in touched.rows {
            if touch.version == nil {
                doubtful.remove(number)
                decisions.append(ResultDecision(number: number, outcome: .absent))
            } else if touch.isDecisive {
                doubtful.insert(number)
            } else if !doubtful.contains(number) {
                decisions.append(
                    ResultDecision(
                        number: number,
                        outcome: .unmoved(version: condition.columns == nil ? touch.version : nil)))
            }
        }
        let numbers = doubtful.sorted()
        try context.load(root: condition.root, numbers)
        var found: [StoredRow] = []
        for number in numbers {
            if let row = try context.storedRow(root: condition.root, number: number) {
                found.append(row)
            } else {
                decisions.append(ResultDecision(number: number, outcome: .absent))
            }
        }
        try condition.readAhead(for: found.map(\.number), in: context)
        for row in found {
            let present = try condition.resultRow(row, in: context)
            decisions.append(
                ResultDecision(
                    number: row.number, outcome: present.map { .present($0) } ?? .absent))
        }
        return decisions
    }
}
