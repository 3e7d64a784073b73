/// Rows of texts in columns: the first column to the left, numbers to the right.
struct Table: CustomStringConvertible {
    private let header: [String]
    private let rows: [[String]]

    init(_ header: [String] = [], rows: [[String]]) {
        self.header = header
        self.rows = rows
    }

    var description: String {
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
        return lines.map { line in
            let cells = line.enumerated().map { column, cell in
                pad(cell, to: widths[column], fromLeft: numeric[column])
            }
            let text = "  " + cells.joined(separator: "  ")
            return String(text.reversed().drop { $0 == " " }.reversed())
        }.joined(separator: "\n")
    }

    private func pad(_ cell: String, to width: Int, fromLeft: Bool) -> String {
        let space = String(repeating: " ", count: width - cell.count)
        return fromLeft ? space + cell : cell + space
    }
}
