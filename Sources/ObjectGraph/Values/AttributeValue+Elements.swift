// How values lie in arrays and dictionaries: as JSON, so that both stores keep the same.

extension AttributeValue {
    /// Brings an element to the form that ``init(attributeValue:)`` takes, and reads it.
    public init?(elementValue: Value) {
        guard let value = Self.attributeType.value(ofElement: elementValue) else { return nil }
        self.init(attributeValue: value)
    }

    /// The stored value, as text where JSON has no kind for it.
    public var elementValue: Value { attributeValue.element }
}

extension AttributeValue where Self: FixedWidthInteger {
    /// Reads a whole number within the range of this type.
    @inlinable public init?(elementValue: Value) { self.init(attributeValue: elementValue) }
}

extension String {
    /// Reads text.
    @inlinable public init?(elementValue: Value) { self.init(attributeValue: elementValue) }
}

extension AttributeType {
    /// An element of an array or a dictionary as an attribute of this type keeps it; `nil` if it does
    /// not fit.
    ///
    /// It is the way back from ``Value/element``. Bytes may be base64 as well, as payloads have them.
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
    /// Bytes that are kept as a list of numbers.
    fileprivate init?(bytes numbers: [Value]) {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(numbers.count)
        for number in numbers {
            guard let byte = UInt8(attributeValue: number) else { return nil }
            bytes.append(byte)
        }
        self = .data(bytes)
    }

    /// The value as it is kept inside an array or a dictionary: what JSON has no kind for is text.
    package var element: Value {
        switch self {
        case .null, .boolean, .integer, .string: self
        // Stores keep one zero.
        case .double(let number): .double(number + 0)
        case .decimal, .uuid: storedText.map(Value.string) ?? .null
        case .date(let instant): .string(instant.description)
        case .data(let bytes): .array(bytes.map { .integer(Int64($0)) })
        case .array(let elements): .array(elements.map(\.element))
        case .dictionary(let members): .dictionary(members.mapValues(\.element))
        }
    }
}
