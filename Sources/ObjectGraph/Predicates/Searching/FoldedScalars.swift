/// The compared forms of scalars that are folded without regard to those around them.
///
/// These are the scalars of Latin, Greek and Cyrillic with their marks, of Kana, the unified
/// ideographs and the syllables of Hangul. No folded form of theirs composes with another, so a
/// word is folded scalar by scalar. Words with other scalars are folded as a whole.
struct FoldedScalars {
    /// The role of a scalar in words, and its folded form.
    struct Entry {
        let kind: ScalarKind
        private let length: UInt8
        private let utf8: (UInt8, UInt8, UInt8)

        fileprivate init?(_ scalar: Unicode.Scalar) {
            let folded = Array(SearchTokenizer.folded(String(scalar)).utf8)
            guard folded.count <= 3 else { return nil }
            kind = ScalarKind(scalar)
            length = UInt8(folded.count)
            utf8 = (
                folded.first ?? 0, folded.dropFirst().first ?? 0, folded.dropFirst(2).first ?? 0
            )
        }

        /// A scalar of three bytes in UTF-8 that folding leaves as it is.
        fileprivate init(_ kind: ScalarKind, unfolded scalar: Unicode.Scalar) {
            let value = scalar.value
            self.kind = kind
            length = 3
            utf8 = (
                UInt8(0xE0 | value >> 12), UInt8(0x80 | value >> 6 & 0x3F),
                UInt8(0x80 | value & 0x3F)
            )
        }

        func append(to bytes: inout [UInt8]) {
            if length > 0 { bytes.append(utf8.0) }
            if length > 1 { bytes.append(utf8.1) }
            if length > 2 { bytes.append(utf8.2) }
        }
    }

    static let shared = FoldedScalars()

    private static let alphabets: Range<UInt32> = 0x80..<0x530
    private static let kana: Range<UInt32> = 0x3041..<0x3100

    private let letters = alphabets.map { Unicode.Scalar($0).flatMap(Entry.init) }
    private let syllables = kana.map { Unicode.Scalar($0).flatMap(Entry.init) }

    /// Returns the entry of a scalar; `nil` if it has to be folded with its word.
    subscript(scalar: Unicode.Scalar) -> Entry? {
        switch scalar.value {
        case FoldedScalars.alphabets:
            letters[Int(scalar.value - FoldedScalars.alphabets.lowerBound)]
        case FoldedScalars.kana: syllables[Int(scalar.value - FoldedScalars.kana.lowerBound)]
        case 0x3400..<0x4DB6, 0x4E00..<0x9FF0: Entry(.word, unfolded: scalar)
        case 0xAC00...0xD7A3: Entry(.part, unfolded: scalar)
        default: nil
        }
    }
}

/// The role of a scalar in words.
enum ScalarKind {
    /// A part of a longer word.
    case part
    /// A separate word.
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
