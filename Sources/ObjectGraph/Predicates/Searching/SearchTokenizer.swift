/// Divides texts into the words that searches compare.
///
/// It is the same for every store, so that the same words are found in each:
///
/// - A word is a longest sequence of letters, marks and numbers; everything else separates words.
/// - In scripts without spaces between words (Han, Hiragana, Katakana, Thai, Lao, Khmer, Burmese),
///   each letter is a word of its own. So is each symbol such as `♥` or an emoji.
/// - Words are compared without case and diacritics: `Ångström` is the word `angstrom`. The rules
///   are those of ``TextOptions``, which depend on no language.
/// - A word is cut after 1024 bytes of UTF-8.
///
/// ```swift
/// SearchTokenizer.words(in: "The Ångström, & co.").map(\.text)      // the, angstrom, co
/// ```
///
/// Source: the general categories of the Unicode Character Database, as of the Swift library.
public enum SearchTokenizer {
    /// A word of a text.
    public struct Word: Sendable, Hashable {
        /// The word in the form that is compared.
        public let text: String
        /// The location of the word in the text.
        public let range: Range<String.Index>
    }

    /// Returns the words of a text, in order.
    ///
    /// - Complexity: O(*n*) in the length of the text.
    public static func words(in text: String) -> [Word] {
        var words: [Word] = []
        forEachRange(in: text) { range in
            let word = folded(text[range])
            if !word.isEmpty { words.append(Word(text: word, range: range)) }
        }
        return words
    }

    /// Returns the words of a text, separated by single spaces.
    ///
    /// - Complexity: O(*n*) in the length of the text.
    package static func normalized(_ text: String) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.utf8.count)
        var isInWord = false
        var length = 0
        for byte in text.utf8 {
            guard byte < 0x80 else { return normalizedScalars(text) }
            let lowercased = (0x41...0x5A).contains(byte) ? byte | 0x20 : byte
            guard isWordByte(lowercased) else {
                isInWord = false
                continue
            }
            if !isInWord {
                if !bytes.isEmpty { bytes.append(UInt8(ascii: " ")) }
                isInWord = true
                length = 0
            }
            if length < lengthLimit { bytes.append(lowercased) }
            length += 1
        }
        return bytes
    }

    /// The greatest number of bytes of a word.
    private static let lengthLimit = 1024

    private static func isWordByte(_ byte: UInt8) -> Bool {
        (0x61...0x7A).contains(byte) || (0x30...0x39).contains(byte)
    }

    /// Returns the words of a text with any characters, separated by single spaces.
    private static func normalizedScalars(_ text: String) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.utf8.count)
        forEachRange(in: text) { range in
            let word = folded(text[range])
            guard !word.isEmpty else { return }
            if !bytes.isEmpty { bytes.append(UInt8(ascii: " ")) }
            bytes += word.utf8
        }
        return bytes
    }

    /// Returns a word in the form that is compared.
    private static func folded(_ word: Substring) -> String {
        let folded = TextOptions([.caseInsensitive, .diacriticInsensitive]).folded(String(word))
        guard folded.utf8.count > lengthLimit else { return folded }
        var cut = String.UnicodeScalarView()
        var length = 0
        for scalar in folded.unicodeScalars {
            length += UTF8.width(scalar)
            guard length <= lengthLimit else { break }
            cut.append(scalar)
        }
        return String(cut)
    }

    /// Calls a closure with the location of each word.
    private static func forEachRange(in text: String, _ body: (Range<String.Index>) -> Void) {
        let scalars = text.unicodeScalars
        var start: String.Index?
        var index = scalars.startIndex
        while index < scalars.endIndex {
            let next = scalars.index(after: index)
            switch ScalarKind(scalars[index]) {
            case .part: start = start ?? index
            case .word:
                if let first = start { body(first..<index) }
                start = nil
                body(index..<next)
            case .separator:
                if let first = start { body(first..<index) }
                start = nil
            }
            index = next
        }
        if let first = start { body(first..<scalars.endIndex) }
    }
}

/// The role of a scalar in words.
private enum ScalarKind {
    /// A part of a longer word.
    case part
    /// A word of its own.
    case word
    case separator

    init(_ scalar: Unicode.Scalar) {
        let value = scalar.value
        if value < 0x80 {
            let isPart =
                (0x61...0x7A).contains(value | 0x20) && value >= 0x41
                || (0x30...0x39).contains(value)
            self = isPart ? .part : .separator
            return
        }
        switch scalar.properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter:
            self = ScalarKind.isUnspaced(scalar) ? .word : .part
        case .nonspacingMark, .spacingMark, .enclosingMark, .decimalNumber, .letterNumber,
            .otherNumber:
            self = .part
        case .otherSymbol: self = .word
        default: self = .separator
        }
    }

    /// Tests whether a letter belongs to a script without spaces between words.
    private static func isUnspaced(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x0E00...0x0EFF, 0x1000...0x109F, 0x1780...0x17FF: true
        case 0x3040...0x30FF, 0x31F0...0x31FF, 0xFF66...0xFF9F: true
        default: scalar.properties.isIdeographic
        }
    }
}
