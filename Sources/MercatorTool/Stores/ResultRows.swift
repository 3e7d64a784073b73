import Mercator

/// Rows of values with named columns, as they are printed.
struct ResultRows {
    let names: [String]
    var rows: [[Value]] = []
    /// The column with the numbers that bars show on a terminal; `nil` for no bars.
    var barColumn: Int?

    /// The greatest length of a bar.
    private static let barLength = 24

    /// Prints the rows.
    func print(_ format: ResultFormat, _ console: Console) {
        switch format {
        case .table: console.say(table(hasBars: console.isInteractive))
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

    /// Returns the rows as a table, on a terminal with bars.
    func table(hasBars: Bool) -> TextTable {
        let head = names.map { CellText(.string($0)).text }
        let cells = rows.map { $0.map { CellText($0).text } }
        guard hasBars, let bars else { return TextTable(head, rows: cells) }
        return TextTable(head + [""], rows: zip(cells, bars).map { $0 + [$1] })
    }

    /// The bars beside the rows; `nil` without a number above 0.
    private var bars: [String]? {
        guard let barColumn else { return nil }
        let numbers: [Int64] = rows.map { row in
            guard case .integer(let number) = row[barColumn] else { return 0 }
            return max(0, number)
        }
        guard let greatest = numbers.max(), greatest > 0 else { return nil }
        return numbers.map { number in
            let share = Double(number) / Double(greatest) * Double(Self.barLength)
            // A bar of a number above 0 is seen.
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
