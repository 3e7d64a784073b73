/// Keys that no record has as the name of a member (M1): they are data.
enum OddKey {
    /// Tests whether a key is a whole number, a UUID, a hex number of 16 digits or more, a day or a
    /// month of ISO 8601.
    static func matches(_ key: ArraySlice<UInt8>) -> Bool {
        guard let first = key.first else { return false }
        guard isHexDigit(first) else { return false }
        if key.allSatisfy({ isDigit($0) }) { return true }
        if key.count >= 16, key.allSatisfy(isHexDigit) { return true }
        return isUUID(key) || isDate(key)
    }

    private static func isUUID(_ key: ArraySlice<UInt8>) -> Bool {
        key.count == 36
            && key.enumerated().allSatisfy { index, byte in
                [8, 13, 18, 23].contains(index) ? byte == UInt8(ascii: "-") : isHexDigit(byte)
            }
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
