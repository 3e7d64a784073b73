import ObjectGraph

/// A pattern for the server's `LIKE`.
///
/// `%` matches any characters, `_` matches one, and `\` makes the next one literal.
///
/// The server compares by code points, and so does ``ObjectGraph/TextMatch``.
struct LikePattern {
    private(set) var text = ""
    /// Indicates whether the pattern only counts characters.
    private(set) var countsCharacters = false

    /// Translates a match; `nil` if only Swift can evaluate it.
    init?(_ match: TextMatch) {
        guard match.options.isEmpty, TextCode.isUncoded(match.pattern) else { return nil }
        switch match.kind {
        case .like: appendPattern(match.pattern)
        case .ends:
            text = "%"
            for scalar in match.pattern.unicodeScalars { append(literal: scalar) }
        case .equals, .begins, .contains, .matches, .words: return nil
        }
    }

    /// Appends a pattern with `*`, `?` and `\`, which is literal at the very end.
    private mutating func appendPattern(_ pattern: String) {
        var isEscaped = false
        for scalar in pattern.unicodeScalars {
            switch scalar {
            case _ where isEscaped:
                append(literal: scalar)
                isEscaped = false
            case "\\": isEscaped = true
            case "*": text += "%"
            case "?":
                text += "_"
                countsCharacters = true
            default: append(literal: scalar)
            }
        }
        if isEscaped { append(literal: "\\") }
    }

    private mutating func append(literal scalar: Unicode.Scalar) {
        if ["%", "_", "\\"].contains(scalar) { text += "\\" }
        text.unicodeScalars.append(scalar)
    }

    /// Returns the expression for a text with one code point for each character.
    ///
    /// U+0000 and U+0001 are read as U+0002, which no pattern contains. The code of U+0000 is
    /// replaced first; the remaining U+0001 then belong to codes of U+0001.
    static func decoded(_ column: String) -> String {
        "replace(replace(\(column), chr(1) || chr(1), chr(2)), chr(1) || chr(2), chr(2))"
    }
}

extension TextCode {
    /// Indicates whether a pattern has no code characters, so that it matches nothing inside a
    /// code.
    static func isUncoded(_ pattern: String) -> Bool {
        pattern.utf8.allSatisfy { $0 > 2 }
    }
}
