package import Dispatch
package import Testing

/// A trait that ends the process if a test hangs, naming the test.
///
/// A time limit of the testing library cancels a test, which helps only if the test waits for
/// something that supports cancellation. A test that loops, or waits otherwise, would prevent the
/// run from ending.
///
/// ```swift
/// @Suite("A lock that is given in order", .endsInTime)
/// ```
package struct Watchdog: TestTrait, SuiteTrait, TestScoping {
    private let limit: DispatchTimeInterval

    /// Creates a watchdog.
    ///
    /// - Parameter limit: The maximum duration of a test, in which all others may run as well.
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

    /// Runs work, ending the process if the work does not complete within the limit.
    package func watch(
        _ name: String, _ work: @concurrent @Sendable () async throws -> Void
    ) async throws {
        let alarm = DispatchWorkItem { [limit] in
            fatalError("'\(name)' has not ended within \(limit)")
        }
        // Uses a separate queue, because the cooperative thread pool may be what is blocked.
        DispatchQueue(label: "Watchdog").asyncAfter(deadline: .now() + limit, execute: alarm)
        defer { alarm.cancel() }
        try await work()
    }
}

extension Trait where Self == Watchdog {
    /// Ends the process if a test takes longer than 25 minutes, or three hours in the long tier.
    ///
    /// It is for tests that loop, wait or start processes.
    ///
    /// All tests begin at once, so that one can take as long as the whole run: ten minutes.
    package static var endsInTime: Self {
        Watchdog(limit: .seconds(TestTier.pick(gate: 1500, long: 3 * 3600)))
    }
}
