/// A table with aligned columns.
package struct TextTable {
    /// A column and its alignment: words on the left, numbers on the right.
    package enum Column {
        case words(String), numbers(String)
    }

    let columns: [Column]
    let rows: [[String]]

    package init(columns: [Column], rows: [[String]]) {
        self.columns = columns
        self.rows = rows
    }

    /// The lines of the table, with a rule below the headings.
    package var text: String {
        let headings = columns.map { column in
            switch column {
            case .words(let heading), .numbers(let heading): heading
            }
        }
        let all = [headings] + rows
        let widths = headings.indices.map { column in all.map { $0[column].count }.max() ?? 0 }
        var lines = all.map { row in
            zip(columns, zip(row, widths)).map(Self.pad).joined(separator: "  ")
        }
        lines.insert(
            widths.map { String(repeating: "-", count: $0) }.joined(separator: "  "), at: 1)
        return lines.joined(separator: "\n") + "\n"
    }

    private static func pad(_ column: Column, _ cell: (text: String, width: Int)) -> String {
        let space = String(repeating: " ", count: cell.width - cell.text.count)
        return switch column {
        case .words: cell.text + space
        case .numbers: space + cell.text
        }
    }
}
