/// The width of text in a terminal, in columns.
///
/// A Chinese character takes two columns and a combining mark none.
///
/// ```swift
/// "日本".displayWidth          // 4
/// "日本語".cut(toWidth: 5)      // 日本…
/// ```
extension String {
    /// The number of columns.
    package var displayWidth: Int {
        utf8.allSatisfy { $0 < 0x80 } ? utf8.count : reduce(0) { $0 + $1.displayWidth }
    }

    /// Returns the text, or the beginning of a wider text with an ellipsis.
    ///
    /// - Complexity: O(`width`), however long the text is.
    package func cut(toWidth width: Int) -> String {
        var (used, end) = (0, startIndex)
        for index in indices {
            used += self[index].displayWidth
            guard used <= width else { return self[..<end] + "…" }
            if used < width { end = self.index(after: index) }
        }
        return self
    }

    /// Returns the text as lines of a width, broken at spaces; longer words are kept whole.
    package func wrapped(to width: Int) -> [String] {
        var lines: [String] = []
        for word in split(separator: " ") {
            if let line = lines.last, line.displayWidth + 1 + String(word).displayWidth <= width {
                lines[lines.count - 1] += " \(word)"
            } else {
                lines.append(String(word))
            }
        }
        return lines
    }

    /// The text with visible escapes for characters that affect a terminal or hide others.
    ///
    /// These are line breaks, control characters, and marks that reverse the direction.
    package var escapingControls: String {
        guard unicodeScalars.contains(where: \.isHidden) else { return self }
        var text = ""
        for scalar in unicodeScalars {
            switch scalar {
            case "\n": text += "\\n"
            case "\r": text += "\\r"
            case "\t": text += "\\t"
            case _ where scalar.isHidden: text += "\\u{\(String(scalar.value, radix: 16))}"
            default: text.unicodeScalars.append(scalar)
            }
        }
        return text
    }

    /// The JSON text with escapes for the characters that ``escapingControls`` shows.
    ///
    /// The escapes do not change the meaning of the document.
    package var escapingControlsInJSON: String {
        guard unicodeScalars.contains(where: \.isHiddenInText) else { return self }
        var text = ""
        for scalar in unicodeScalars {
            guard scalar.isHiddenInText else {
                text.unicodeScalars.append(scalar)
                continue
            }
            for unit in String(scalar).utf16 {
                let digits = String(unit, radix: 16)
                text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            }
        }
        return text
    }
}

extension Character {
    /// The number of columns; in a sequence of code points, such as an emoji, the widest counts.
    fileprivate var displayWidth: Int {
        if isASCII { return 1 }
        let isEmoji = unicodeScalars.contains("\u{FE0F}")
        return isEmoji ? 2 : unicodeScalars.reduce(0) { max($0, $1.displayWidth) }
    }
}

extension Unicode.Scalar {
    /// The code points that terminals draw in two columns.
    ///
    /// Source: the values `W` and `F` of the Unicode Standard Annex #11, in blocks.
    private static let wide: [ClosedRange<UInt32>] = [
        0x1100...0x115F, 0x2E80...0x303E, 0x3041...0xA4CF, 0xA960...0xA97F, 0xAC00...0xD7A3,
        0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x16FE0...0x1B2FF,
        0x1F200...0x1F2FF, 0x20000...0x3FFFD,
    ]

    fileprivate var displayWidth: Int {
        switch properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .format, .control: return 0
        default: break
        }
        // The vowels and final consonants of a Korean syllable are drawn into its first letter.
        if (0x1160...0x11FF).contains(value) { return 0 }
        return properties.isEmojiPresentation || Self.wide.contains { $0.contains(value) } ? 2 : 1
    }

    /// Indicates whether the code point is hidden, and no part of the layout of JSON.
    fileprivate var isHiddenInText: Bool { value >= 0x7F && isHidden }

    /// Indicates whether the code point is not drawn; joiners inside words and emoji are.
    fileprivate var isHidden: Bool {
        if value < 0x7F { return value < 0x20 }
        switch properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator: return true
        case .format: return value != 0x200C && value != 0x200D
        default: return false
        }
    }
}
