/// The rows of a fetch, or of a selection that is not grouped, with some rows around them.
struct OrderedRows: ResultContent {
    private let condition: ResultCondition
    private let window: ResultWindow
    private let entityName: String
    private var rows: OrderedResult
    /// The last row before which all rows are known; `nil` if all rows are known.
    private var bound: ResultRow?
    /// Indicates whether some rows around the result have a value that cannot be computed.
    private var isAsked = false

    init(_ condition: ResultCondition) {
        self.condition = condition
        window = ResultWindow(condition.request)
        entityName = condition.model.layouts[condition.root].name
        rows = OrderedResult(orderedBy: condition.sorter, columns: condition.columns?.count ?? 0)
    }

    var count: Int { rows.count }
    var isMaintained: Bool { window.keepsRows && !isAsked }

    /// The rows that the request returns.
    private var visible: ResultList {
        var list = rows.list(visibleRange)
        if condition.columns != nil { list.values = values }
        return list
    }

    /// The selected values of the rows that the request returns.
    var values: ResultValues { rows.values(visibleRange) }

    private var visibleRange: Range<Int> {
        isMaintained ? window.range : 0..<rows.count
    }

    mutating func read(
        from view: SettledView, isApplied: Bool
    ) throws(StoreError) -> ResultChanges {
        let old = visible
        let found = try keptRows(from: view)
        rows = OrderedResult(
            found, orderedBy: condition.sorter, columns: condition.columns?.count ?? 0)
        bound = window.kept.flatMap { found.count < $0 ? nil : found.last }
        let linked = view.touched.areLinksUnlisted ? Set(old.numbers) : view.touched.linked
        return ResultChanges(from: old, to: visible, linked: linked, entityName: entityName)
    }

    /// Reads the rows of the result, and some around them if possible.
    private mutating func keptRows(from view: SettledView) throws(StoreError) -> [ResultRow] {
        isAsked = false
        do throws(StoreError) {
            if window.keepsRows { return try view.rows(limit: window.kept, offset: 0) }
        } catch  where error.code == .overflow && !window.isWhole {
            isAsked = true
        }
        return try view.rows(limit: condition.request.limit, offset: condition.request.offset)
    }

    mutating func apply(_ decisions: [ResultDecision]) -> ResultChanges? {
        guard !window.isWhole else { return rows.apply(decisions, entityName: entityName) }
        let (before, old) = (rows, visible)
        var decisions = decisions
        if let bound {
            for index in decisions.indices {
                guard case .present(let row) = decisions[index].outcome,
                    condition.sorter.isBefore(bound, row)
                else { continue }
                decisions[index].outcome = .absent
            }
        }
        _ = rows.apply(decisions, entityName: entityName)
        if bound != nil, rows.count < window.range.upperBound {
            rows = before
            return nil
        }
        if let kept = window.kept, let greatest = window.greatestKept, rows.count > greatest {
            rows.removeAll(after: kept)
            bound = rows.last
        }
        let linked = Set(decisions.lazy.filter(\.isLinked).map(\.number))
        return ResultChanges(from: old, to: visible, linked: linked, entityName: entityName)
    }
}

extension RowSorter {
    /// Returns whether a row comes before another row.
    fileprivate func isBefore(_ left: ResultRow, _ right: ResultRow) -> Bool {
        switch order(left.values[...], right.values[...]) {
        case .before: true
        case .after: false
        case .same: left.number < right.number
        }
    }
}
