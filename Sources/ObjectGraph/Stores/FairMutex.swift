import Dispatch
import Synchronization

/// A value behind a lock that is given in the order in which it was asked for.
///
/// A `Mutex` goes to whoever comes at the right moment, and so again and again to those who use it
/// most: a large commit could wait while small ones overtake it. Here nobody who asks for a turn waits
/// for anybody who asked later. Waiting blocks the thread; who must not be blocked waits in a
/// ``BackgroundQueue`` before.
///
/// ```swift
/// let writer = FairMutex(StoreWriter(connection))
/// try writer.withLock { try $0.commit(changes) }
/// ```
package final class FairMutex<Value>: Sendable {
    private struct Turns: Sendable {
        var isTaken = false
        /// Those who wait; from `next` on, the first to come first.
        var waiting: [DispatchSemaphore] = []
        var next = 0

        /// Who is next, and no longer waits.
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

    /// Puts a value behind a lock.
    package init(_ value: consuming sending Value) {
        self.value = Mutex(value)
    }

    /// Does something with the value when everybody who asked before has done so.
    package func withLock<Result, Failure: Error>(
        _ body: (inout sending Value) throws(Failure) -> sending Result
    ) throws(Failure) -> sending Result {
        takeTurn()
        defer { passTurn() }
        return try value.withLock(body)
    }

    /// Does something short with the value, after whoever has it now and before those who wait.
    package func withLockOutOfTurn<Result, Failure: Error>(
        _ body: (inout sending Value) throws(Failure) -> sending Result
    ) throws(Failure) -> sending Result {
        try value.withLock(body)
    }

    /// Does something short with the value, unless somebody has it now.
    package func withLockIfAvailable<Result, Failure: Error>(
        _ body: (inout sending Value) throws(Failure) -> sending Result
    ) throws(Failure) -> sending Result? {
        try value.withLockIfAvailable(body)
    }

    /// How many wait for their turn; for tests.
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

    /// Hands the turn on; it stays taken while somebody waits, so that nobody comes in between.
    private func passTurn() {
        let following = turns.withLock { turns -> DispatchSemaphore? in
            let following = turns.removeFirst()
            turns.isTaken = following != nil
            return following
        }
        following?.signal()
    }
}
