package import ObjectGraph

extension AttributeType {
    /// The conversions of values of one type to a type that includes them.
    package enum Widening: Equatable {
        /// Both types are stored in the same form.
        case asIs
        /// An integer becomes an equal floating-point number, if there is one.
        case number
        /// An integer becomes the digits of a decimal.
        case digits
        /// A floating-point number becomes the decimal with its shortest digits, if it is finite
        /// and a decimal has so many digits.
        case decimal
        /// A value of a type becomes a text, such as the digits of a number, or ISO 8601.
        case text(AttributeType)
        /// A value of a type becomes the only element of an array.
        case list(AttributeType)
        /// An array or a dictionary becomes the bytes of its JSON text.
        case bytes
        /// Bytes become the array or the dictionary whose JSON text they are, if they
        /// are such a text.
        case json(AttributeType)

        /// Indicates whether there are values that cannot be converted.
        var canFail: Bool {
            switch self {
            case .json, .decimal, .number: true
            case .asIs, .digits, .text, .list, .bytes: false
            }
        }

        /// The values that cannot be converted, for messages.
        var loss: String {
            switch self {
            case .json: "bytes that are no JSON of that kind"
            case .decimal: "numbers that no decimal is equal to"
            default: "digits that a floating-point number does not have"
            }
        }
    }

    /// Returns the conversion to a type that includes all, or possibly all, values of this type.
    ///
    /// Returns `nil` if there is none.
    package func widening(to type: AttributeType) -> Widening? {
        switch (self, type) {
        case _ where self == type: .asIs
        case (.integer16, .integer32), (.integer16, .integer64), (.integer32, .integer64),
            (.float, .double), (.url, .string), (.uuid, .string):
            .asIs
        case (.decimal, .string): .asIs
        case (.integer16, .float), (.integer16, .double), (.integer32, .double),
            (.integer64, .double):
            .number
        case (.integer16, .decimal), (.integer32, .decimal), (.integer64, .decimal),
            (.integer16, .string), (.integer32, .string), (.integer64, .string):
            .digits
        case (.float, .decimal), (.double, .decimal): .decimal
        case (.boolean, .string), (.float, .string), (.double, .string), (.date, .string):
            .text(self)
        case (.boolean, .array), (.integer16, .array), (.integer32, .array), (.integer64, .array),
            (.float, .array), (.double, .array), (.decimal, .array), (.string, .array),
            (.date, .array), (.uuid, .array), (.url, .array):
            .list(self)
        case (.array, .data), (.dictionary, .data): .bytes
        case (.data, .array), (.data, .dictionary): .json(type)
        default: nil
        }
    }

    /// Returns the value in this type, with the result of ``SQLDialect/widened(_:from:to:)``; `nil`
    /// if it does not fit.
    package func widened(_ value: Value) -> Value? {
        switch (self, value) {
        case (_, .null): value
        case (.data, .array), (.data, .dictionary): .data(Array(ValueJSON.text(value).utf8))
        case (.array, .data(let bytes)), (.dictionary, .data(let bytes)): json(bytes)
        case (.string, .boolean), (.string, .integer), (.string, .double), (.string, .decimal),
            (.string, .date), (.string, .uuid):
            value.plainText.map(Value.string)
        case (.decimal, .double(let number)): Value(decimalOf: number)
        case (.array, .boolean), (.array, .integer), (.array, .double), (.array, .decimal),
            (.array, .string), (.array, .date), (.array, .uuid):
            .array([value.element])
        default: normalized(value)
        }
    }

    /// Returns the array or the dictionary whose JSON text the bytes are; `nil` for other bytes.
    package func json(_ bytes: [UInt8]) -> Value? {
        // Invalid UTF-8 would be read with replacement characters.
        guard String(validating: bytes, as: UTF8.self) != nil,
            let value = ValueJSON.value(bytes)
        else { return nil }
        switch (self, value) {
        case (.array, .array), (.dictionary, .dictionary): return value
        default: return nil
        }
    }
}

extension Value {
    /// The text that a scalar other than a string becomes; `nil` for other values.
    ///
    /// Numbers have the digits of JSON: a whole number has neither a point nor an exponent if a
    /// `Double` represents it and its neighbours exactly. Dates are in RFC 3339.
    var plainText: String? {
        switch self {
        case .boolean(let flag): flag ? "true" : "false"
        case .integer(let number): String(number)
        case .double(let number):
            if number.magnitude <= 0x1p53, let whole = Int64(exactly: number) {
                String(whole)
            } else {
                "\(number)"
            }
        case .date(let instant): instant.description
        case .decimal, .uuid: storedText
        case .null, .string, .data, .array, .dictionary: nil
        }
    }

    /// Creates the decimal with the shortest digits that a floating-point number is equal to; `nil`
    /// for an infinite number, and beyond the range of decimals.
    package init?(decimalOf number: Double) {
        let parts = "\(number.magnitude)".split(separator: "e")
        let digits = parts[0].split(separator: ".", omittingEmptySubsequences: false)
        guard number.isFinite, let significand = UInt128(digits.joined()),
            let exponent = parts.count == 1 ? 0 : Int(parts[1])
        else { return nil }
        self.init(
            isNegative: number < 0, significand: significand,
            exponent: exponent - (digits.count == 1 ? 0 : digits[1].count))
    }
}
