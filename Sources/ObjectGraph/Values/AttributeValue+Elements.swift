// Arrays and dictionaries hold their elements as JSON, in the same form in every store.

extension AttributeValue {
    /// Converts an element to the form that ``init(attributeValue:)`` takes, and reads it.
    public init?(elementValue: Value) {
        guard let value = Self.attributeType.value(ofElement: elementValue) else { return nil }
        self.init(attributeValue: value)
    }

    /// The stored value, as a string where JSON has no such type.
    public var elementValue: Value { attributeValue.element }
}

extension AttributeValue where Self: FixedWidthInteger {
    /// Reads an integer within the range of this type.
    @inlinable public init?(elementValue: Value) { self.init(attributeValue: elementValue) }
}

extension String {
    /// Reads a string.
    @inlinable public init?(elementValue: Value) { self.init(attributeValue: elementValue) }
}

extension AttributeType {
    /// Converts an element of an array or a dictionary to the stored value of this type.
    ///
    /// The result is `nil` if the element does not fit.
    ///
    /// This is the inverse of ``Value/element``. Bytes are also accepted as base64, the form
    /// that payloads use.
    package func value(ofElement element: Value) -> Value? {
        switch (self, element) {
        case (.uuid, .string(let text)): return Value(uuid: Array(text.utf8))
        case (.date, .string(let text)):
            return Timestamp(iso8601: Array(text.utf8)).map(Value.date)
        case (.decimal, .string(let text)): return Value(storedDecimal: text)
        case (.data, .string(let text)): return Value(base64: text)
        case (.data, .array(let numbers)): return Value(bytes: numbers)
        default: return normalized(element)
        }
    }
}

extension Value {
    /// Creates bytes from a list of numbers; `nil` with a number outside of 0...255.
    fileprivate init?(bytes numbers: [Value]) {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(numbers.count)
        for number in numbers {
            guard let byte = UInt8(attributeValue: number) else { return nil }
            bytes.append(byte)
        }
        self = .data(bytes)
    }

    /// The value in its form inside an array or a dictionary.
    ///
    /// It is a string, or a list of numbers for bytes, if JSON has no such type.
    package var element: Value {
        switch self {
        case .null, .boolean, .integer, .string: self
        // Stores keep no negative zero.
        case .double(let number): .double(number + 0)
        case .decimal, .uuid: storedText.map(Value.string) ?? .null
        case .date(let instant): .string(instant.description)
        case .data(let bytes): .array(bytes.map { .integer(Int64($0)) })
        case .array(let elements): .array(elements.map(\.element))
        case .dictionary(let members): .dictionary(members.mapValues(\.element))
        }
    }
}
