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
                words.add(ScalarKind(scalar), index..<(index + length), in: text)
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
    fileprivate static let lengthLimit = 1024

    /// Returns a word in the form that is compared.
    fileprivate static func folded(_ word: some StringProtocol) -> String {
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

/// The words of a text, which are added byte by byte.
private struct NormalizedWords {
    private(set) var bytes: [UInt8] = []
    /// The index where the current word begins; `nil` between words.
    private var start: Int?
    private var isASCII = true

    init(capacity: Int) {
        bytes.reserveCapacity(capacity)
    }

    mutating func add(ascii byte: UInt8, at index: Int, in text: [UInt8]) {
        let isPart =
            (0x61...0x7A).contains(byte | 0x20) && byte >= 0x41 || (0x30...0x39).contains(byte)
        if !isPart {
            endWord(before: index, in: text)
        } else if start == nil {
            start = index
        }
    }

    mutating func add(_ kind: ScalarKind, _ range: Range<Int>, in text: [UInt8]) {
        if kind != .part { endWord(before: range.lowerBound, in: text) }
        guard kind != .separator else { return }
        start = start ?? range.lowerBound
        isASCII = false
        if kind == .word { endWord(before: range.upperBound, in: text) }
    }

    mutating func endWord(before end: Int, in text: [UInt8]) {
        guard let start else { return }
        if isASCII {
            if !bytes.isEmpty { bytes.append(UInt8(ascii: " ")) }
            // Digits have the bit of lowercase letters, too.
            for byte in text[start..<min(end, start + SearchTokenizer.lengthLimit)] {
                bytes.append(byte | 0x20)
            }
        } else {
            let word = SearchTokenizer.folded(String(decoding: text[start..<end], as: UTF8.self))
            if !word.isEmpty {
                if !bytes.isEmpty { bytes.append(UInt8(ascii: " ")) }
                bytes += word.utf8
            }
        }
        self.start = nil
        isASCII = true
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
