#if canImport(FoundationEssentials)
    package import FoundationEssentials
#else
    package import Foundation
#endif

extension Int64 {
    /// The same number as a `Decimal`.
    package var decimalValue: Decimal { Decimal(self) }
}

extension Decimal {
    /// Indicates whether this is `Decimal`'s NaN, for callers that do not import Foundation.
    package var isNotANumber: Bool { isNaN }

    /// Creates the exact number `±significand × 10^exponent`; `nil` beyond the range of `Decimal`.
    package init?(isNegative: Bool, significand: UInt128, exponent: Int) {
        var significand = significand
        var exponent = exponent
        guard significand != 0 else {
            self = 0
            return
        }
        while exponent > 127 || (significand % 10 == 0 && exponent < 0) {
            if significand % 10 == 0, exponent < 0 {
                significand /= 10
                exponent += 1
            } else {
                let (product, overflow) = significand.multipliedReportingOverflow(by: 10)
                guard !overflow else { return nil }
                significand = product
                exponent -= 1
            }
        }
        guard (-128...127).contains(exponent) else { return nil }
        self.init(
            sign: isNegative ? .minus : .plus, exponent: exponent,
            significand: Decimal(whole: significand))
        // The significand can have an exponent too, so the sum of exponents can exceed the bound.
        guard !isNaN else { return nil }
    }

    /// Creates an integer, beyond 64 bits by `Decimal`'s arithmetic, which takes 25 times as long.
    private init(whole: UInt128) {
        let low = Decimal(UInt64(truncatingIfNeeded: whole))
        guard whole > UInt64.max else {
            self = low
            return
        }
        let two64 = Decimal(sign: .plus, exponent: 0, significand: Decimal(UInt64.max)) + 1
        self = Decimal(UInt64(truncatingIfNeeded: whole >> 64)) * two64 + low
    }
}

extension Decimal {
    /// Returns the exact product with a power of ten; `nil` beyond the range of `Decimal`.
    func scaled(by exponent: Int) -> Decimal? {
        guard var text = Value.decimal(abs(self)).storedText else { return nil }
        var exponent = exponent
        if let point = text.utf8.firstIndex(of: UInt8(ascii: ".")) {
            exponent -= text.utf8.distance(from: point, to: text.endIndex) - 1
            text.remove(at: point)
        }
        while text.hasSuffix("0"), text.count > 1 {
            text.removeLast()
            exponent += 1
        }
        return UInt128(text).flatMap {
            Decimal(isNegative: self < 0, significand: $0, exponent: exponent)
        }
    }
}

extension Value {
    /// Creates the exact decimal `±significand × 10^exponent`; `nil` beyond the range of `Decimal`.
    package init?(isNegative: Bool, significand: UInt128, exponent: Int) {
        let decimal = Decimal(
            isNegative: isNegative, significand: significand, exponent: exponent)
        guard let decimal else { return nil }
        self = .decimal(decimal)
    }

    /// Reads a UUID from 36 bytes, 32 hexadecimal digits in groups of 8-4-4-4-12; `nil` otherwise.
    package init?(uuid text: some Collection<UInt8>) {
        guard text.count == 36, let uuid = UUID(uuidString: String(decoding: text, as: UTF8.self))
        else { return nil }
        self = .uuid(uuid)
    }

    /// Creates a UUID from its sixteen bytes in little-endian words.
    package init(uuid words: (first: UInt64, second: UInt64)) {
        func byte(_ word: UInt64, _ index: UInt64) -> UInt8 {
            UInt8(truncatingIfNeeded: word >> (8 &* index))
        }
        let (first, second) = words
        self = .uuid(
            UUID(
                uuid: (
                    byte(first, 0), byte(first, 1), byte(first, 2), byte(first, 3),
                    byte(first, 4), byte(first, 5), byte(first, 6), byte(first, 7),
                    byte(second, 0), byte(second, 1), byte(second, 2), byte(second, 3),
                    byte(second, 4), byte(second, 5), byte(second, 6), byte(second, 7)
                )))
    }
}
