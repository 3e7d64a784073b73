/// Text for a terminal.
package enum TerminalText {
    /// Returns a text without the characters that control a terminal, or that change the direction
    /// of the text around them; they are shown as escapes of Swift.
    package static func safe(_ text: some StringProtocol) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            switch scalar.value {
            case 0..<0x20, 0x7F...0x9F, 0x202A...0x202E, 0x2066...0x2069:
                result += "\\u{\(String(scalar.value, radix: 16))}"
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }

    /// Returns the text, or the beginning of a longer one with an ellipsis.
    static func fitted(_ text: String, to width: Int) -> String {
        text.count > width ? text.prefix(max(width - 1, 0)) + "…" : text
    }

    /// Returns the text, with spaces up to a width.
    static func padded(_ text: String, to width: Int) -> String {
        text + String(repeating: " ", count: max(0, width - text.count))
    }

    /// Breaks a text into lines between words; a longer word is cut.
    static func wrapped(_ text: String, to width: Int) -> [String] {
        var lines: [String] = []
        for word in text.split(separator: " ", omittingEmptySubsequences: false) {
            if let last = lines.last, last.count + 1 + word.count <= width {
                lines[lines.count - 1] = last + " " + word
            } else {
                lines.append(fitted(String(word), to: width))
            }
        }
        return lines
    }

    /// Returns an argument of a command as a shell reads it.
    static func quoted(_ argument: String) -> String {
        let isPlain =
            !argument.isEmpty
            && argument.utf8.allSatisfy { byte in
                switch byte {
                case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2B...0x2F, 0x3A, 0x3D, 0x40, 0x5F,
                    0x80...0xFF:
                    true
                default: false
                }
            }
        return isPlain
            ? argument
            : "'"
                + argument.split(separator: "'", omittingEmptySubsequences: false)
                .joined(separator: "'\\''") + "'"
    }
}
