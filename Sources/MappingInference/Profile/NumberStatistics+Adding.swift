import MercatorPayload

/// Adding numbers.
extension NumberStatistics {
    private static let exactDouble: Int64 = 1 << 53
    /// The maximum number of digits of a decimal attribute.
    private static let mostDigits = 38
    /// The length of numbers that need no test: they have at most as many digits, and if they have
    /// no exponent, a double gives 17 of them back.
    private static let shortLength = 17

    mutating func add(_ number: Int64) {
        if number < least { least = number }
        if number > greatest { greatest = number }
        if number > Self.exactDouble || number < -Self.exactDouble { beyondDouble += 1 }
        if number == 0 { zeros += 1 }
        if 100_000_000...4_200_000_000 ~= number { inSeconds += 1 }
        if 100_000_000_000...4_200_000_000_000 ~= number { inMilliseconds += 1 }
    }

    /// Adds an integer that is out of 64 bits.
    mutating func add(bigIntegerOf range: Range<Int>, _ scanner: ByteScanner) {
        let sign = scanner.byte(at: range.lowerBound) == Byte.minus ? 1 : 0
        if range.count - sign > Self.mostDigits { beyondDecimal += 1 }
    }

    /// Adds a number with a fraction or an exponent.
    ///
    /// Returns its hash, or `nil` if a double is inexact and the digits must be hashed, and whether
    /// the number is whole.
    mutating func add(
        fractionAt position: Int, _ tape: PayloadTape
    ) -> (hash: UInt64?, isWhole: Bool) {
        let range = tape.textRange(at: position)
        let hasExponent = range.contains { tape.bytes[$0] | 0x20 == UInt8(ascii: "e") }
        if range.count > Self.shortLength || hasExponent, !Self.isDecimal(position, tape) {
            beyondDecimal += 1
        }
        guard let number = tape.double(at: position) else {
            inexactFractions += 1
            return (nil, false)
        }
        let isWhole = Self.isWhole(number)
        if number == 0 { zeros += 1 }
        if isWhole { wholeFractions += 1 }
        if 1e8...4.2e9 ~= number { inSeconds += 1 }
        if 1e11...4.2e12 ~= number { inMilliseconds += 1 }
        if range.count > Self.shortLength, !Self.isExact(number, position, tape) {
            inexactFractions += 1
            return (nil, isWhole)
        }
        return (ValueHash.number(number), isWhole)
    }

    /// Tests for a whole number that a double has exactly: `1.0`.
    private static func isWhole(_ number: Double) -> Bool {
        abs(number) < Double(exactDouble) && number == number.rounded(.towardZero)
    }

    /// Tests whether a decimal attribute has room for a number: 38 digits, and an exponent of one
    /// byte.
    private static func isDecimal(_ position: Int, _ tape: PayloadTape) -> Bool {
        // A decimal of a payload has 38 digits at most.
        guard let number = tape.decimal(at: position), number.exponent >= -128 else { return false }
        return number.exponent <= 127
            || number.exponent + "\(number.significand)".utf8.count <= 127 + mostDigits
    }

    /// Tests whether a double reproduces the digits of the payload.
    private static func isExact(
        _ number: Double, _ position: Int, _ tape: PayloadTape
    ) -> Bool {
        guard let decimal = tape.decimal(at: position) else { return false }
        // A double has at least 15 digits of any number that is not too small, and at most 17.
        if decimal.significand < 1_000_000_000_000_000, abs(decimal.exponent) < 250 { return true }
        guard decimal.significand < 100_000_000_000_000_000,
            let document = try? PayloadDocument(parsing: Array("\(number)".utf8))
        else { return false }
        return document.tape.decimal(at: 0) == decimal
    }
}
