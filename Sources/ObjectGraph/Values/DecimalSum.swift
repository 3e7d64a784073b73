/// An exact sum of decimal numbers, whatever their sizes and their order.
///
/// It has digits for every number of 38 digits with an exponent from -128 to 127.
package struct DecimalSum: Sendable {
    /// The digits in groups of nine, least significant first, without carries.
    private var groups = [Int64](repeating: 0, count: wholeGroups + fractionGroups)

    private static let digitsInGroup = 9
    private static let base: Int64 = 1_000_000_000
    private static let fractionGroups = 15
    private static let wholeGroups = 20

    /// Creates the sum of no numbers, which is 0.
    package init() {}

    /// Adds a number in its stored form: plain digits, see ``Value/storedText``.
    ///
    /// - Complexity: O(*n*) in the number of digits. Nine billion numbers can be added.
    package mutating func add(_ text: some Collection<UInt8>) {
        let isNegative = text.first == UInt8(ascii: "-")
        let digits = isNegative ? text.dropFirst() : text[...]
        let whole = digits.prefix { $0 != UInt8(ascii: ".") }
        // The exponent of the next digit.
        var exponent = whole.count - 1
        for byte in digits where byte != UInt8(ascii: ".") {
            let position = exponent + DecimalSum.fractionGroups * DecimalSum.digitsInGroup
            var amount = Int64(byte - UInt8(ascii: "0"))
            for _ in 0..<position % DecimalSum.digitsInGroup { amount *= 10 }
            groups[position / DecimalSum.digitsInGroup] += isNegative ? -amount : amount
            exponent -= 1
        }
    }

    /// Returns the sum or the difference of two numbers in their stored form.
    ///
    /// The result is `nil` if it has more digits than a decimal number.
    package static func combine(_ left: String, _ right: String, isDifference: Bool) -> Value? {
        var sum = DecimalSum()
        sum.add(left.utf8)
        if !isDifference {
            sum.add(right.utf8)
        } else if right.hasPrefix("-") {
            sum.add(right.utf8.dropFirst())
        } else {
            sum.add("-\(right)".utf8)
        }
        return sum.value
    }

    /// The sum; `nil` if it has more digits than a decimal number.
    package var value: Value? {
        var groups = groups
        let isNegative = DecimalSum.carry(&groups) < 0
        if isNegative {
            for index in groups.indices { groups[index] = -groups[index] }
            _ = DecimalSum.carry(&groups)
        }
        var text = isNegative ? "-" : ""
        var hasDigits = false
        for index in groups.indices.reversed() {
            if index == DecimalSum.fractionGroups - 1 {
                text += hasDigits ? "." : "0."
                hasDigits = true
            }
            guard hasDigits || groups[index] != 0 else { continue }
            let digits = "\(groups[index])"
            let padding = hasDigits ? DecimalSum.digitsInGroup - digits.utf8.count : 0
            text += String(repeating: "0", count: padding) + digits
            hasDigits = true
        }
        while text.hasSuffix("0") { text.removeLast() }
        if text.hasSuffix(".") { text.removeLast() }
        return Value(storedDecimal: text == "-0" ? "0" : text)
    }

    /// Returns the mean of the numbers; `nil` if the sum has more digits than a decimal number.
    package func mean(of count: Int64) -> Double? {
        value?.storedText.flatMap(Double.init).map { $0 / Double(count) }
    }

    /// Moves carries to more significant groups, and returns the sign of the sum.
    ///
    /// All groups have one sign if the result is positive.
    private static func carry(_ groups: inout [Int64]) -> Int64 {
        var carry: Int64 = 0
        for index in groups.indices {
            let sum = groups[index] + carry
            carry = sum >= 0 ? sum / base : -((base - 1 - sum) / base)
            groups[index] = sum - carry * base
        }
        return carry
    }
}
