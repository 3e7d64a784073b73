/// Keys that no record has as the name of a member (M1): they are data.
enum OddKey {
    /// Tests whether a key is a whole number, a version, a UUID, a hex number of 16 digits or more,
    /// a day, month or moment of ISO 8601, a path or URL, or an address such as `!room:matrix.org`
    /// and `ann@example.org`.
    static func matches(_ key: ArraySlice<UInt8>) -> Bool {
        guard let first = key.first else { return false }
        if isDigit(first), isNumber(key) || isMoment(key) { return true }
        if isHexDigit(first), key.count >= 16, key.allSatisfy(isHexDigit) || isUUID(key) {
            return true
        }
        return isPath(key) || isAddress(key) || isRandom(key)
    }

    /// Tests for letters and digits whose kind changes all the time: `-KRVMv8x2QmR7pW1zT0a`,
    /// `U024BE7LH`.
    private static func isRandom(_ key: ArraySlice<UInt8>) -> Bool {
        guard key.count >= 8, key.contains(where: isDigit),
            key.allSatisfy({ kind(of: $0) != nil })
        else { return false }
        let changes = zip(key, key.dropFirst()).count { kind(of: $0) != kind(of: $1) }
        return key.count >= 16 ? 5 * changes >= 2 * key.count : 2 * changes >= key.count - 1
    }

    /// The kind of a letter, a digit or a dash.
    private static func kind(of byte: UInt8) -> Int? {
        switch byte {
        case 0x30...0x39: 0
        case 0x41...0x5A: 1
        case 0x61...0x7A: 2
        case UInt8(ascii: "-"), UInt8(ascii: "_"): 3
        default: nil
        }
    }

    /// Tests for digits, and for a version: `1.0.2-beta`, `10.1.2.3`.
    private static func isNumber(_ key: ArraySlice<UInt8>) -> Bool {
        let rest = key.drop(while: isDigit)
        guard let dot = rest.first else { return true }
        return dot == UInt8(ascii: ".") && rest.dropFirst().first.map(isDigit) == true
    }

    /// Tests for an address, such as `ann@example.org` or `!room:matrix.org`.
    private static func isAddress(_ key: ArraySlice<UInt8>) -> Bool {
        guard key.count > 4, key.allSatisfy({ $0 > 0x20 }) else { return false }
        if let at = key.firstIndex(of: UInt8(ascii: "@")), at > key.startIndex {
            return key[at...].contains(UInt8(ascii: "."))
        }
        return key.first == UInt8(ascii: "!") || key.count { $0 == UInt8(ascii: ":") } > 1
    }

    /// Tests for steps in lower case, divided by slashes; `km/h` is a unit, and `Yes/No` a choice.
    private static func isPath(_ key: ArraySlice<UInt8>) -> Bool {
        guard let slash = key.firstIndex(of: UInt8(ascii: "/")), key.count > 4 else { return false }
        return slash == key.startIndex || key.first == UInt8(ascii: ".")
            || key.allSatisfy { $0 > 0x20 && !(0x41...0x5A).contains($0) }
    }

    private static func isUUID(_ key: ArraySlice<UInt8>) -> Bool {
        key.count == 36
            && key.enumerated().allSatisfy { index, byte in
                [8, 13, 18, 23].contains(index) ? byte == UInt8(ascii: "-") : isHexDigit(byte)
            }
    }

    /// Tests for a day, a month, a time, or a day with a time.
    private static func isMoment(_ key: ArraySlice<UInt8>) -> Bool {
        let time = key.count > 10 ? key.dropFirst(10) : key
        let hasTime =
            time.contains(UInt8(ascii: ":")) && time.filter(isDigit).count >= 4
            && time.allSatisfy { isDigit($0) || " :.+-TZ".utf8.contains($0) }
        return isDate(key) || hasTime && (key.count <= 8 || isDate(key.prefix(10)))
    }

    private static func isDate(_ key: ArraySlice<UInt8>) -> Bool {
        guard key.count == 7 || key.count == 10 else { return false }
        let bytes = Array(key)
        let isWritten = bytes.enumerated().allSatisfy { index, byte in
            index == 4 || index == 7 ? byte == UInt8(ascii: "-") : isDigit(byte)
        }
        guard isWritten else { return false }
        let month = Int(bytes[5] - 0x30) * 10 + Int(bytes[6] - 0x30)
        guard bytes.count == 10 else { return 1...12 ~= month }
        let day = Int(bytes[8] - 0x30) * 10 + Int(bytes[9] - 0x30)
        return 1...12 ~= month && 1...31 ~= day
    }

    private static func isDigit(_ byte: UInt8) -> Bool { byte &- 0x30 < 10 }

    private static func isHexDigit(_ byte: UInt8) -> Bool {
        isDigit(byte) || (byte | 0x20) &- 0x61 < 6
    }
}
