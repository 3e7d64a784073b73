/// The first of many lines, and the number of the remaining ones.
///
/// ```swift
/// TextLines(issues, of: issueCount).bulleted   // - …, one line for each, then "- and 24 more"
/// ```
package struct TextLines {
    private let shown: [String]
    private let total: Int

    /// Creates lines from the first of some items.
    ///
    /// - Parameters:
    ///   - items: The items. Only the shown items are described.
    ///   - total: The total number of items; by default the number of `items`.
    ///   - limit: The greatest number of items that are shown.
    package init<Items: Collection>(_ items: Items, of total: Int? = nil, limit: Int = 5)
    where Items.Element: CustomStringConvertible {
        shown = items.prefix(limit).map(\.description)
        self.total = total ?? items.count
    }

    /// The lines as a bulleted list.
    package var bulleted: String {
        let rest = total - shown.count
        return (shown + (rest > 0 ? ["and \(rest) more"] : [])).map { "- \($0)" }
            .joined(separator: "\n")
    }

    /// Returns the only line; or the number of lines with a noun, followed by the bulleted lines.
    package func counted(_ noun: String) -> String {
        total == 1 && shown.count == 1
            ? shown[0] : "\(TextLines.count(total, noun)):\n" + bulleted.indented
    }

    /// The items in one line, separated by commas.
    package var joined: String {
        let rest = total - shown.count
        return shown.joined(separator: ", ") + (rest > 0 ? " and \(rest) more" : "")
    }

    /// Returns a number with its noun: `1 issue`, `2 issues`.
    package static func count(_ number: Int, _ noun: String) -> String {
        guard number != 1 else { return "1 \(noun)" }
        let plural =
            noun.hasSuffix("y")
            ? noun.dropLast() + "ies" : noun + (noun.hasSuffix("ch") ? "es" : "s")
        return "\(number) \(plural)"
    }
}

extension String {
    /// The text with each line indented by two spaces.
    package var indented: String {
        split(separator: "\n", omittingEmptySubsequences: false)
            .map { $0.isEmpty ? "" : "  \($0)" }.joined(separator: "\n")
    }

    /// Returns the text, or the beginning of a longer text and its length in bytes.
    package func shortened(to limit: Int = 60) -> String {
        let shown = prefix(limit)
        return shown.endIndex < endIndex ? "\(shown)… (\(utf8.count) bytes)" : self
    }
}
