/// The rows of a selection that is not grouped.
struct ObservedRows: ResultContent {
    private var rows: OrderedRows
    private let columns: SelectedColumns

    init(_ condition: ResultCondition, _ request: SelectRequest) {
        rows = OrderedRows(condition)
        columns = SelectedColumns(request.columns)
    }

    var count: Int { rows.count }
    var isMaintained: Bool { rows.isMaintained }

    mutating func apply(_ decisions: [ResultDecision]) -> SelectedRowChanges? {
        rows.apply(decisions).map { SelectedRowChanges($0, rows.values, columns) }
    }

    mutating func read(from view: SettledView) throws(StoreError) -> SelectedRowChanges {
        SelectedRowChanges(try rows.read(from: view), rows.values, columns)
    }
}
