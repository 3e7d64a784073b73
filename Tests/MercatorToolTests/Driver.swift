import Foundation

/// A `StoreDriver` process started by the tests.
struct Driver {
    /// The outcome of a run, and the steps reported before it ended.
    struct Run {
        let wasKilled: Bool
        let status: Int32
        let steps: [String]
        let errors: String

        /// Indicates whether the process ended normally without an error.
        var isSuccess: Bool { !wasKilled && status == 0 }
    }

    private let process = Process()
    private let output: Capture
    private let errors: Capture

    /// Starts the process.
    init(_ scenario: String, _ file: URL, _ moment: [String] = []) throws {
        let directory = file.deletingLastPathComponent()
        (output, errors) = (try Capture(in: directory), try Capture(in: directory))
        process.executableURL = Tool.products.appendingPathComponent("StoreDriver")
        process.arguments = [scenario, file.path] + moment
        process.standardOutput = output.handle
        process.standardError = errors.handle
        try process.run()
    }

    /// Waits for the process to end.
    func wait() throws -> Run {
        process.waitUntilExit()
        let wasKilled =
            process.terminationReason == .uncaughtSignal && process.terminationStatus == SIGKILL
        return Run(
            wasKilled: wasKilled, status: process.terminationStatus,
            steps: try output.text().split(separator: "\n").map(String.init),
            errors: try errors.text())
    }
}
