/// Writes what was found about a title as a table for people.
struct TableReport {
    private static let headings = [
        "records", "MB", "contender", "median ms", "min", "max", "MB/s", "speed", "peak MB",
        "× payload", "samples",
    ]
    /// Columns of words are aligned on the left, numbers on the right.
    private static let wordColumns: Set<Int> = [2]

    /// The lines of a table.
    static func text(_ title: TitleReport) -> String {
        let rows = [headings] + title.sizes.flatMap(rows)
        let widths = headings.indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
        var lines = rows.map { row in
            zip(row, widths).enumerated().map { column, cell in
                pad(cell.0, to: cell.1, onTheLeft: !wordColumns.contains(column))
            }.joined(separator: "  ")
        }
        let rule = widths.map { String(repeating: "-", count: $0) }.joined(separator: "  ")
        lines.insert(rule, at: 1)
        return "\(title.name): \(title.summary)\n\n" + lines.joined(separator: "\n") + "\n"
    }

    private static func rows(_ size: SizeReport) -> [[String]] {
        size.contenders.map { contender in
            let time = contender.time
            let peak = contender.peakBytes.map { Double($0) / 1e6 }
            let payload = Double(size.payloadBytes) / 1e6
            return [
                "\(size.records)", decimal(payload), contender.name, decimal(time.median * 1e3),
                decimal(time.minimum * 1e3), decimal(time.maximum * 1e3),
                decimal(contender.megabytesPerSecond),
                contender.speed.map { decimal($0) + "x" } ?? "?",
                peak.map { decimal($0) } ?? "?", peak.map { decimal($0 / payload) } ?? "?",
                "\(time.samples)",
            ]
        }
    }

    /// Three digits or more: as many places after the point as a reader can use.
    private static func decimal(_ number: Double) -> String {
        let places = number >= 100 ? 0 : number >= 10 ? 1 : 2
        let scale = [1.0, 10, 100][places]
        let (whole, rest) = Int((number * scale).rounded()).quotientAndRemainder(
            dividingBy: Int(scale))
        guard places > 0 else { return "\(whole)" }
        let digits = "\(rest)"
        return "\(whole)." + String(repeating: "0", count: places - digits.count) + digits
    }

    private static func pad(_ text: String, to width: Int, onTheLeft: Bool) -> String {
        let space = String(repeating: " ", count: width - text.count)
        return onTheLeft ? space + text : text + space
    }
}
