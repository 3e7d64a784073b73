#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Formats a comparison as a table.
package enum ComparisonReport {
    private static let columns: [TextTable.Column] = [
        .words("title"), .numbers("records"), .words("contender"), .numbers("speed was"),
        .numbers("is"), .numbers("change"), .words("verdict"), .numbers("ms was"), .numbers("is"),
        .numbers("change"),
    ]

    package static func text(
        _ comparison: Comparison, with baseline: Baseline, on environment: Environment
    ) -> String {
        let table = TextTable(columns: columns, rows: comparison.changes.map(row))
        return header(baseline, environment) + "\n\n" + table.text
    }

    private static func header(_ baseline: Baseline, _ environment: Environment) -> String {
        let past = baseline.environment
        var text = "Compared with a run of \(baseline.date.formatted(.iso8601))"
        if let commit = past.commit { text += " at commit \(commit)" }
        text += ". Speed is that against the reference in the same run; a verdict is given where"
        text += " the spreads of both runs do not overlap."
        guard !past.isLike(environment) else { return text }
        return text + "\nTimes cannot be compared. Then: \(describe(past))"
            + "\n                           Now: \(describe(environment))"
    }

    private static func describe(_ environment: Environment) -> String {
        [
            environment.machine, environment.system,
            environment.toolchain ?? "unknown toolchain",
            environment.isOptimized ? "release" : "debug",
        ].joined(separator: "; ")
    }

    private static func row(_ change: Change) -> [String] {
        [
            change.title, "\(change.records)", change.contender,
            change.speedBefore.map { NumberText.decimal($0) + "x" } ?? "?",
            change.speedNow.map { NumberText.decimal($0) + "x" } ?? "?",
            change.speedChange.map(NumberText.change) ?? "?", words(change.verdict),
            change.timeBefore.map { NumberText.decimal($0 * 1e3) } ?? "?",
            NumberText.decimal(change.timeNow * 1e3),
            change.timeChange.map(NumberText.change) ?? "?",
        ]
    }

    private static func words(_ verdict: Change.Verdict) -> String {
        switch verdict {
        case .faster: "faster"
        case .slower: "SLOWER"
        case .same: "spreads overlap"
        case .tooFewSamples: "too few samples"
        case .noReference: "no reference"
        case .notInBaseline: "not in the baseline"
        }
    }
}
