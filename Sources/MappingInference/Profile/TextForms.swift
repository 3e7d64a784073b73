import ObjectGraph
import Payload

/// The forms that a text fits, as bits in the order of ``TextForm``'s cases.
struct TextForms: OptionSet {
    let rawValue: UInt32

    static let all = TextForm.allCases

    static func of(_ form: TextForm) -> TextForms {
        TextForms(rawValue: 1 << UInt32(index(of: form)))
    }

    static func index(of form: TextForm) -> Int {
        switch form {
        case .iso8601: 0
        case .isoDay: 1
        case .twitterDate: 2
        case .httpDate: 3
        case .monthDayYear: 4
        case .spacedDateTime: 5
        case .dotNetDate: 6
        case .dayMonthYear: 7
        case .monthDayYearSlashes: 8
        case .isoMonth: 9
        case .uuid: 10
        case .url: 11
        case .relativeURL: 12
        case .base64: 13
        case .integer: 14
        case .decimal: 15
        case .leadingZeros: 16
        case .hex: 17
        case .random: 18
        }
    }

    /// The number of forms.
    static let count = TextForm.allCases.count
}

extension TextForms {
    /// The longest text of which more than a URL and base64 is asked.
    private static let longestShortText = 64

    /// Returns the forms of the text in a range of bytes, without escape sequences.
    ///
    /// Prose has none and is recognised by its first space.
    static func forms(of bytes: [UInt8], _ range: Range<Int>) -> TextForms {
        guard let firstIndex = range.first else { return [] }
        let classes = ByteClasses(bytes, range)
        let first = bytes[firstIndex]
        var forms: TextForms = []
        let text = bytes[range]
        if range.count <= longestShortText {
            forms.formUnion(numberForms(text, classes))
            if 6...40 ~= range.count { forms.formUnion(dateForms(text, first, classes)) }
        }
        guard !classes.contains(.space) else { return forms }
        if first == Byte.slash {
            if isRelativeURL(text) { forms.formUnion(of(.relativeURL)) }
        } else if classes.contains(.colon), isURL(text) {
            forms.formUnion(of(.url))
        }
        if range.count >= 16, classes.isSubset(of: [.digit, .hexLetter]) {
            forms.formUnion(of(.hex))
        }
        if range.count == 36, classes.isSubset(of: [.digit, .hexLetter, .upper, .hyphen]),
            isUUID(text)
        {
            return forms.union(of(.uuid))
        }
        let letters: ByteClasses = [.digit, .hexLetter, .letter, .upper]
        if range.count >= 24, range.count % 4 == 0, classes.contains([.digit, .upper]),
            classes.contains(.hexLetter) || classes.contains(.letter),
            classes.isSubset(of: letters.union([.slash, .sign])), hasLower(text),
            isPaddedAtEnd(text)
        {
            forms.formUnion(of(.base64))
        }
        if range.count >= 20, classes.contains(.digit),
            classes.isSubset(of: letters.union([.slash, .sign, .hyphen, .point])),
            !forms.contains(of(.relativeURL)), isRandom(text)
        {
            forms.formUnion(of(.random))
        }
        return forms
    }

    private static func hasLower(_ text: ArraySlice<UInt8>) -> Bool {
        text.contains { $0 &- 0x61 < 26 }
    }

    private static func isPaddedAtEnd(_ text: ArraySlice<UInt8>) -> Bool {
        let padding = text.reversed().prefix { $0 == UInt8(ascii: "=") }.count
        return padding <= 2 && !text.dropLast(padding).contains(UInt8(ascii: "="))
    }

    private static func isUUID(_ text: ArraySlice<UInt8>) -> Bool {
        let start = text.startIndex
        return text.indices.allSatisfy {
            [8, 13, 18, 23].contains($0 - start) == (text[$0] == Byte.minus)
        }
    }

    /// Tests for letters and digits in no order: they change four times, and once in eight bytes.
    ///
    /// Words with separators change seldom; a long hex number or a token changes often.
    private static func isRandom(_ text: ArraySlice<UInt8>) -> Bool {
        var changes = 0
        var last: UInt8 = 0
        for byte in text {
            let kind: UInt8 =
                byte &- 0x30 < 10 ? 1 : byte &- 0x41 < 26 ? 2 : byte &- 0x61 < 26 ? 3 : 0
            if kind != 0, last != 0, kind != last { changes += 1 }
            last = kind
        }
        return changes >= 4 && changes * 8 >= text.count
    }

    /// Tests for a scheme, and a host behind two slashes.
    private static func isURL(_ text: ArraySlice<UInt8>) -> Bool {
        guard let colon = text.firstIndex(of: Byte.colon), colon > text.startIndex,
            text.endIndex - colon > 3, text[colon + 1] == Byte.slash,
            text[colon + 2] == Byte.slash, (text[text.startIndex] | 0x20) &- 0x61 < 26
        else { return false }
        let isScheme = text[..<colon].allSatisfy {
            ($0 | 0x20) &- 0x61 < 26 || $0 &- 0x30 < 10 || $0 == Byte.plus || $0 == Byte.minus
                || $0 == Byte.point
        }
        let host = text[colon + 3]
        return isScheme && host != Byte.slash && host != UInt8(ascii: "?")
            && host != UInt8(ascii: "#") && isStrict(text[(colon + 3)...])
            && (text.allSatisfy { $0 < 0x80 } || Value(url: text) != nil)
    }

    /// Tests the rest of a URL as a conversion does: the characters of RFC 3986, valid escapes, one
    /// fragment, and a port of 16 bits.
    ///
    /// Addresses in brackets stay text.
    private static func isStrict(_ text: ArraySlice<UInt8>) -> Bool {
        var fragments = 0
        for (index, byte) in zip(text.indices, text) {
            switch byte {
            case UInt8(ascii: "%"):
                guard index + 2 < text.endIndex, isHex(text[index + 1]), isHex(text[index + 2])
                else { return false }
            case UInt8(ascii: "#"): fragments += 1
            case 0x80...: continue
            default: guard urlBytes[Int(byte)] else { return false }
            }
        }
        return fragments <= 1 && hasPossiblePort(text)
    }

    private static func isHex(_ byte: UInt8) -> Bool {
        byte &- 0x30 < 10 || (byte | 0x20) &- 0x61 < 6
    }

    private static func hasPossiblePort(_ text: ArraySlice<UInt8>) -> Bool {
        let authority = text.prefix {
            $0 != Byte.slash && $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#")
        }
        guard let colon = authority.lastIndex(of: Byte.colon) else { return true }
        let port = authority[(colon + 1)...]
        return port.count <= 5 && port.allSatisfy { $0 &- 0x30 < 10 }
            && port.reduce(0) { 10 * $0 + Int($1 &- 0x30) } <= Int(UInt16.max)
    }

    /// The ASCII characters that a URL may contain as they are.
    private static let urlBytes: [Bool] = (0..<128).map { byte in
        let allowed =
            "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~:/?#@!$&'()*+,;="
        return allowed.utf8.contains(UInt8(byte))
    }

    private static func isRelativeURL(_ text: ArraySlice<UInt8>) -> Bool {
        let steps = text.split(separator: Byte.slash, maxSplits: 2)
        return steps.count >= 2 && text[text.startIndex + 1] != Byte.slash
    }
}

/// The classes of the bytes of a text.
struct ByteClasses: OptionSet {
    let rawValue: UInt16

    static let digit = ByteClasses(rawValue: 1)
    static let hexLetter = ByteClasses(rawValue: 2)
    /// A lower-case letter beyond f.
    static let letter = ByteClasses(rawValue: 4)
    /// An upper-case letter; one up to F counts as hexadecimal too.
    static let upper = ByteClasses(rawValue: 8)
    static let space = ByteClasses(rawValue: 16)
    static let slash = ByteClasses(rawValue: 32)
    static let hyphen = ByteClasses(rawValue: 64)
    static let colon = ByteClasses(rawValue: 128)
    static let point = ByteClasses(rawValue: 256)
    /// `+` and `=`.
    static let sign = ByteClasses(rawValue: 512)
    static let other = ByteClasses(rawValue: 1024)

    /// Reads the classes; of a long text, only up to the first space.
    init(_ bytes: [UInt8], _ range: Range<Int>) {
        var classes: UInt16 = 0
        let isLong = range.count > 64
        for place in range {
            classes |= ByteClasses.class(of: bytes[place])
            if isLong, classes & 16 != 0 { break }
        }
        rawValue = classes
    }

    init(rawValue: UInt16) { self.rawValue = rawValue }

    private static func `class`(of byte: UInt8) -> UInt16 {
        switch byte {
        case 0x30...0x39: 1
        case 0x61...0x66: 2
        case 0x67...0x7A: 4
        case 0x41...0x46: 8 | 2
        case 0x47...0x5A: 8 | 4
        case 0x00...0x20: 16
        case 0x2F: 32
        case 0x2D, 0x5F: 64
        case 0x3A: 128
        case 0x2E: 256
        case 0x2B, 0x3D: 512
        default: 1024
        }
    }
}
