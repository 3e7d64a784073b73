#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif
#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// Measures Mercator against hand-written alternatives, on generated payloads.
///
/// Payloads are generated for each size; each title runs its contenders in turn (``Harness``);
/// results are printed as tables or JSON and, on request, saved and compared (``Baseline``) and
/// drawn (``GrowthChart``).
@main
struct Benchmarks {
    static func main() {
        do {
            #if canImport(ObjectGraphPostgres)
                if let worker = PageWorker(CommandLine.arguments) { return try worker.run() }
            #endif
            let arguments = try Arguments(Array(CommandLine.arguments.dropFirst()))
            guard !arguments.showsHelp else { return print(Arguments.help) }
            exit(try Benchmarks(arguments).run())
        } catch {
            StandardError.write("error: \(error)\n")
            exit(1)
        }
    }

    private let arguments: Arguments
    private let titles: [(title: Title, sizes: [Int])]
    private let baseline: Baseline?

    /// Validates everything before measuring begins.
    private init(_ arguments: Arguments) throws {
        self.arguments = arguments
        titles = try arguments.titles()
        baseline = try arguments.comparedBaseline?.read()
        try baseline?.require(titles)
        try arguments.savedBaseline?.prepare()
        try arguments.chartFolder.map(ChartFolder.init)?.prepare()
    }

    /// Measures, prints, saves and draws, and returns the exit status.
    private func run() throws -> Int32 {
        let report = try measure()
        let environment = Environment.current()
        let comparison = baseline.map { Comparison(report, with: $0) }
        print(try text(report, comparison, environment), terminator: "")
        try arguments.savedBaseline?.write(
            Baseline(report, date: Date(), environment: environment))
        try arguments.chartFolder.map(ChartFolder.init)?.draw(report)
        guard let percent = arguments.allowedRegression else { return 0 }
        let regressions = comparison?.regressions(beyond: percent / 100) ?? []
        for change in regressions {
            StandardError.write(
                "regression: \(change.title), \(change.records) records, \(change.contender)\n")
        }
        return regressions.isEmpty ? 0 : 2
    }

    private func measure() throws -> RunReport {
        let start = ContinuousClock.now
        let progress = Progress()
        let harness = Harness(
            samples: arguments.samples, budget: .seconds(4), contender: arguments.contender,
            progress: progress)
        let obstacles = titles.map { $0.title.obstacle() }
        for (entry, obstacle) in zip(titles, obstacles) {
            if let obstacle { progress.note("\(entry.title.name): not run, \(obstacle)") }
        }
        var sizes = titles.map { _ in [SizeReport]() }
        for count in arguments.sizes {
            let pages = PagePair(count: count)
            for (index, entry) in titles.enumerated() where obstacles[index] == nil {
                guard entry.sizes.contains(count) else {
                    progress.note(
                        """
                        \(entry.title.name): not run with \(count) records; its largest size is \
                        \(entry.title.largest)
                        """)
                    continue
                }
                sizes[index].append(try harness.measure(entry.title, pages))
            }
        }
        progress.clear()
        let reports = zip(titles, sizes).map {
            TitleReport(name: $0.title.name, summary: $0.title.summary, sizes: $1)
        }
        return RunReport(
            titles: reports.filter { !$0.sizes.isEmpty },
            processPeakBytes: Memory.processPeak, seconds: start.duration(to: .now) / .seconds(1))
    }

    private func text(
        _ report: RunReport, _ comparison: Comparison?, _ environment: Environment
    ) throws -> String {
        if arguments.writesJSON { return try JSONText.encode(JSONReport(report, comparison)) }
        var parts = report.titles.map(TableReport.text)
        if let goals = GoalTable.text(report.titles) { parts.append(goals) }
        if let baseline, let comparison {
            parts.append(ComparisonReport.text(comparison, with: baseline, on: environment))
        }
        return parts.joined(separator: "\n")
    }
}
