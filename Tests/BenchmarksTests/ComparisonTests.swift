import Benchmarks
import Foundation
import Testing

@Suite("Comparing with a baseline")
struct ComparisonTests {
    private static let environment = Environment(
        machine: "m", system: "s", toolchain: nil, isOptimized: true, commit: nil)

    private func baseline(_ contenders: KeyValuePairs<String, [Double]>) -> Baseline {
        Baseline(
            Reports.run([1000: contenders]), date: Date(timeIntervalSince1970: 0),
            environment: Self.environment)
    }

    private func comparison(
        _ now: KeyValuePairs<String, [Double]>, with before: KeyValuePairs<String, [Double]>
    ) -> Comparison {
        Comparison(Reports.run([1000: now]), with: baseline(before))
    }

    @Test(
        arguments: [
            ([1.0, 1.01, 1.02], Change.Verdict.same), ([1.5, 1.6, 1.7], .slower),
            ([0.5, 0.6, 0.7], .faster), ([0.9, 1, 1.7], .same), ([1.7, 1.8], .tooFewSamples),
        ] as [([Double], Change.Verdict)])
    func `a verdict is given where the spreads keep clear of each other`(
        now: [Double], verdict: Change.Verdict
    ) throws {
        let comparison = comparison(
            ["Mercator": now, "reference": [2, 2, 2]],
            with: ["Mercator": [1, 1.02, 1.04], "reference": [2, 2, 2]])
        #expect(comparison.changes.map(\.verdict) == [verdict])
    }

    @Test func `a machine that is twice as slow for both changes nothing`() throws {
        let comparison = comparison(
            ["Mercator": [2, 2.02, 2.04], "reference": [8, 8, 8]],
            with: ["Mercator": [1, 1.01, 1.02], "reference": [4, 4, 4]])
        let change = try #require(comparison.changes.first)
        #expect(change.verdict == .same)
        let (speedChange, timeChange) = (change.speedChange ?? .nan, change.timeChange ?? .nan)
        #expect(abs(speedChange) < 0.001)
        #expect(abs(timeChange - 1) < 0.001)
    }

    @Test func `the reference is not compared with itself`() {
        let times: KeyValuePairs<String, [Double]> = [
            "Mercator": [1, 1, 1], "other": [2, 2, 2], "reference": [4, 4, 4],
        ]
        let comparison = comparison(times, with: times)
        #expect(comparison.changes.map(\.contender) == ["Mercator", "other"])
    }

    @Test func `a contender that is new or stands alone has no verdict`() {
        #expect(
            comparison(
                ["new": [1, 1, 1], "reference": [2, 2, 2]],
                with: ["Mercator": [1, 1, 1], "reference": [2, 2, 2]]
            ).changes.map(\.verdict) == [.notInBaseline])
        #expect(
            comparison(
                ["Mercator": [1, 1, 1]],
                with: ["Mercator": [1, 1, 1], "reference": [2, 2, 2]]
            ).changes.map(\.verdict) == [.noReference])
    }

    @Test(arguments: [(0.0, 1), (0.19, 1), (0.21, 0)])
    func `a regression loses more than a share of the speed`(share: Double, count: Int) {
        // Twice as fast as the reference before, 1.6 times now.
        let comparison = comparison(
            ["Mercator": [1.25, 1.25, 1.25], "reference": [2, 2, 2]],
            with: ["Mercator": [1, 1, 1], "reference": [2, 2, 2]])
        #expect(comparison.regressions(beyond: share).count == count)
    }

    @Test func `what may be chance is no regression`() {
        let comparison = comparison(
            ["Mercator": [0.9, 2, 2.1], "reference": [2, 2, 2]],
            with: ["Mercator": [1, 1, 1], "reference": [2, 2, 2]])
        #expect(comparison.changes.compactMap(\.speedChange) == [-0.5])
        #expect(comparison.regressions(beyond: 0).isEmpty)
    }

    @Test func `the table says what was and what is`() {
        let before = baseline(["Mercator": [0.001, 0.001, 0.001], "ref": [0.002, 0.002, 0.002]])
        let now = Reports.run([
            1000: ["Mercator": [0.002, 0.002, 0.002], "ref": [0.002, 0.002, 0.002]]
        ])
        let text = ComparisonReport.text(
            Comparison(now, with: before), with: before, on: Self.environment)
        #expect(text.contains("Compared with a run of 1970-01-01T00:00:00Z. Speed"))
        #expect(!text.contains("Times cannot be compared"))
        let cells = text.split(separator: "\n").last?.split(separator: "  ") ?? []
        let words = cells.map { $0.trimmingCharacters(in: .whitespaces) }
        #expect(
            words == [
                "map", "1000", "Mercator", "2.00x", "1.00x", "-50.0 %", "SLOWER", "1.00", "2.00",
                "+100.0 %",
            ])
    }
}
