/// Formats the results of a title as a table.
package struct TableReport {
    private let title: TitleReport
    /// Indicates whether a column for statements is needed, as for stores in files.
    private let showsStatements: Bool

    /// Returns the name and summary of a title, followed by a table.
    package static func text(_ title: TitleReport) -> String {
        let report = TableReport(title)
        let table = TextTable(columns: report.columns, rows: title.sizes.flatMap(report.rows))
        return "\(title.name): \(title.summary)\n\n" + table.text
    }

    private init(_ title: TitleReport) {
        self.title = title
        showsStatements = title.sizes.contains { $0.contenders.contains { $0.statements != nil } }
    }

    private var columns: [TextTable.Column] {
        let columns: [TextTable.Column] = [
            .numbers("records"), .numbers("MB"), .words("contender"), .numbers("median ms"),
            .numbers("spread"), .numbers("min"), .numbers("max"), .numbers("MB/s"),
            .numbers("speed"), .numbers("peak MB"), .numbers("× payload"),
        ]
        return columns + (showsStatements ? [.numbers("statements")] : [])
            + [.numbers("samples")]
    }

    private func rows(_ size: SizeReport) -> [[String]] {
        size.contenders.map { contender in
            let time = contender.time
            let peak = contender.peakBytes.map { Double($0) / 1e6 }
            let payload = Double(size.payloadBytes) / 1e6
            let cells = [
                "\(size.records)", NumberText.decimal(payload), contender.name,
                milliseconds(time.median),
                "\(milliseconds(time.spread.low))–\(milliseconds(time.spread.high))",
                milliseconds(time.minimum), milliseconds(time.maximum),
                NumberText.decimal(contender.megabytesPerSecond),
                contender.speed.map { NumberText.decimal($0) + "x" } ?? "?",
                peak.map(NumberText.decimal) ?? "?",
                peak.map { NumberText.decimal($0 / payload) } ?? "?",
            ]
            let statements = showsStatements ? [contender.statements.map(String.init) ?? ""] : []
            return cells + statements + ["\(time.samples)"]
        }
    }

    private func milliseconds(_ seconds: Double) -> String { NumberText.decimal(seconds * 1e3) }
}
