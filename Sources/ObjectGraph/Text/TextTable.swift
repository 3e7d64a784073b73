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
    package var description: String { text(width: nil) }

    /// Returns the rows, each indented by two spaces and at most as wide as a terminal.
    ///
    /// In a narrow table, long texts end with an ellipsis, and if that is not enough, a last line
    /// names the omitted columns. Numbers are never cut.
    package func text(width: Int?) -> String {
        let lines = header.isEmpty ? rows : [header] + rows
        let natural = lines.reduce(into: [Int]()) { widths, line in
            for (column, cell) in line.enumerated() {
                if column == widths.count { widths.append(0) }
                widths[column] = max(widths[column], cell.displayWidth)
            }
        }
        let numeric = natural.indices.map { column in
            !rows.isEmpty && rows.allSatisfy { column < $0.count && Int($0[column]) != nil }
        }
        let least = natural.indices.map { column in
            numeric[column] ? natural[column] : min(natural[column], narrowest(column))
        }
        let widths = width.map { TextTable.fit(natural, least, into: $0) } ?? natural
        var texts = lines.map { line in
            let cells = zip(line, widths).enumerated().map { column, cell in
                pad(cell.0.cut(toWidth: cell.1), to: cell.1, fromLeft: numeric[column])
            }
            let text = "  " + cells.joined(separator: "  ")
            return String(text.reversed().drop { $0 == " " }.reversed())
        }
        if rest > 0 { texts.append("  and \(rest) more") }
        if widths.count < natural.count {
            texts.append(leftOut(from: widths.count, of: natural.count, width))
        }
        return texts.joined(separator: "\n")
    }

    private func pad(_ cell: String, to width: Int, fromLeft: Bool) -> String {
        let space = String(repeating: " ", count: max(0, width - cell.displayWidth))
        return fromLeft ? space + cell : cell + space
    }

    private func leftOut(from first: Int, of count: Int, _ width: Int?) -> String {
        let names = header.dropFirst(first).joined(separator: ", ")
        let text = "  and \(TextLines.count(count - first, "more column"))"
        return (names.isEmpty ? text : "\(text): \(names)").cut(toWidth: max(1, width ?? .max))
    }
}

/// Fitting columns into a width.
extension TextTable {
    /// The minimum width of a truncated text column.
    private static let narrowest = 8
    /// The minimum width of a truncated title; among many columns, titles often begin alike.
    private static let narrowestTitle = 16

    private func narrowest(_ column: Int) -> Int {
        let title = column < header.count ? header[column].displayWidth : 0
        return max(Self.narrowest, min(title, Self.narrowestTitle))
    }

    /// Returns the widths of the columns that fit, which are the first ones.
    private static func fit(_ natural: [Int], _ least: [Int], into width: Int) -> [Int] {
        var (count, used) = (0, 0)
        while count < least.count, count == 0 || used + 2 + least[count] <= width {
            used += 2 + least[count]
            count += 1
        }
        let room = width - 2 * count
        func widths(upTo limit: Int) -> [Int] {
            (0..<count).map { max(least[$0], min(natural[$0], limit)) }
        }
        // The wide columns share the remaining width.
        var (low, high) = (0, natural.prefix(count).max() ?? 0)
        while low < high {
            let limit = (low + high + 1) / 2
            if widths(upTo: limit).reduce(0, +) <= room { low = limit } else { high = limit - 1 }
        }
        return widths(upTo: low).map { min($0, max(1, width - 2)) }
    }
}
