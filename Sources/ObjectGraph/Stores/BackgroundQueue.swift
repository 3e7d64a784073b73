import Synchronization

/// Lets units of work begin in the order in which they came, a few at a time.
///
/// Each gets a ``BackgroundThread`` for itself; who waits is suspended and blocks no thread. A unit that
/// asks to be alone begins when those that run have ended, and nobody begins while it waits or runs.
///
/// A ticket is a place in the order. A unit of work keeps it when it comes again because somebody else
/// was faster, and so is before all that came later.
package final class BackgroundQueue: Sendable {
    fileprivate struct Waiter {
        let ticket: Int
        let isAlone: Bool
        let continuation: CheckedContinuation<BackgroundThread?, Never>
    }

    /// Somebody whose wait is over: with a thread, or with `nil` because the task is cancelled.
    fileprivate struct Start: Sendable {
        let continuation: CheckedContinuation<BackgroundThread?, Never>
        let thread: BackgroundThread?
    }

    fileprivate struct State {
        let width: Int
        var idle: [BackgroundThread]
        var isAlone = false
        /// In the order of their tickets.
        var waiting: [Waiter] = []
        var nextTicket = 0
    }

    private let state: Mutex<State>

    /// Makes a queue; threads are started when they are needed.
    ///
    /// - Parameter width: How many units of work run at a time.
    package init(width: Int) {
        let threads = (0..<width).map { _ in BackgroundThread() }
        state = Mutex(State(width: width, idle: threads))
    }

    /// How many units of work run at a time.
    package var width: Int { state.withLock { $0.width } }

    /// How many wait to begin; for tests.
    package var waitingCount: Int { state.withLock { $0.waiting.count } }

    /// The next place in the order.
    func takeTicket() -> Int {
        state.withLock { state in
            defer { state.nextTicket += 1 }
            return state.nextTicket
        }
    }

    /// Waits until it is this ticket's turn.
    ///
    /// - Parameters:
    ///   - ticket: The place in the order.
    ///   - isAlone: Whether nobody else may run meanwhile.
    /// - Returns: A thread, to be given back by ``leave(_:)``.
    /// - Throws: `CancellationError` if the task is cancelled before it is its turn.
    func enter(_ ticket: Int, isAlone: Bool) async throws(CancellationError) -> BackgroundThread {
        let thread = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                change { state in
                    // Looked at under the lock: a cancellation comes before this, or finds the waiter.
                    guard !Task.isCancelled else {
                        return [Start(continuation: continuation, thread: nil)]
                    }
                    state.add(Waiter(ticket: ticket, isAlone: isAlone, continuation: continuation))
                    return state.admit()
                }
            }
        } onCancel: {
            change { state in
                guard let waiter = state.remove(ticket) else { return [] }
                // Who wanted to be alone may have kept others from beginning.
                return [Start(continuation: waiter.continuation, thread: nil)] + state.admit()
            }
        }
        guard let thread else { throw CancellationError() }
        return thread
    }

    /// Ends a turn.
    func leave(_ thread: BackgroundThread) {
        change { state in
            state.idle.append(thread)
            state.isAlone = false
            return state.admit()
        }
    }

    /// Changes the state, and then lets those begin whose turn it is.
    private func change(_ body: (inout State) -> [Start]) {
        let starts = state.withLock { body(&$0) }
        for start in starts { start.continuation.resume(returning: start.thread) }
    }
}

extension BackgroundQueue.State {
    /// Puts somebody behind those with lower tickets: at the end, unless they were here before.
    fileprivate mutating func add(_ waiter: BackgroundQueue.Waiter) {
        let place = waiting.lastIndex { $0.ticket < waiter.ticket }.map { $0 + 1 } ?? 0
        waiting.insert(waiter, at: place)
    }

    /// Takes somebody out who waits.
    fileprivate mutating func remove(_ ticket: Int) -> BackgroundQueue.Waiter? {
        waiting.firstIndex { $0.ticket == ticket }.map { waiting.remove(at: $0) }
    }

    /// Hands threads to the first who wait; they no longer wait then.
    fileprivate mutating func admit() -> [BackgroundQueue.Start] {
        var starts: [BackgroundQueue.Start] = []
        while let first = waiting.first, !isAlone, !first.isAlone || idle.count == width,
            let thread = idle.popLast()
        {
            waiting.removeFirst()
            isAlone = first.isAlone
            starts.append(.init(continuation: first.continuation, thread: thread))
        }
        return starts
    }
}
