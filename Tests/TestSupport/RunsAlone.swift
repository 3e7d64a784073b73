import Foundation
package import Testing

extension Trait where Self == ConditionTrait {
    /// Runs a suite whose connections must not wait for other tests: each step of a task is queued
    /// behind those of all tests of the process, for longer than a connection is kept.
    package static var runsAlone: Self {
        .enabled(
            if: ProcessInfo.processInfo.environment["MERCATOR_TRANSPORTS"] == "1",
            "transports are tested in a process of their own: set MERCATOR_TRANSPORTS=1, with --filter"
        )
    }
}
