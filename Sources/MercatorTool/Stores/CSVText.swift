import Mercator

/// Comma-separated values.
///
/// Source: RFC 4180, with line feeds alone.
enum CSVText {
    /// Returns one line: fields with commas, quotes or line breaks are quoted.
    static func line(_ fields: [String]) -> String {
        fields.map { field in
            let isPlain = field.utf8.allSatisfy {
                !#",""#.utf8.contains($0) && $0 != 10 && $0 != 13
            }
            return isPlain ? field : "\"\(field.replacing("\"", with: "\"\""))\""
        }.joined(separator: ",")
    }

    /// Returns the complete text of a value; empty for null.
    static func field(_ value: Value) -> String {
        switch value {
        case .null: return ""
        case .string(let text): return text
        case .array, .dictionary: return ValueJSON.text(value)
        case .data: return field(value.withTextsOfBytes)
        default: return "\(value)"
        }
    }
}
