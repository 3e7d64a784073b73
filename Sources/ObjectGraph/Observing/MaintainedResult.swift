import Synchronization

/// The result of a request, brought up to date with the rows that commits touch.
///
/// The result always belongs to one state of the store: after a commit whose number is known,
/// to which later commits are applied in order. The store is asked only for what the rows of the
/// commits do not tell: related rows, rows behind a limit that runs short, and everything if a
/// commit does not list its rows.
final class MaintainedResult<Content: ResultContent>: Sendable {
    typealias Signal = ChangeSignal<TouchedRows>

    private let condition: ResultCondition
    private let backend: any StoreBackend
    private let state: Mutex<State>

    private struct State: Sendable {
        var content: Content
        /// Indicates whether it is known which commits the content includes.
        var isSettled = false
    }

    /// Creates a result that has not been read.
    init(_ content: Content, _ condition: ResultCondition, _ backend: any StoreBackend) {
        self.condition = condition
        self.backend = backend
        state = Mutex(State(content: content))
    }

    /// Applies the commits that a signal has collected, and returns the changes.
    ///
    /// The function does not run on the caller's actor, which may belong to a user interface.
    @concurrent
    func advance(_ signal: Signal) async throws(StoreError) -> Content.Changes {
        try state.withLock { (state) throws(StoreError) in
            let limit = max(1000, state.content.count / 4)
            let touched = signal.take { $0.take(limit: limit) }
            guard state.isSettled, !touched.mustAsk, state.content.isMaintained else {
                return try ask(touched, signal, &state)
            }
            guard condition.paths.areLocal else {
                return try applyRelated(touched, signal, &state)
            }
            return try applyLocal(touched, signal, &state)
        }
    }

    /// Reads the result again and compares it.
    private func ask(
        _ touched: TouchedRows, _ signal: Signal, isApplied: Bool = false, _ state: inout State
    ) throws(StoreError) -> Content.Changes {
        let view = try SettledView(touched, signal, condition, backend)
        defer { view.close() }
        let isCurrent = view.isSettled && view.touched.commits == touched.commits
        let changes = try state.content.read(from: view, isApplied: isApplied && isCurrent)
        state.isSettled = view.isSettled
        return changes
    }

    /// Decides by the touched rows alone.
    private func applyLocal(
        _ touched: TouchedRows, _ signal: Signal, _ state: inout State
    ) throws(StoreError) -> Content.Changes {
        let decisions: [ResultDecision]
        do throws(StoreError) {
            decisions = try localDecisions(touched)
        } catch  where error.code == .overflow {
            // The row may not be among those that the request returns.
            return try ask(touched, signal, &state)
        }
        return try apply(decisions, touched, signal, &state)
    }

    private func localDecisions(
        _ touched: TouchedRows
    ) throws(StoreError) -> [ResultDecision] {
        var decisions: [ResultDecision] = []
        decisions.reserveCapacity(touched.rows.count)
        for (number, touch) in touched.rows {
            var outcome = ResultDecision.Outcome.absent
            if let version = touch.version {
                outcome = .unmoved(version: condition.columns == nil ? version : nil)
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
    ) throws(StoreError) -> Content.Changes {
        let isOwn = touched.related.count == 0
        if isOwn, !touched.rows.values.contains(where: { $0.isDecisive && $0.version != nil }) {
            return try applyLocal(touched, signal, &state)
        }
        let view = try SettledView(touched, signal, condition, backend)
        defer { view.close() }
        let limit = max(1000, state.content.count / 4)
        guard view.isSettled, !view.touched.mustAsk,
            let decisions = try decisions(view, limit: limit)
        else { return try ask(view.touched, signal, &state) }
        return try apply(decisions, view.touched, signal, &state)
    }

    /// Returns the decisions of a view; `nil` if the result has to be read again.
    private func decisions(
        _ view: SettledView, limit: Int
    ) throws(StoreError) -> [ResultDecision]? {
        do throws(StoreError) {
            return try view.decisions(limit: limit)
        } catch  where error.code == .overflow {
            return nil
        }
    }

    private func apply(
        _ decisions: [ResultDecision], _ touched: TouchedRows, _ signal: Signal,
        _ state: inout State
    ) throws(StoreError) -> Content.Changes {
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
        if let changes = state.content.apply(decisions) { return changes }
        return try ask(touched, signal, isApplied: true, &state)
    }
}
