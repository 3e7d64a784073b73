import ObjectGraph

extension AttributeType {
    /// The conversions of values of one type to a type that includes them.
    enum Widening: Equatable {
        /// Both types are stored in the same form.
        case asIs
        /// An integer becomes an equal floating-point number.
        case number
        /// An integer becomes the digits of a decimal.
        case digits
        /// An array or a dictionary becomes the bytes of its JSON text.
        case bytes
        /// Bytes become the array or the dictionary whose JSON text they are, if they
        /// are such a text.
        case json(AttributeType)

        /// Returns the SQL expression for the value of a column in the wider type.
        func sql(_ column: String) -> String {
            switch self {
            case .asIs: column
            case .number: "CAST(\(column) AS REAL)"
            case .digits: "CAST(\(column) AS TEXT)"
            case .bytes: "CAST(\(column) AS BLOB)"
            case .json(let type): "mercator_json(\(column), \(type.rawValue.quotedText))"
            }
        }

        /// Returns the condition for values that cannot be converted; `nil` if all can.
        func mismatches(_ column: String) -> String? {
            guard case .json = self else { return nil }
            return "\(column) IS NOT NULL AND \(sql(column)) IS NULL"
        }
    }

    /// Returns the conversion to another type that includes all, or possibly all, values of this
    /// one; `nil` if there is none.
    func widening(to type: AttributeType) -> Widening? {
        switch (self, type) {
        case _ where self == type: .asIs
        case (.integer16, .integer32), (.integer16, .integer64), (.integer32, .integer64),
            (.float, .double), (.url, .string), (.uuid, .string):
            .asIs
        case (.integer16, .float), (.integer16, .double), (.integer32, .double): .number
        case (.integer16, .decimal), (.integer32, .decimal), (.integer64, .decimal): .digits
        case (.array, .data), (.dictionary, .data): .bytes
        case (.data, .array), (.data, .dictionary): .json(type)
        default: nil
        }
    }

    /// Returns the value in this type, with the result of ``Widening/sql(_:)``; `nil` if
    /// it does not fit.
    func widened(_ value: Value) -> Value? {
        switch (self, value) {
        case (.string, .uuid): value.storedText.map(Value.string)
        case (.data, .array), (.data, .dictionary): .data(Array(ValueJSON.text(value).utf8))
        case (.array, .data(let bytes)), (.dictionary, .data(let bytes)): json(bytes)
        default: normalized(value)
        }
    }

    /// Returns the array or the dictionary whose JSON text the bytes are; `nil` for other bytes.
    func json(_ bytes: [UInt8]) -> Value? {
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
