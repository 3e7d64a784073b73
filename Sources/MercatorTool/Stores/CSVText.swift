import Mercator

/// Comma-separated values.
///
/// Source: RFC 4180, with line feeds alone.
enum CSVText {
    /// Returns one line.
    ///
    /// Fields with commas, quotes or line breaks are quoted, and so are texts that would be read as
    /// null, numbers or booleans.
    static func line(_ values: [Value]) -> String {
        values.map { value in
            let text = field(value)
            let isPlain = text.utf8.allSatisfy {
                !#",""#.utf8.contains($0) && $0 != 10 && $0 != 13
            }
            guard isPlain, !value.isString || isText(text) else {
                return "\"\(text.replacing("\"", with: "\"\""))\""
            }
            return text
        }.joined(separator: ",")
    }

    /// Tests whether a field without quotes is read as a text.
    private static func isText(_ field: String) -> Bool {
        guard !field.isEmpty, field != "true", field != "false" else { return false }
        return Double(field) == nil
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

extension Value {
    fileprivate var isString: Bool { if case .string = self { true } else { false } }
}
