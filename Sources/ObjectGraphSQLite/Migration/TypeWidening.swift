import ObjectGraph

extension AttributeType {
    /// How the values of one type become values of a type that has them all.
    enum Widening: Equatable {
        /// They are kept alike.
        case asIs
        /// A whole number becomes a floating-point number that equals it.
        case number
        /// A whole number becomes the digits of a decimal.
        case digits
        /// An array or a dictionary becomes the bytes of its JSON text.
        case bytes
        /// Bytes become the array or the dictionary whose JSON text they are, if they are one.
        case json(AttributeType)

        /// The value of a column under the wider type.
        func sql(_ column: String) -> String {
            switch self {
            case .asIs: column
            case .number: "CAST(\(column) AS REAL)"
            case .digits: "CAST(\(column) AS TEXT)"
            case .bytes: "CAST(\(column) AS BLOB)"
            case .json(let type): "mercator_json(\(column), \(type.rawValue.quotedText))"
            }
        }

        /// The condition for values that have no place in the wider type; `nil` if all have one.
        func misfits(_ column: String) -> String? {
            guard case .json = self else { return nil }
            return "\(column) IS NOT NULL AND \(sql(column)) IS NULL"
        }
    }

    /// The way to another type that has every value of this one, or may have; `nil` if it has not.
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

    /// The value under this type, as ``Widening/sql(_:)`` gives it; `nil` if it does not fit.
    func widened(_ value: Value) -> Value? {
        switch (self, value) {
        case (.string, .uuid): value.storedText.map(Value.string)
        case (.data, .array), (.data, .dictionary): .data(Array(ValueJSON.text(value).utf8))
        case (.array, .data(let bytes)), (.dictionary, .data(let bytes)): json(bytes)
        default: normalized(value)
        }
    }

    /// The array or the dictionary whose JSON text the bytes are; `nil` if they are none.
    func json(_ bytes: [UInt8]) -> Value? {
        // What is no UTF-8 would be read with replacements.
        guard String(validating: bytes, as: UTF8.self) != nil,
            let value = ValueJSON.value(bytes)
        else { return nil }
        switch (self, value) {
        case (.array, .array), (.dictionary, .dictionary): return value
        default: return nil
        }
    }
}
