#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension Value {
    /// The stored text form of a decimal number or a UUID; `nil` for other kinds and for NaN.
    ///
    /// Equal numbers have equal texts: plain digits without an exponent and without
    /// redundant zeros.
    package var storedText: String? {
        switch self {
        case .uuid(let identifier): identifier.uuidString
        case .decimal(let number): number.isNaN ? nil : number.plainText
        default: nil
        }
    }

    /// Reads the ``storedText`` of a decimal number.
    package init?(storedDecimal text: String) {
        guard let number = Decimal(plainText: text) else { return nil }
        self = .decimal(number)
    }

    /// Reads the ``storedText`` of a UUID.
    package init?(storedUUID text: String) {
        guard let identifier = UUID(uuidString: text) else { return nil }
        self = .uuid(identifier)
    }
}

/// UUIDs as two numbers in network order, for stores that keep their sixteen bytes.
extension Value {
    /// The bytes of a UUID; `nil` for other kinds.
    package var uuidWords: (high: UInt64, low: UInt64)? {
        guard case .uuid(let identifier) = self else { return nil }
        let bytes = identifier.uuid
        func word(_ bytes: UInt8...) -> UInt64 { bytes.reduce(0) { $0 << 8 | UInt64($1) } }
        return (
            word(bytes.0, bytes.1, bytes.2, bytes.3, bytes.4, bytes.5, bytes.6, bytes.7),
            word(bytes.8, bytes.9, bytes.10, bytes.11, bytes.12, bytes.13, bytes.14, bytes.15)
        )
    }

    /// Creates a UUID from its bytes.
    package init(uuidWords high: UInt64, _ low: UInt64) {
        func byte(_ word: UInt64, _ index: UInt64) -> UInt8 {
            UInt8(truncatingIfNeeded: word >> (56 - 8 * index))
        }
        self = .uuid(
            UUID(
                uuid: (
                    byte(high, 0), byte(high, 1), byte(high, 2), byte(high, 3), byte(high, 4),
                    byte(high, 5), byte(high, 6), byte(high, 7), byte(low, 0), byte(low, 1),
                    byte(low, 2), byte(low, 3), byte(low, 4), byte(low, 5), byte(low, 6),
                    byte(low, 7)
                )))
    }
}

extension Value {
    /// Reads bytes from base64, the default form of bytes in payloads.
    ///
    /// Source: RFC 4648, section 4.
    init?(base64 text: String) {
        guard let bytes = Data(base64Encoded: text) else { return nil }
        self = .data(Array(bytes))
    }

    /// The UUID with all digits zero.
    static var zeroUUID: Value {
        .uuid(UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)))
    }
}

extension Decimal {
    /// The digits of the number, without an exponent and without redundant zeros.
    fileprivate var plainText: String {
        var text = description
        if text.utf8.contains(UInt8(ascii: ".")) {
            while text.hasSuffix("0") { text.removeLast() }
            if text.hasSuffix(".") { text.removeLast() }
        }
        return text == "-0" ? "0" : text
    }

    /// Reads plain digits exactly; `nil` if the text has other characters or exceeds the range.
    fileprivate init?(plainText text: String) {
        var significand: UInt128 = 0
        var exponent = 0
        var zeros = 0
        var hasPoint = false
        let isNegative = text.utf8.first == UInt8(ascii: "-")
        let digits = text.utf8.dropFirst(isNegative ? 1 : 0)
        guard !digits.isEmpty else { return nil }
        for byte in digits {
            if byte == UInt8(ascii: "."), !hasPoint {
                hasPoint = true
                continue
            }
            guard (0x30...0x39).contains(byte) else { return nil }
            if hasPoint { exponent -= 1 }
            zeros += 1
            guard byte != 0x30 else { continue }
            // Zeros are applied only when another digit follows, so that 1e100 does not
            // need 101 digits.
            while zeros > 0 {
                let (product, overflow) = significand.multipliedReportingOverflow(by: 10)
                guard !overflow else { return nil }
                significand = product
                zeros -= 1
            }
            let (sum, overflow) = significand.addingReportingOverflow(UInt128(byte - 0x30))
            guard !overflow else { return nil }
            significand = sum
        }
        self.init(isNegative: isNegative, significand: significand, exponent: exponent + zeros)
    }
}
