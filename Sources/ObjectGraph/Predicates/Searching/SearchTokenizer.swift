/// Divides texts into the words that searches compare.
///
/// It is the same for every store, so that the same words are found in each:
///
/// - A word is a longest sequence of letters, marks and numbers; everything else separates words.
/// - In scripts without spaces between words (Han, Hiragana, Katakana, Thai, Lao, Khmer, Burmese),
///   each letter is a separate word. So is each symbol such as `♥` or an emoji.
/// - Words are compared without case and diacritics: `Ångström` is the word `angstrom`. The
///   rules of ``TextOptions`` apply, which depend on no language.
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
    package static func normalized(_ text: String) -> [UInt8] { normalized(Array(text.utf8)) }

    /// Returns the words of a text in UTF-8, separated by single spaces.
    ///
    /// Bytes that are not UTF-8 separate words.
    package static func normalized(_ text: [UInt8]) -> [UInt8] {
        var words = NormalizedWords(capacity: text.count)
        var index = 0
        while index < text.count {
            let byte = text[index]
            if byte < 0x80 {
                words.add(ascii: byte, at: index, in: text)
                index += 1
            } else {
                let (scalar, length) = scalar(at: index, in: text)
                words.add(scalar, index..<(index + length), in: text)
                index += length
            }
        }
        words.endWord(before: index, in: text)
        return words.bytes
    }

    /// Returns the scalar at an index, with its length; U+FFFD for bytes that are not UTF-8.
    private static func scalar(at index: Int, in text: [UInt8]) -> (Unicode.Scalar, length: Int) {
        let first = UInt32(text[index])
        let length = first < 0xC0 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4
        var value = first & (0xFF >> UInt32(length + 1))
        guard length > 1, index + length <= text.count else { return ("\u{FFFD}", 1) }
        for next in text[(index + 1)..<(index + length)] {
            guard next & 0xC0 == 0x80 else { return ("\u{FFFD}", 1) }
            value = value << 6 | UInt32(next & 0x3F)
        }
        return Unicode.Scalar(value).map { ($0, length) } ?? ("\u{FFFD}", 1)
    }

    /// The greatest number of bytes of a word.
    static let lengthLimit = 1024

    /// Returns a word in the form that is compared.
    static func folded(_ word: some StringProtocol) -> String {
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
