import MercatorPayload

/// The classes of the bytes of a text.
struct ByteClasses: OptionSet {
    let rawValue: UInt16

    static let digit = ByteClasses(rawValue: 1)
    static let hexLetter = ByteClasses(rawValue: 2)
    /// A letter beyond f.
    static let letter = ByteClasses(rawValue: 4)
    /// An upper-case letter; combined with a class of letters.
    static let upper = ByteClasses(rawValue: 8)
    static let lower = ByteClasses(rawValue: 16)
    /// White space and control characters.
    static let space = ByteClasses(rawValue: 32)
    static let slash = ByteClasses(rawValue: 64)
    static let hyphen = ByteClasses(rawValue: 128)
    static let colon = ByteClasses(rawValue: 256)
    static let point = ByteClasses(rawValue: 512)
    /// `+` and `=`.
    static let sign = ByteClasses(rawValue: 1024)
    /// Further characters that a URL may contain unescaped.
    static let mark = ByteClasses(rawValue: 2048)
    static let percent = ByteClasses(rawValue: 4096)
    static let fragment = ByteClasses(rawValue: 8192)
    static let beyondASCII = ByteClasses(rawValue: 16384)
    static let other = ByteClasses(rawValue: 32768)

    static let letters: ByteClasses = [.hexLetter, .letter, .upper, .lower]

    init(rawValue: UInt16) { self.rawValue = rawValue }

    /// Reads the classes of a text, up to its first space or a few bytes more.
    init(_ scanner: ByteScanner, _ range: Range<Int>) {
        let table = ByteClasses.table
        var classes: UInt16 = 0
        var offset = range.lowerBound
        while range.upperBound &- offset >= 8, classes & ByteClasses.space.rawValue == 0,
            var word = scanner.word(at: offset)
        {
            for _ in 0..<8 {
                classes |= table[Int(truncatingIfNeeded: word & 0xFF)]
                word >>= 8
            }
            offset &+= 8
        }
        while offset < range.upperBound, classes & ByteClasses.space.rawValue == 0 {
            classes |= table[Int(scanner.byte(at: offset))]
            offset &+= 1
        }
        rawValue = classes
    }

    /// The class of a byte.
    init(of byte: UInt8) { rawValue = ByteClasses.table[Int(byte)] }

    /// The classes of all bytes.
    static let table: [UInt16] = (0...255).map { byte in
        let classes: ByteClasses =
            switch UInt8(byte) {
            case 0x30...0x39: .digit
            case 0x61...0x66: [.lower, .hexLetter]
            case 0x67...0x7A: [.lower, .letter]
            case 0x41...0x46: [.upper, .hexLetter]
            case 0x47...0x5A: [.upper, .letter]
            case 0x00...0x20: .space
            case Byte.slash: .slash
            case Byte.minus, UInt8(ascii: "_"): .hyphen
            case Byte.colon: .colon
            case Byte.point: .point
            case Byte.plus, UInt8(ascii: "="): .sign
            case UInt8(ascii: "%"): .percent
            case UInt8(ascii: "#"): .fragment
            case 0x80...: .beyondASCII
            default: marks.contains(UInt8(byte)) ? .mark : .other
            }
        return classes.rawValue
    }

    private static let marks = Array("~?@!$&'()*,;".utf8)
}
