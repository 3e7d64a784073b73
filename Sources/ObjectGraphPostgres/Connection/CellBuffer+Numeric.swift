import ObjectGraph

/// `numeric`: a sign, and groups of four decimal digits with the power of 10 000 of the first.
///
/// Source: `numeric_send` in PostgreSQL's `utils/adt/numeric.c`.
extension CellBuffer {
    /// Appends a number in plain digits, as `Value.storedText` writes it.
    mutating func append(numeric text: String) {
        var groups = DigitGroups()
        let isNegative = text.utf8.first == UInt8(ascii: "-")
        let digits = text.utf8.dropFirst(isNegative ? 1 : 0)
        let whole = digits.prefix { $0 != UInt8(ascii: ".") }
        let fraction = digits.dropFirst(whole.count + 1)
        var missing = (4 - whole.count % 4) % 4
        for _ in 0..<missing { groups.append(0x30) }
        for digit in whole { groups.append(digit) }
        let weight = (whole.count + missing) / 4 - 1
        for digit in fraction { groups.append(digit) }
        missing = (4 - fraction.count % 4) % 4
        for _ in 0..<missing { groups.append(0x30) }

        let leading = groups.all.prefix { $0 == 0 }.count
        let kept = groups.all.dropFirst(leading).reversed().drop { $0 == 0 }.reversed()
        let begin = beginCell()
        appendRaw(Int16(clamping: kept.count))
        appendRaw(Int16(clamping: kept.isEmpty ? 0 : weight - leading))
        appendRaw(isNegative && !kept.isEmpty ? 0x4000 : 0 as UInt16)
        appendRaw(Int16(clamping: fraction.count))
        for group in kept { appendRaw(group) }
        endCell(begin)
    }

    private struct DigitGroups {
        var all: [UInt16] = []
        private var count = 0

        mutating func append(_ digit: UInt8) {
            if count.isMultiple(of: 4) { all.append(0) }
            all[all.count - 1] = all[all.count - 1] * 10 + UInt16(digit - 0x30)
            count += 1
        }
    }
}

extension Value {
    /// Reads a `numeric`; `nil` for NaN, infinities, and numbers that exceed a decimal.
    @unsafe
    init?(numeric bytes: UnsafeRawBufferPointer) {
        func word(_ index: Int) -> UInt16 {
            unsafe UInt16(
                bigEndian: bytes.loadUnaligned(fromByteOffset: index * 2, as: UInt16.self))
        }
        guard bytes.count >= 8 else { return nil }
        let (count, sign) = (Int(word(0)), word(2))
        guard bytes.count == 8 + 2 * count, sign == 0 || sign == 0x4000 else { return nil }
        var significand: UInt128 = 0
        var exponent = (Int(Int16(bitPattern: word(1))) - count + 1) * 4
        for index in 0..<count {
            var (group, factor) = (word(4 + index), 10_000 as UInt128)
            // The zeros that fill the last group can exceed the digits of a decimal.
            while index == count - 1, group > 0, group.isMultiple(of: 10) {
                (group, factor, exponent) = (group / 10, factor / 10, exponent + 1)
            }
            let (product, overflow) = significand.multipliedReportingOverflow(by: factor)
            let (sum, carry) = product.addingReportingOverflow(UInt128(group))
            guard !overflow, !carry else { return nil }
            significand = sum
        }
        self.init(isNegative: sign != 0, significand: significand, exponent: exponent)
    }
}
