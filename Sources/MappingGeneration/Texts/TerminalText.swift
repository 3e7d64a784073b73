import ObjectGraph

/// Text for a terminal.
package enum TerminalText {
    /// Pads a text with spaces to a width.
    static func padded(_ text: String, to width: Int) -> String {
        text + String(repeating: " ", count: max(0, width - text.displayWidth))
    }

    /// Wraps a text between words; longer words are cut.
    static func wrapped(_ text: String, to width: Int) -> [String] {
        var lines: [String] = []
        for word in text.split(separator: " ", omittingEmptySubsequences: false) {
            if let last = lines.last, last.displayWidth + 1 + String(word).displayWidth <= width {
                lines[lines.count - 1] = last + " " + word
            } else {
                lines.append(String(word).cut(toWidth: width))
            }
        }
        return lines
    }

    /// Returns an argument quoted for a shell.
    ///
    /// Control characters are escaped as `$'…'`, which not all shells support.
    static func quoted(_ argument: String) -> String {
        guard argument == argument.escapingControls else { return escaped(argument) }
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

    private static func escaped(_ argument: String) -> String {
        let parts = argument.unicodeScalars.map { scalar in
            let text = String(scalar)
            guard text == text.escapingControls else {
                let digits = String(scalar.value, radix: 16)
                return "\\U" + String(repeating: "0", count: 8 - digits.count) + digits
            }
            return text == "'" || text == "\\" ? "\\" + text : text
        }
        return "$'\(parts.joined())'"
    }
}
