/// Conversion of numbers to eight ASCII digits per word, in little-endian order.
enum Digits {
    /// The exclusive upper bound of numbers with eight digits.
    static let limit: UInt64 = 100_000_000
    private static let zeros: UInt64 = 0x3030_3030_3030_3030

    /// Returns the digits of four numbers below 100.
    static func pairs(_ first: Int, _ second: Int, _ third: Int, _ fourth: Int) -> UInt64 {
        let pairs =
            UInt64(truncatingIfNeeded: first) | UInt64(truncatingIfNeeded: second) << 16
            | UInt64(truncatingIfNeeded: third) << 32 | UInt64(truncatingIfNeeded: fourth) << 48
        return values(ofPairs: pairs) | zeros
    }

    /// Returns the eight digits of a number below the limit, with leading zeros.
    static func eight(of number: UInt64) -> UInt64 { values(of: number) | zeros }

    /// Returns the digits of a number below the limit without leading zeros, and their count.
    static func few(of number: UInt64) -> (bytes: UInt64, count: Int) {
        let values = values(of: number)
        let missing = min(values.trailingZeroBitCount / 8, 7)
        return ((values | zeros) >> (UInt64(missing) * 8), 8 - missing)
    }

    private static func values(of number: UInt64) -> UInt64 {
        let fours = number / 10_000 | (number % 10_000) << 32
        let hundreds = (fours &* 10_486) >> 20 & 0x0000_007F_0000_007F  // each divided by 100
        return values(ofPairs: hundreds | (fours &- hundreds &* 100) << 16)
    }

    private static func values(ofPairs pairs: UInt64) -> UInt64 {
        let tens = (pairs &* 103) >> 10 & 0x000F_000F_000F_000F  // each divided by 10
        return tens | (pairs &- tens &* 10) << 8
    }
}
