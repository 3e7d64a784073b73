import EntityMapper
import MercatorPayload
import ObjectGraph

/// Numbers in a human-readable format: `$932,480,932.00`.
struct NumberTextForm: ValueCodec {
    let name: String
    let prefix: String
    let suffix: String
    let separator: Character?
    let point: Character
    /// The minimum number of fraction digits to write.
    let fractionDigits: Int
    /// The marks as bytes; `nil` if one of them is not plain ASCII or they are ambiguous.
    private let marks: NumberMarks?

    init(
        name: String, prefix: String, suffix: String, separator: Character?, point: Character,
        fractionDigits: Int
    ) {
        self.name = name
        self.prefix = prefix
        self.suffix = suffix
        self.separator = separator
        self.point = point
        self.fractionDigits = fractionDigits
        marks = NumberMarks(prefix: prefix, suffix: suffix, separator: separator, point: point)
    }

    var fault: String? {
        let marks = [separator, point].compactMap { $0 }
        if separator == point { return "one character cannot separate groups and be the point" }
        if marks.contains(where: { $0.isNumber || $0 == "-" }) {
            return "a digit or a minus cannot separate groups or be the point"
        }
        if (prefix + suffix).utf8.contains(where: { (0x30...0x39).contains($0) || $0 == 0x2D }) {
            return "the prefix and the suffix must not have digits or a minus"
        }
        return 0...100 ~= fractionDigits ? nil : "between 0 and 100 digits may be behind the point"
    }

    func problem(for type: AttributeType) -> String? {
        switch type {
        case .integer16, .integer32, .integer64, .float, .double, .decimal: nil
        default: "gives numbers"
        }
    }

    func expectation(of type: AttributeType) -> String { "\(type.word) as \(name)" }

    func read(
        _ document: PayloadDocument, at position: Int, as type: AttributeType
    ) -> Conversion.Outcome {
        guard document.tape.isString(at: position),
            let number = plainNumber(document.tape.string(at: position)),
            let plain = try? PayloadDocument(parsing: number)
        else { return .invalid(reason: nil) }
        return StandardForm().read(plain, at: 0, as: type)
    }

    func common(
        _ tape: PayloadTape, at position: Int, as type: AttributeType
    ) -> CommonValue? {
        guard tape.isPlainString(at: position) else { return nil }
        return marks?.number(tape.bytes, in: tape.textRange(at: position))
            .flatMap { CommonValue($0, as: type) }
    }

    /// Returns the number in JSON syntax for a formatted string.
    ///
    /// The result is `nil` if its structure does not match; the sign may precede or follow the
    /// prefix.
    private func plainNumber(_ text: String) -> String? {
        var rest = text[...]
        var isNegative = rest.hasPrefix("-")
        if isNegative { rest.removeFirst() }
        guard rest.hasPrefix(prefix) else { return nil }
        rest.removeFirst(prefix.count)
        if !isNegative, !prefix.isEmpty, rest.hasPrefix("-") {
            isNegative = true
            rest.removeFirst()
        }
        guard rest.hasSuffix(suffix) else { return nil }
        rest.removeLast(suffix.count)
        let parts = rest.split(separator: point, omittingEmptySubsequences: false)
        guard parts.count <= 2, let whole = parts.first.flatMap(wholeDigits) else { return nil }
        guard parts.count == 2 else { return (isNegative ? "-" : "") + whole }
        guard Self.areDigits(parts[1]) else { return nil }
        return (isNegative ? "-" : "") + whole + "." + parts[1]
    }

    /// Returns the digits before the point.
    ///
    /// They have separators between all groups of three, or no separators.
    private func wholeDigits(_ text: Substring) -> String? {
        guard let separator, text.contains(separator) else {
            return Self.areDigits(text) ? String(text) : nil
        }
        let groups = text.split(separator: separator, omittingEmptySubsequences: false)
        guard groups.allSatisfy(Self.areDigits), groups[0].count <= 3,
            groups.dropFirst().allSatisfy({ $0.count == 3 })
        else { return nil }
        return groups.joined()
    }

    private static func areDigits(_ text: Substring) -> Bool {
        !text.isEmpty && text.utf8.allSatisfy { (0x30...0x39).contains($0) }
    }

    func write(_ value: Value, as type: AttributeType) -> Conversion.Representation {
        guard case .node(let node) = StandardForm().write(value, as: type) else {
            return .invalid(reason: "an infinite number has no digits")
        }
        // The standard form writes decimals as strings and other numbers as numbers; both have
        // plain digits.
        let digits: String
        switch node {
        case .number(let text), .string(let text): digits = text
        default: return .mismatch(value, type)
        }
        guard let number = (try? PayloadDocument(parsing: digits))?.root.decimal else {
            return .mismatch(value, type)
        }
        return .text(text(of: number))
    }

    private func text(of number: PayloadDecimal) -> String {
        var digits = "\(number.significand)"
        if number.exponent > 0 { digits += String(repeating: "0", count: number.exponent) }
        let fractionCount = max(-number.exponent, 0)
        if digits.count <= fractionCount {
            digits = String(repeating: "0", count: fractionCount + 1 - digits.count) + digits
        }
        let whole = digits.dropLast(fractionCount)
        let missing = max(fractionDigits - fractionCount, 0)
        let fraction = digits.suffix(fractionCount) + String(repeating: "0", count: missing)
        return (number.isNegative ? "-" : "") + prefix + grouped(whole)
            + (fraction.isEmpty ? "" : "\(point)\(fraction)") + suffix
    }

    private func grouped(_ digits: Substring) -> String {
        guard let separator else { return String(digits) }
        var text = ""
        for (index, digit) in digits.enumerated() {
            if index > 0, (digits.count - index) % 3 == 0 { text.append(separator) }
            text.append(digit)
        }
        return text
    }
}
