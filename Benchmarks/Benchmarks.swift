#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// Measures Mercator against what one would write without it, on generated payloads.
///
/// The walk: payloads are generated for each size; each title runs its contenders in turn
/// (``Harness``); what was found is printed as tables or as JSON.
@main
struct Benchmarks {
    static func main() {
        do {
            try run(try Arguments(Array(CommandLine.arguments.dropFirst())))
        } catch {
            StandardError.write("error: \(error)\n")
            exit(1)
        }
    }

    private static func run(_ arguments: Arguments) throws {
        guard !arguments.showsHelp else { return print(Arguments.help) }
        let start = ContinuousClock.now
        let progress = Progress()
        let harness = Harness(
            samples: arguments.samples, budget: .seconds(4), contender: arguments.contender,
            progress: progress)
        let titles = try arguments.titles()
        var sizes = titles.map { _ in [SizeReport]() }
        for count in arguments.sizes {
            let pages = PagePair(count: count)
            for (index, title) in titles.enumerated() {
                sizes[index].append(try harness.measure(title, pages))
            }
        }
        progress.clear()
        let report = RunReport(
            titles: zip(titles, sizes).map {
                TitleReport(name: $0.name, summary: $0.summary, sizes: $1)
            },
            processPeakBytes: Memory.processPeak, seconds: start.duration(to: .now) / .seconds(1))
        print(try text(report, arguments))
    }

    private static func text(_ report: RunReport, _ arguments: Arguments) throws -> String {
        guard !arguments.writesJSON else { return try JSONReport.text(report) }
        return report.titles.map(TableReport.text).joined(separator: "\n")
    }
}
