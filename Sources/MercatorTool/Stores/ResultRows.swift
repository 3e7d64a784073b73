import Mercator

/// Rows of values with named columns, as they are printed.
struct ResultRows {
    let names: [String]
    var rows: [[Value]] = []
    /// The column with the numbers that bars show on a terminal; `nil` for no bars.
    var barColumn: Int?

    /// The lengths of the longest bar: the usual one, and the least that is worth drawing.
    private static let barLengths = 8...24

    /// Prints the rows.
    func print(_ format: ResultFormat, _ console: Console) {
        switch format {
        case .table: console.say(table(console.isInteractive ? console.width ?? .max : nil))
        case .json: console.say(array: rows.map(line))
        case .lines, .csv: for text in texts(format) { console.say(text) }
        }
    }

    /// Returns the rows as JSON, or as comma-separated values after a line of names.
    func texts(_ format: ResultFormat) -> [String] {
        format == .lines ? rows.map(line) : [head] + rows.map(CSVText.line)
    }

    /// The names of the columns as comma-separated values.
    var head: String { CSVText.line(names.map(Value.string)) }

    /// Returns a row as JSON in one line.
    func line(_ row: [Value]) -> String {
        JSONLine.text(
            .dictionary(Dictionary(zip(keys, row), uniquingKeysWith: { first, _ in first })))
    }

    /// Returns the rows as a table, with bars on a terminal of a width; `nil` for no terminal.
    private func table(_ width: Int?) -> TextTable {
        let head = names.map { CellText(.string($0)).text }
        let cells = rows.map { $0.map { CellText($0).text } }
        let table = TextTable(head, rows: cells)
        guard let width, let barColumn else { return table }
        // Bars take what the columns leave: they shorten no text, and are not cut themselves.
        let lines = table.description.split(separator: "\n").map { String($0).displayWidth }
        let rest = width - (lines.max() ?? 0) - 2
        guard rest >= Self.barLengths.lowerBound else { return table }
        let bars = bars(of: barColumn, upTo: min(rest, Self.barLengths.upperBound))
        return TextTable(head + [""], rows: zip(cells, bars).map { $0 + [$1] })
    }

    /// Returns the bars beside the rows; the greatest number has the longest one.
    private func bars(of column: Int, upTo length: Int) -> [String] {
        let numbers: [Int64] = rows.map { row in
            guard case .integer(let number) = row[column] else { return 0 }
            return max(0, number)
        }
        let greatest = Double(numbers.max() ?? 0)
        return numbers.map { number in
            // A bar of a number above 0 is seen.
            let share = number == 0 ? 0 : Double(number) / greatest * Double(length)
            return String(repeating: "█", count: number == 0 ? 0 : max(1, Int(share.rounded())))
        }
    }

    /// The names of the columns; of equal ones, the later ones have a number.
    private var keys: [String] {
        var keys: [String] = []
        for name in names {
            var key = name
            var number = 2
            while keys.contains(key) {
                key = "\(name)_\(number)"
                number += 1
            }
            keys.append(key)
        }
        return keys
    }
}
