/// The rows of a selection that is not grouped.
struct ObservedRows: ResultContent {
    private var rows: OrderedRows
    private let request: SelectRequest

    init(_ condition: ResultCondition, _ request: SelectRequest) {
        rows = OrderedRows(condition)
        self.request = request
    }

    var count: Int { rows.count }
    var isMaintained: Bool { rows.isMaintained }

    mutating func apply(_ decisions: [ResultDecision]) -> SelectedRowChanges? {
        rows.apply(decisions).map { SelectedRowChanges($0, rows.values, of: request) }
    }

    mutating func read(
        from view: SettledView, isApplied: Bool
    ) throws(StoreError) -> SelectedRowChanges {
        let changes = try rows.read(from: view, isApplied: isApplied)
        return SelectedRowChanges(changes, rows.values, of: request)
    }
}
