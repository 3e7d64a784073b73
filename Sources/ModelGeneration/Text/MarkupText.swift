/// Text in XML and HTML.
package enum MarkupText {
    /// Returns a text with the special characters of markup escaped.
    ///
    /// The result is valid as content and as an attribute value in quotes.
    ///
    /// Characters that XML does not allow, and those that are not drawn or change the direction of
    /// the text around them, become the replacement character.
    package static func escaped(_ text: String) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "\"": result += "&quot;"
            case "'": result += "&#39;"
            case "\t", "\n", "\r": result += " "
            case _ where isForbidden(scalar): result += "\u{FFFD}"
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }

    private static func isForbidden(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator: true
        // Joiners belong to words and emoji.
        case .format: scalar.value != 0x200C && scalar.value != 0x200D
        default: scalar.value & 0xFFFE == 0xFFFE
        }
    }
}
