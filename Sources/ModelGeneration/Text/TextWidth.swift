/// The estimated width of text in a sans-serif font, in thousandths of its size.
enum TextWidth {
    /// Returns the width of a text.
    static func units(_ text: String) -> Int {
        text.reduce(0) { $0 + width($1) }
    }

    /// Returns the text, truncated with an ellipsis if it is too long.
    static func fitted(_ text: String, to limit: Int) -> String {
        guard units(text) > limit else { return text }
        var room = limit - 1000
        let shown = text.prefix { character in
            room -= width(character)
            return room >= 0
        }
        return shown + "…"
    }

    private static func width(_ character: Character) -> Int {
        guard let ascii = character.asciiValue else {
            let isNarrow = character.unicodeScalars.allSatisfy { $0.value < 0x0530 }
            return isNarrow && character.unicodeScalars.count == 1 ? 640 : 1100
        }
        return switch Character(UnicodeScalar(ascii)) {
        case "i", "j", "l", "I", "'", "|", ".", ",", ":", ";", "!": 300
        case "f", "t", "r", "(", ")", "[", "]", "-", "/", "\\", " ", "\"": 400
        case "m", "w", "M", "W", "@", "%", "&": 920
        case "A"..."Z": 720
        default: 590
        }
    }
}
