import MercatorPayload
import ObjectGraph

/// URLs.
extension TextForms {
    /// Tests for a scheme, two slashes and a host.
    static func isURL(
        _ bytes: [UInt8], _ range: Range<Int>, _ classes: ByteClasses, _ scanner: ByteScanner
    ) -> Bool {
        guard !classes.contains(.other), let colon = schemeEnd(scanner, range),
            range.upperBound - colon > 3, scanner.byte(at: colon + 1) == Byte.slash,
            scanner.byte(at: colon + 2) == Byte.slash
        else { return false }
        let rest = colon + 3..<range.upperBound
        let host = scanner.byte(at: rest.lowerBound)
        guard host != Byte.slash, host != UInt8(ascii: "?"), host != UInt8(ascii: "#"),
            classes.isDisjoint(with: [.percent, .fragment]) || hasValidEscapes(scanner, rest),
            hasPossiblePort(scanner, rest)
        else { return false }
        return !classes.contains(.beyondASCII) || Value(url: bytes[range]) != nil
    }

    /// Returns the position of the colon after a scheme.
    private static func schemeEnd(_ scanner: ByteScanner, _ range: Range<Int>) -> Int? {
        guard ByteClasses(of: scanner.byte(at: range.lowerBound)).isLetter else { return nil }
        var offset = range.lowerBound
        while offset < range.upperBound {
            let byte = scanner.byte(at: offset)
            if byte == Byte.colon { return offset }
            let isScheme =
                byte == Byte.plus || byte == Byte.minus || byte == Byte.point
                || byte &- 0x30 < 10 || (byte | 0x20) &- 0x61 < 26
            guard isScheme else { return nil }
            offset &+= 1
        }
        return nil
    }

    /// Tests the rest of a URL as a conversion does: valid escapes, and one fragment.
    private static func hasValidEscapes(_ scanner: ByteScanner, _ range: Range<Int>) -> Bool {
        var fragments = 0
        for offset in range {
            switch scanner.byte(at: offset) {
            case UInt8(ascii: "%"):
                guard offset + 2 < range.upperBound, isHex(scanner.byte(at: offset + 1)),
                    isHex(scanner.byte(at: offset + 2))
                else { return false }
            case UInt8(ascii: "#"): fragments += 1
            default: continue
            }
        }
        return fragments <= 1
    }

    private static func isHex(_ byte: UInt8) -> Bool {
        byte &- 0x30 < 10 || (byte | 0x20) &- 0x61 < 6
    }

    /// Tests whether the port after a host fits into 16 bits.
    private static func hasPossiblePort(_ scanner: ByteScanner, _ range: Range<Int>) -> Bool {
        var colon: Int?
        var offset = range.lowerBound
        while offset < range.upperBound {
            let byte = scanner.byte(at: offset)
            if byte == Byte.slash || byte == UInt8(ascii: "?") || byte == UInt8(ascii: "#") {
                break
            }
            if byte == Byte.colon { colon = offset }
            offset &+= 1
        }
        guard let colon else { return true }
        let port = colon + 1..<offset
        return port.count <= 5 && port.allSatisfy { scanner.byte(at: $0) &- 0x30 < 10 }
            && port.reduce(0) { 10 * $0 + Int(scanner.byte(at: $1) &- 0x30) } <= Int(UInt16.max)
    }

    /// Tests for a path of two components without a host.
    static func isRelativeURL(_ scanner: ByteScanner, _ range: Range<Int>) -> Bool {
        let second = range.lowerBound + 1
        guard second < range.upperBound, scanner.byte(at: second) != Byte.slash else {
            return false
        }
        let rest = range[second...].drop { scanner.byte(at: $0) != Byte.slash }
        return rest.contains { scanner.byte(at: $0) != Byte.slash }
    }
}

extension ByteClasses {
    fileprivate var isLetter: Bool { !isDisjoint(with: ByteClasses.letters) }
}
