extension [UInt8] {
    /// The bytes in hexadecimal, two lowercase digits for each.
    package var hexadecimalText: String {
        var digits: [UInt8] = []
        digits.reserveCapacity(count * 2)
        digits.appendHexadecimal(self)
        return String(decoding: digits, as: UTF8.self)
    }

    /// Reads two hexadecimal digits for each byte.
    ///
    /// The result is `nil` if the text has other characters or an odd length.
    package init?(hexadecimal text: String) {
        var bytes: [UInt8] = []
        var high: UInt8?
        for digit in text.utf8 {
            guard let value = Character(Unicode.Scalar(digit)).hexDigitValue else { return nil }
            if let known = high {
                bytes.append(known << 4 | UInt8(value))
                high = nil
            } else {
                high = UInt8(value)
            }
        }
        guard high == nil else { return nil }
        self = bytes
    }

    /// Appends two lowercase hexadecimal digits, in ASCII, for each of the given bytes.
    package mutating func appendHexadecimal(_ bytes: [UInt8]) {
        let digits = Array("0123456789abcdef".utf8)
        for byte in bytes {
            append(digits[Int(byte >> 4)])
            append(digits[Int(byte & 15)])
        }
    }
}
