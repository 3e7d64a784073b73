import Dispatch
import Synchronization

/// A value protected by a lock that is granted in the order of the requests.
///
/// A `Mutex` can be acquired repeatedly by the threads that use it most, so that a large commit
/// could wait while small ones overtake it. Here no request waits for a later one. Waiting blocks
/// the thread; tasks that must not block a thread wait in a ``BackgroundQueue`` first.
///
/// ```swift
/// let writer = FairMutex(StoreWriter(connection))
/// try writer.withLock { try $0.commit(changes) }
/// ```
package final class FairMutex<Value>: Sendable {
    private struct Turns: Sendable {
        var isTaken = false
        /// The semaphores of the waiting threads, in order of arrival from index `next` on.
        var waiting: [DispatchSemaphore] = []
        var next = 0

        /// Removes and returns the next waiting thread's semaphore.
        mutating func removeFirst() -> DispatchSemaphore? {
            guard next < waiting.count else { return nil }
            defer {
                next += 1
                if next == waiting.count { (waiting, next) = ([], 0) }
            }
            return waiting[next]
        }
    }

    private let turns = Mutex(Turns())
    private let value: Mutex<Value>

    /// Creates a lock that protects a value.
    package init(_ value: consuming sending Value) {
        self.value = Mutex(value)
    }

    /// Accesses the value after all earlier requests.
    package func withLock<Result, Failure: Error>(
        _ body: (inout sending Value) throws(Failure) -> sending Result
    ) throws(Failure) -> sending Result {
        takeTurn()
        defer { passTurn() }
        return try value.withLock(body)
    }

    /// Accesses the value briefly, after the current access and before the waiting ones.
    package func withLockOutOfTurn<Result, Failure: Error>(
        _ body: (inout sending Value) throws(Failure) -> sending Result
    ) throws(Failure) -> sending Result {
        try value.withLock(body)
    }

    /// Accesses the value briefly, or returns `nil` if it is being accessed.
    package func withLockIfAvailable<Result, Failure: Error>(
        _ body: (inout sending Value) throws(Failure) -> sending Result
    ) throws(Failure) -> sending Result? {
        try value.withLockIfAvailable(body)
    }

    /// The number of waiting threads; for tests.
    package var waitingCount: Int { turns.withLock { $0.waiting.count - $0.next } }

    private func takeTurn() {
        let signal = turns.withLock { turns -> DispatchSemaphore? in
            guard turns.isTaken else {
                turns.isTaken = true
                return nil
            }
            let signal = DispatchSemaphore(value: 0)
            turns.waiting.append(signal)
            return signal
        }
        signal?.wait()
    }

    /// Passes the turn, which stays taken, to the next waiting thread.
    ///
    /// No other thread comes in between.
    private func passTurn() {
        let following = turns.withLock { turns -> DispatchSemaphore? in
            let following = turns.removeFirst()
            turns.isTaken = following != nil
            return following
        }
        following?.signal()
    }
}
