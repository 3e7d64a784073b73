/// A text table with aligned columns: text to the left, columns of numbers to the right.
package struct TextTable: CustomStringConvertible {
    private let header: [String]
    private let rows: [[String]]
    private let rest: Int

    /// Creates a table.
    ///
    /// - Parameters:
    ///   - header: The titles of the columns; empty for a table without a header.
    ///   - rows: The cells, row by row.
    ///   - limit: The greatest number of rows that are shown; a last line counts the others.
    package init(_ header: [String] = [], rows: [[String]], limit: Int = .max) {
        self.header = header
        self.rows = Array(rows.prefix(limit))
        rest = rows.count - self.rows.count
    }

    /// The rows, each indented by two spaces.
    package var description: String {
        let lines = header.isEmpty ? rows : [header] + rows
        let widths = lines.reduce(into: [Int]()) { widths, line in
            for (column, cell) in line.enumerated() {
                if column == widths.count { widths.append(0) }
                widths[column] = max(widths[column], cell.count)
            }
        }
        let numeric = widths.indices.map { column in
            !rows.isEmpty && rows.allSatisfy { column < $0.count && Int($0[column]) != nil }
        }
        let texts = lines.map { line in
            let cells = line.enumerated().map { column, cell in
                pad(cell, to: widths[column], fromLeft: numeric[column])
            }
            let text = "  " + cells.joined(separator: "  ")
            return String(text.reversed().drop { $0 == " " }.reversed())
        }
        return (texts + (rest > 0 ? ["  and \(rest) more"] : [])).joined(separator: "\n")
    }

    private func pad(_ cell: String, to width: Int, fromLeft: Bool) -> String {
        let space = String(repeating: " ", count: width - cell.count)
        return fromLeft ? space + cell : cell + space
    }
}
