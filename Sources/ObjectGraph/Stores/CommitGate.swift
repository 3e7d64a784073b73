package import Dispatch
import Synchronization

/// Admits commits to a store, one unit of work with all its commits exclusively.
///
/// A unit of work that has lost its race against others several times enters exclusively: what it
/// reads is still current when it saves. All others are admitted in the order of their arrival, and
/// commits beside each other, because the store has a lock of its own.
///
/// The gate makes units of work succeed; versions of rows keep them correct. A wait is therefore
/// limited, and the waiting thread continues without admission afterwards. Two units that exclude
/// commits of two stores, and then wait for each other, delay each other, but they end.
package final class CommitGate: Sendable {
    fileprivate struct Waiter: Sendable {
        let isExclusive: Bool
        let signal = DispatchSemaphore(value: 0)
    }

    fileprivate struct State: Sendable {
        var runningCount = 0
        var isExclusive = false
        var waiting: [Waiter] = []
    }

    /// The gates that the unit of work of this task has entered exclusively.
    @TaskLocal private static var entered: Set<ObjectIdentifier> = []

    private let state = Mutex(State())
    private let patience: DispatchTimeInterval

    /// Creates an open gate.
    ///
    /// - Parameter patience: The greatest length of a wait.
    package init(patience: DispatchTimeInterval = .seconds(5)) { self.patience = patience }

    /// The number of waiting threads; for tests.
    package var waitingCount: Int { state.withLock { $0.waiting.count } }

    /// Executes a commit when no other task's unit of work excludes it.
    package func admit<Result, Failure: Error>(
        _ commit: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        let isAdmitted = enter(isExclusive: false)
        defer { if isAdmitted { leave() } }
        return try commit()
    }

    /// Executes a unit of work that excludes the commits of others; those inside it are its own.
    package func exclude<Result>(_ work: () throws -> Result) rethrows -> Result {
        let isAdmitted = enter(isExclusive: true)
        defer { if isAdmitted { leave() } }
        let entered = Self.entered.union([ObjectIdentifier(self)])
        return try Self.$entered.withValue(entered, operation: work)
    }

    /// Waits for admission; returns `false` if the caller needs none, or has waited long enough.
    private func enter(isExclusive: Bool) -> Bool {
        guard !Self.entered.contains(ObjectIdentifier(self)) else { return false }
        let waiter = state.withLock { state -> Waiter? in
            guard !state.waiting.isEmpty || !state.admits(isExclusive) else {
                state.start(isExclusive)
                return nil
            }
            let waiter = Waiter(isExclusive: isExclusive)
            state.waiting.append(waiter)
            return waiter
        }
        guard let waiter, waiter.signal.wait(timeout: .now() + patience) == .timedOut else {
            return true
        }
        return state.withLock { state in
            guard let index = state.waiting.firstIndex(where: { $0.signal === waiter.signal })
            else {
                return true
            }
            state.waiting.remove(at: index)
            state.admitFirst()
            return false
        }
    }

    /// Ends a commit, or the unit of work that has excluded others.
    private func leave() {
        state.withLock { state in
            if state.isExclusive { state.isExclusive = false } else { state.runningCount -= 1 }
            state.admitFirst()
        }
    }
}

extension CommitGate.State {
    fileprivate func admits(_ isExclusive: Bool) -> Bool {
        !self.isExclusive && (!isExclusive || runningCount == 0)
    }

    fileprivate mutating func start(_ isExclusive: Bool) {
        if isExclusive { self.isExclusive = true } else { runningCount += 1 }
    }

    /// Admits waiting threads, as long as the first of them can be.
    fileprivate mutating func admitFirst() {
        while let first = waiting.first, admits(first.isExclusive) {
            waiting.removeFirst()
            start(first.isExclusive)
            first.signal.signal()
        }
    }
}
