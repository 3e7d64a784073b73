import Synchronization

/// The result of a request, brought up to date with the rows that commits touch.
///
/// The result is always that of one state of the store: that after a commit whose number is known,
/// to which later commits are applied in order. The store is asked only for what the rows of the
/// commits do not tell: related rows, rows behind a limit that runs short, and everything if a
/// commit does not list its rows.
final class MaintainedResult: Sendable {
    typealias Signal = ChangeSignal<TouchedRows>

    let condition: ResultCondition
    let backend: any StoreBackend
    let window: ResultWindow
    private let entityName: String
    private let state: Mutex<State>

    private struct State: Sendable {
        var rows: OrderedResult
        /// The last row before which all rows are known; `nil` if all rows are known.
        var bound: ResultRow?
        /// Indicates whether it is known which commits the rows include.
        var isSettled = false
    }

    init(_ condition: ResultCondition, _ backend: any StoreBackend) {
        self.condition = condition
        self.backend = backend
        window = ResultWindow(condition.request)
        entityName = condition.model.layouts[condition.root].name
        state = Mutex(State(rows: OrderedResult(orderedBy: condition.sorter)))
    }

    /// Applies the commits that a signal has collected, and returns the changes.
    ///
    /// The function does not run on the caller's actor, which may belong to a user interface.
    @concurrent
    func advance(_ signal: Signal) async throws(StoreError) -> ResultChanges {
        try state.withLock { (state) throws(StoreError) in
            let limit = max(1000, state.rows.count / 4)
            let touched = signal.take { $0.take(limit: limit) }
            guard state.isSettled, !touched.mustAsk, window.keepsRows else {
                return try ask(touched, signal, &state)
            }
            guard condition.paths.areLocal else {
                return try applyRelated(touched, signal, &state)
            }
            return try apply(try localDecisions(touched), touched, signal, &state)
        }
    }

    /// Reads the result again and compares it.
    private func ask(
        _ touched: TouchedRows, _ signal: Signal, _ state: inout State
    ) throws(StoreError) -> ResultChanges {
        try ask(after: visible(state.rows), touched, signal, &state)
    }

    private func ask(
        after old: ResultList, _ touched: TouchedRows, _ signal: Signal, _ state: inout State
    ) throws(StoreError) -> ResultChanges {
        let view = try SettledView(touched, signal, self)
        defer { view.close() }
        let rows = try view.rows()
        state.rows = OrderedResult(rows, orderedBy: condition.sorter)
        state.bound = window.kept.flatMap { rows.count < $0 ? nil : rows.last }
        state.isSettled = view.isSettled
        let linked = view.touched.areLinksUnlisted ? Set(old.numbers) : view.touched.linked
        return ResultChanges(
            from: old, to: visible(state.rows), linked: linked, entityName: entityName)
    }

    /// Returns the rows that the request returns.
    private func visible(_ rows: OrderedResult) -> ResultList {
        rows.list(window.keepsRows ? window.range : 0..<rows.count)
    }

    /// Decides by the touched rows alone.
    private func localDecisions(
        _ touched: TouchedRows
    ) throws(StoreError) -> [ResultDecision] {
        var decisions: [ResultDecision] = []
        decisions.reserveCapacity(touched.rows.count)
        for (number, touch) in touched.rows {
            var outcome = ResultDecision.Outcome.absent
            if let version = touch.version {
                outcome = .unmoved(version: version)
                if touch.isDecisive, let row = touch.row {
                    let stored = StoredRow(
                        number: number, entity: touch.entity, version: version, row: row)
                    let graph = RowNavigator(row: stored, model: condition.model)
                    let found = try condition.resultRow(stored, in: graph)
                    outcome = found.map { .present($0) } ?? .absent
                }
            }
            decisions.append(ResultDecision(number: number, outcome: outcome))
        }
        return decisions
    }

    /// Decides by the touched rows and the rows that they are related to, which are read.
    private func applyRelated(
        _ touched: TouchedRows, _ signal: Signal, _ state: inout State
    ) throws(StoreError) -> ResultChanges {
        let isOwn = touched.related.count == 0
        if isOwn, !touched.rows.values.contains(where: { $0.isDecisive && $0.version != nil }) {
            return try apply(try localDecisions(touched), touched, signal, &state)
        }
        let view = try SettledView(touched, signal, self)
        defer { view.close() }
        let limit = max(1000, state.rows.count / 4)
        guard view.isSettled, !view.touched.mustAsk,
            let decisions = try view.decisions(limit: limit)
        else { return try ask(view.touched, signal, &state) }
        return try apply(decisions, view.touched, signal, &state)
    }

    private func apply(
        _ decisions: [ResultDecision], _ touched: TouchedRows, _ signal: Signal,
        _ state: inout State
    ) throws(StoreError) -> ResultChanges {
        var decisions = decisions
        if touched.areLinksUnlisted { return try ask(touched, signal, &state) }
        if !touched.linked.isEmpty {
            for index in decisions.indices where touched.linked.contains(decisions[index].number) {
                decisions[index].isLinked = true
            }
            let decided = Set(decisions.map(\.number))
            for number in touched.linked.subtracting(decided) {
                decisions.append(
                    ResultDecision(
                        number: number, outcome: .unmoved(version: nil), isLinked: true))
            }
        }
        guard !window.isWhole else { return state.rows.apply(decisions, entityName: entityName) }
        return try applyWindowed(decisions, touched, signal, &state)
    }

    /// Applies decisions to the rows up to the last known one, and compares the window.
    private func applyWindowed(
        _ decisions: [ResultDecision], _ touched: TouchedRows, _ signal: Signal,
        _ state: inout State
    ) throws(StoreError) -> ResultChanges {
        let old = visible(state.rows)
        var decisions = decisions
        if let bound = state.bound {
            for index in decisions.indices {
                guard case .present(let row) = decisions[index].outcome,
                    condition.sorter.isBefore(bound, row)
                else { continue }
                decisions[index].outcome = .absent
            }
        }
        _ = state.rows.apply(decisions, entityName: entityName)
        if state.bound != nil, state.rows.count < window.range.upperBound {
            return try ask(after: old, touched, signal, &state)
        }
        if let kept = window.kept, let greatest = window.greatestKept, state.rows.count > greatest {
            state.rows.removeAll(after: kept)
            state.bound = state.rows.last
        }
        return ResultChanges(
            from: old, to: visible(state.rows), linked: touched.linked, entityName: entityName)
    }
}

extension RowSorter {
    /// Returns whether a row comes before another one.
    func isBefore(_ left: ResultRow, _ right: ResultRow) -> Bool {
        switch order(left.values[...], right.values[...]) {
        case .before: true
        case .after: false
        case .same: left.number < right.number
        }
    }
}
