package import ObjectGraph

/// Literals for values in Swift code.
package enum SwiftLiteral {
    /// Returns a literal for a context that expects a `Value`.
    package static func value(_ value: Value) -> String {
        switch value {
        case .null: ".null"
        case .boolean(let flag): "\(flag)"
        case .integer(let number): "\(number)"
        case .double(let number): number.isFinite ? "\(number)" : ".double(\(double(number)))"
        case .string(let string): text(string)
        // The model rejects NaN, so a malformed number does not go unnoticed.
        case .decimal: ".decimal(Decimal(string: \(text(digits(value)))) ?? .nan)"
        case .date(let instant): "Timestamp(\(text("\(instant)"))).map(Value.date) ?? .null"
        case .uuid: "UUID(uuidString: \(text(digits(value)))).map(Value.uuid) ?? .null"
        case .data(let bytes): ".data(\(bytes))"
        case .array(let elements): "[" + elements.map(Self.value).joined(separator: ", ") + "]"
        case .dictionary(let members): dictionary(members)
        }
    }

    /// Returns a literal for a context that expects the type of an attribute, possibly optional.
    static func defaultValue(_ value: Value, _ type: AttributeType) -> String {
        switch (value, type) {
        case (.decimal, _): "Decimal(string: \(text(digits(value))))"
        case (.date(let instant), _): "Timestamp(\(text("\(instant)")))"
        case (.uuid, _): "UUID(uuidString: \(text(digits(value))))"
        case (.data(let bytes), _): "\(bytes)"
        case (.string(let string), .url): "URL(string: \(text(string)))"
        case (.double(let number), _): double(number)
        default: self.value(value)
        }
    }

    /// Returns the key-value pairs of a dictionary literal, sorted by key.
    static func pairs(_ members: [String: Value]) -> [String] {
        members.sorted { $0.key < $1.key }.map { "\(text($0.key)): \(value($0.value))" }
    }

    private static func dictionary(_ members: [String: Value]) -> String {
        members.isEmpty ? "[:]" : "[" + pairs(members).joined(separator: ", ") + "]"
    }

    private static func double(_ number: Double) -> String {
        guard number.isInfinite else { return "\(number)" }
        return number < 0 ? "-Double.infinity" : "Double.infinity"
    }

    private static func digits(_ value: Value) -> String { value.storedText ?? "" }

    /// Returns a string literal.
    package static func text(_ text: String) -> String {
        var literal = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": literal += "\\\""
            case "\\": literal += "\\\\"
            case "\n": literal += "\\n"
            case "\r": literal += "\\r"
            case "\t": literal += "\\t"
            case _ where scalar.isInvisible:
                literal += "\\u{\(String(scalar.value, radix: 16))}"
            default: literal.unicodeScalars.append(scalar)
            }
        }
        return literal + "\""
    }
}

extension Unicode.Scalar {
    /// Indicates whether the scalar is invisible in code, or reorders other scalars.
    fileprivate var isInvisible: Bool {
        switch properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned: true
        default: false
        }
    }
}

extension ValueRule {
    /// The rule as Swift code.
    var literal: String {
        switch self {
        case .atLeast(let bound): ".atLeast(\(SwiftLiteral.value(bound)))"
        case .atMost(let bound): ".atMost(\(SwiftLiteral.value(bound)))"
        case .minimumLength(let length): ".minimumLength(\(length))"
        case .maximumLength(let length): ".maximumLength(\(length))"
        case .matches(let pattern): ".matches(\(SwiftLiteral.text(pattern)))"
        }
    }
}
