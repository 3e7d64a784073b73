import Synchronization

/// Starts units of work in the order of their arrival, a few at a time.
///
/// Each unit has a separate ``BackgroundThread``; waiting suspends the task and blocks no thread. A
/// unit that requests exclusive execution starts after all running units have ended, and no other
/// unit starts while it waits or runs.
///
/// A ticket is a position in the order. A unit of work that is repeated after a conflict keeps its
/// ticket, and therefore precedes all that arrived later.
package final class BackgroundQueue: Sendable {
    fileprivate struct Waiter {
        let ticket: Int
        let isAlone: Bool
        let continuation: CheckedContinuation<BackgroundThread?, Never>
    }

    /// The end of a wait: with a thread, or with `nil` because the task is cancelled.
    fileprivate struct Start: Sendable {
        let continuation: CheckedContinuation<BackgroundThread?, Never>
        let thread: BackgroundThread?
    }

    fileprivate struct State {
        let width: Int
        var idle: [BackgroundThread]
        var isAlone = false
        /// The waiting units, in the order of their tickets.
        var waiting: [Waiter] = []
        var nextTicket = 0
    }

    private let state: Mutex<State>

    /// Creates a queue; threads are started when they are needed.
    ///
    /// - Parameter width: The number of units of work that can run at the same time.
    package init(width: Int) {
        let threads = (0..<width).map { _ in BackgroundThread() }
        state = Mutex(State(width: width, idle: threads))
    }

    /// The number of units of work that can run at the same time.
    package var width: Int { state.withLock { $0.width } }

    /// The number of waiting units; for tests.
    package var waitingCount: Int { state.withLock { $0.waiting.count } }

    /// Returns the next position in the order.
    func takeTicket() -> Int {
        state.withLock { state in
            defer { state.nextTicket += 1 }
            return state.nextTicket
        }
    }

    /// Waits for the turn of a ticket.
    ///
    /// - Parameters:
    ///   - ticket: The position in the order.
    ///   - isAlone: Whether the unit must run exclusively.
    /// - Returns: A thread; return it with ``leave(_:)``.
    /// - Throws: `CancellationError` if the task is cancelled before its turn.
    func enter(_ ticket: Int, isAlone: Bool) async throws(CancellationError) -> BackgroundThread {
        let thread = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                change { state in
                    // Checked under the lock: a cancellation either precedes the check, or
                    // finds the waiter.
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
                // A waiter for exclusive execution may have prevented others from starting.
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

    /// Changes the state, then resumes the next units.
    private func change(_ body: (inout State) -> [Start]) {
        let starts = state.withLock { body(&$0) }
        for start in starts { start.continuation.resume(returning: start.thread) }
    }
}

extension BackgroundQueue.State {
    /// Inserts a waiter after all lower tickets: at the end, unless it keeps an earlier ticket.
    fileprivate mutating func add(_ waiter: BackgroundQueue.Waiter) {
        let index = waiting.lastIndex { $0.ticket < waiter.ticket }.map { $0 + 1 } ?? 0
        waiting.insert(waiter, at: index)
    }

    /// Removes a waiter by its ticket.
    fileprivate mutating func remove(_ ticket: Int) -> BackgroundQueue.Waiter? {
        waiting.firstIndex { $0.ticket == ticket }.map { waiting.remove(at: $0) }
    }

    /// Assigns threads to the first waiters, and removes these from the list.
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
