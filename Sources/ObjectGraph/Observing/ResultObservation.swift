/// The observation of one request's result by one task.
///
/// The observation subscribes before it reads, so that no commit is missed: commits during the read
/// are recorded. Nothing is read or decided before the next changes are requested, so until then a
/// commit costs no more than its record.
final class ResultObservation<Content: ResultContent> {
    private let result: MaintainedResult<Content>
    private let signal: ChangeSignal<TouchedRows>
    private let container: ContainerState
    private let subscription: CommitSubscription
    private var foreign: ExternalChangeMonitor
    private var isFirst = true

    /// Subscribes to the commits that can affect the result.
    init(
        _ content: Content, _ condition: ResultCondition, _ backend: any StoreBackend,
        of container: ContainerState, pollingEvery interval: Duration?
    ) {
        let signal = ChangeSignal(TouchedRows(condition))
        result = MaintainedResult(content, condition, backend)
        foreign = ExternalChangeMonitor(backend, every: interval)
        self.signal = signal
        self.container = container
        subscription = backend.commits.add(
            for: condition.model,
            onClose: {
                signal.note { touched in
                    touched.askAgain()
                    return true
                }
            },
            { changes in signal.note { $0.note(changes) } })
    }

    /// Waits for changes and returns them; `nil` when the task is cancelled.
    func next() async throws(StoreError) -> Content.Changes? {
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
            try container.requireOpen()
            let changes = try await result.advance(signal)
            if (isFirst || !changes.isEmpty) && !Task.isCancelled {
                isFirst = false
                return changes
            }
        }
        return nil
    }
}
