package import Dispatch
package import Testing

/// Ends the run when a test does not end, and names the test.
///
/// A time limit of the test library cancels a test, which helps if that waits for something. A test that
/// loops, or waits for what cannot be cancelled, would keep the whole run from ending.
///
/// ```swift
/// @Suite("A lock that is given in order", .endsInTime)
/// ```
package struct Watchdog: TestTrait, SuiteTrait, TestScoping {
    private let limit: DispatchTimeInterval

    /// Watches over tests.
    ///
    /// - Parameter limit: How long a test may take, on a machine that is busy with others.
    package init(limit: DispatchTimeInterval) {
        self.limit = limit
    }

    package var isRecursive: Bool { true }

    package func scopeProvider(for test: Test, testCase: Test.Case?) -> Self? {
        testCase == nil ? nil : self
    }

    package func provideScope(
        for test: Test, testCase: Test.Case?,
        performing function: @concurrent @Sendable () async throws -> Void
    ) async throws {
        try await watch(test.displayName ?? test.name, function)
    }

    /// Runs some work, and ends the process if the work has not ended by then.
    package func watch(
        _ name: String, _ work: @concurrent @Sendable () async throws -> Void
    ) async throws {
        let alarm = DispatchWorkItem { [limit] in
            fatalError("'\(name)' has not ended within \(limit)")
        }
        // A queue of its own: the threads of all tasks may be the ones that hang.
        DispatchQueue(label: "Watchdog").asyncAfter(deadline: .now() + limit, execute: alarm)
        defer { alarm.cancel() }
        try await work()
    }
}

extension Trait where Self == Watchdog {
    /// Ends the run when a test has not ended after minutes: for whatever loops, waits or asks processes.
    package static var endsInTime: Self { Watchdog(limit: .seconds(600)) }
}
