import Benchmarks
import Foundation
import Testing

/// The execution of a title with few records.
enum TitleRun {
    /// Runs every contender twice, and returns the results.
    static func twice(_ name: String) async throws -> SizeReport {
        // Contenders may block until tasks complete, which a thread of the cooperative
        // pool must not do.
        try await withCheckedThrowingContinuation { continuation in
            Thread.detachNewThread {
                continuation.resume(with: Result { try runTwice(name) })
            }
        }
    }

    private static func runTwice(_ name: String) throws -> SizeReport {
        let title = try #require(Title.all.first { $0.name == name })
        let workload = try title.workload(PagePair(count: 130))
        try Title.require(workload.contenders.count >= 2, "no reference")
        try Title.require(workload.payloadBytes > 0, "no payload")
        let results = try workload.contenders.map { contender in
            ContenderResult(
                name: contender.name, samples: [try contender.run(), try contender.run()],
                // Not measured here.
                peakBytes: 0)
        }
        let report = SizeReport(
            records: 130, handledRecords: 130, payloadBytes: workload.payloadBytes,
            results: results, goals: workload.goals)
        try Title.require(
            (report.goals ?? []).count == workload.goals.count, "a goal has no result")
        return report
    }
}
