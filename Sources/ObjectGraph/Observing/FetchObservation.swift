/// The observation of one request's result by one task.
///
/// The observation subscribes before it reads, so that no commit is missed: commits during the read
/// are recorded. Nothing is read or decided before the next changes are requested, so until then a
/// commit costs no more than its record.
final class FetchObservation {
    private let result: MaintainedResult
    private let signal: MaintainedResult.Signal
    private let subscription: CommitSubscription
    private var foreign: ExternalChangeMonitor
    private var isFirst = true

    /// Subscribes to the commits that can affect the result.
    ///
    /// - Throws: ``StoreError`` with code `invalidRequest` if the request does not fit the model.
    init(
        _ request: FetchRequest, of model: ManagedObjectModel, _ backend: any StoreBackend,
        pollingEvery interval: Duration?
    ) throws(StoreError) {
        let condition = try ResultCondition(try RowRequest(request, model), model)
        let signal = ChangeSignal(TouchedRows(condition))
        result = MaintainedResult(condition, backend)
        foreign = ExternalChangeMonitor(backend, every: interval)
        self.signal = signal
        subscription = backend.commits.add(for: model) { changes in
            signal.note { $0.note(changes) }
        }
    }

    /// Waits for changes and returns them; `nil` when the task is cancelled.
    func next() async throws(StoreError) -> ResultChanges? {
        if isFirst { _ = try await foreign.hasChanged() }
        while !Task.isCancelled {
            guard isFirst || signal.isRaised else {
                await signal.wait(atMost: foreign.interval)
                if try await foreign.hasChanged() {
                    signal.note { touched in
                        touched.askAgain()
                        return true
                    }
                }
                continue
            }
            let changes = try await result.advance(signal)
            if (isFirst || !changes.isEmpty) && !Task.isCancelled {
                isFirst = false
                return changes
            }
        }
        return nil
    }
}
