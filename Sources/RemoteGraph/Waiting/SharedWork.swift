import RemotePlanning
import Synchronization

/// An operation with any type of result.
protocol RunningWork: Sendable {
    /// The number of tasks that wait.
    var waitingCount: Int { get }

    /// Cancels the work; all waiting tasks get its result.
    func cancel()
}

/// An operation whose result several tasks await; each can be cancelled independently.
final class SharedWork<Value: Sendable>: RunningWork {
    typealias Outcome = Result<Value, RemoteError>

    /// The right to wait for the result once.
    struct Ticket {
        fileprivate let number: Int
    }

    private struct State {
        var waiters: [Int: CheckedContinuation<Outcome, Never>] = [:]
        var ticketCount = 0
        var interestCount = 0
        /// The numbers of the tickets that were given back.
        var left: Set<Int> = []
        var outcome: Outcome?
        /// Whether no task awaits the result.
        var isAbandoned = false
        var task: Task<Void, Never>?
    }

    private let state = Mutex(State())
    /// Whether the work is cancelled with the last task that waits for it.
    private let endsWithWaiters: Bool

    private init(endsWithWaiters: Bool) { self.endsWithWaiters = endsWithWaiters }

    /// Creates work that one task waits for.
    static func joined(endsWithWaiters: Bool) -> (SharedWork, Ticket) {
        let work = SharedWork(endsWithWaiters: endsWithWaiters)
        work.state.withLock { state in
            state.interestCount = 1
            state.ticketCount = 1
        }
        return (work, Ticket(number: 1))
    }

    /// The number of tasks that wait.
    var waitingCount: Int { state.withLock { $0.interestCount } }

    /// Joins the waiting tasks; `nil` if the work has ended or is being cancelled.
    func join() -> Ticket? {
        state.withLock { state in
            guard state.outcome == nil, !state.isAbandoned else { return nil }
            state.interestCount += 1
            state.ticketCount += 1
            return Ticket(number: state.ticketCount)
        }
    }

    /// Starts the operation in an unstructured task.
    func start(_ work: @escaping @Sendable () async -> Outcome) {
        let task = Task { finish(await work()) }
        let isOver = state.withLock { state in
            state.task = task
            return state.isAbandoned
        }
        if isOver { task.cancel() }
    }

    /// Waits for the result.
    ///
    /// A cancelled task gets the error `cancelled` while others wait. The last one cancels the
    /// operation and waits for its end, so that the result states whether anything was changed.
    func value(_ ticket: Ticket) async -> Outcome {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let outcome = state.withLock { state -> Outcome? in
                    if let outcome = state.outcome { return outcome }
                    // The handler may have run before the continuation exists.
                    if Task.isCancelled, !state.isAbandoned { return .failure(.cancelled) }
                    state.waiters[ticket.number] = continuation
                    return nil
                }
                if let outcome { continuation.resume(returning: outcome) }
            }
        } onCancel: {
            leave(ticket)
        }
    }

    /// Gives a ticket back, once; the last one cancels the work if that ends with its waiters.
    func leave(_ ticket: Ticket) {
        let (waiter, task) = state.withLock {
            state -> (CheckedContinuation<Outcome, Never>?, Task<Void, Never>?) in
            guard state.left.insert(ticket.number).inserted else { return (nil, nil) }
            state.interestCount -= 1
            guard state.interestCount == 0, endsWithWaiters else {
                return (state.waiters.removeValue(forKey: ticket.number), nil)
            }
            state.isAbandoned = true
            return (nil, state.task)
        }
        waiter?.resume(returning: .failure(.cancelled))
        task?.cancel()
    }

    /// Cancels the work; all waiting tasks get its result.
    func cancel() {
        let task = state.withLock { state in
            state.isAbandoned = true
            return state.task
        }
        task?.cancel()
    }

    private func finish(_ outcome: Outcome) {
        let waiters = state.withLock { state -> [CheckedContinuation<Outcome, Never>] in
            guard state.outcome == nil else { return [] }
            state.outcome = outcome
            defer { state.waiters = [:] }
            return Array(state.waiters.values)
        }
        for waiter in waiters { waiter.resume(returning: outcome) }
    }
}
