import Benchmarks
import Foundation
import Testing

@Suite("Goals of titles")
struct GoalTests {
    private static let times: KeyValuePairs<String, [Double]> = [
        "Mercator": [0.006, 0.004, 0.005], "floor": [0.004, 0.004, 0.001],
    ]

    private static func report(_ goals: [Goal]) -> TitleReport {
        TitleReport(
            name: "commit", summary: "Commits.",
            sizes: [Reports.size(1000, times, goals: goals)])
    }

    @Test(arguments: [(1.25, true), (1.24, false)])
    func `a time is compared with another by the medians`(limit: Double, isKept: Bool) throws {
        let goal = Goal("G1", "commit", atMost: limit, .time(of: "Mercator", over: "floor"))
        let report = try #require(Self.report([goal]).sizes.first?.goals?.first)
        #expect(report.measured == 1.25)
        #expect(report.isKept == isKept)
    }

    @Test func `the peak of a contender is compared in megabytes`() throws {
        let goals = ["Mercator", "floor"].map { Goal("H2", $0, atMost: 8, .peak(of: $0)) }
        let size = Reports.size(1000, Self.times, peaks: [8_100_000], goals: goals)
        // That of the other contender was not measured.
        #expect(size.goals?.map(\.measured) == [8.1])
        #expect(size.goals?.map(\.isKept) == [false])
    }

    @Test func `a goal whose contender was not run has no result`() {
        let goals = [
            Goal("G1", "commit", atMost: 2, .time(of: "Mercator", over: "another floor")),
            Goal("G8", "round trips", atMost: 7, .number { nil }),
        ]
        #expect(Self.report(goals).sizes.first?.goals == nil)
    }

    @Test func `goals are listed by name, with a verdict`() throws {
        let goals = [
            Goal("G8", "round trips", atMost: 7, .number { 9 }),
            Goal("G1", "commit / floor", atMost: 1.25, .time(of: "Mercator", over: "floor")),
        ]
        let text = try #require(GoalTable.text([Self.report(goals)]))
        #expect(
            text == """
                Goals: times as multiples of the second one, or numbers.

                goal  measured                verdict  records    is  at most
                ----  ----------------------  -------  -------  ----  -------
                G1    commit: commit / floor  kept        1000  1.25     1.25
                G8    commit: round trips     MISSED      1000  9.00     7.00

                """)
        #expect(GoalTable.text([Self.report([])]) == nil)
    }

    @Test func `reports without goals are those of earlier versions`() throws {
        let run = RunReport(titles: [Self.report([])], processPeakBytes: 1, seconds: 2)
        let data = try JSONEncoder().encode(run)
        #expect(!String(decoding: data, as: UTF8.self).contains("goals"))
        #expect(try JSONDecoder().decode(RunReport.self, from: data) == run)
    }
}
