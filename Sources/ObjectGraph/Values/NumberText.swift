#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A text in the grammar of JSON numbers, or the description of a double, with all digits.
struct NumberText {
    private let text: String

    /// Creates the text of a number; `nil` for any other text.
    init?(_ text: String) {
        guard text.utf8.allSatisfy(Array("+-.0123456789Ee".utf8).contains),
            ValueJSON.value(text) != nil
        else { return nil }
        self.text = text
    }

    /// The nearest double; `nil` for a number beyond the largest one.
    var double: Double? { Double(text).flatMap { $0.isFinite ? $0 : nil } }

    /// The integer that equals the number.
    var integer: Int64? {
        if let number = Int64(text) { return number }
        return decimal?.storedText.flatMap { Int64($0) }
    }

    /// The equal decimal number; `nil` for more than 38 significant digits, as in payloads.
    var decimal: Value? {
        let parts = text.split(omittingEmptySubsequences: false) { $0 == "e" || $0 == "E" }
        let digits = parts[0].filter(\.isNumber).drop { $0 == "0" }
        let significant = digits.count - digits.reversed().prefix { $0 == "0" }.count
        guard significant <= 38,
            case .decimal(let mantissa)? = Value(storedDecimal: String(parts[0]))
        else { return nil }
        guard parts.count > 1, mantissa != 0 else { return .decimal(mantissa) }
        guard let exponent = Int(parts[1]), abs(exponent) < 1000 else { return nil }
        return mantissa.scaled(by: exponent).map(Value.decimal)
    }
}
