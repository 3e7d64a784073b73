extension AttributeValue where Self: FixedWidthInteger {
    /// Reads an integer within the range of this type.
    @inlinable public init?(attributeValue: Value) {
        guard case .integer(let number) = attributeValue else { return nil }
        self.init(exactly: number)
    }
    /// The integer; ``Value/null`` beyond the range of `Int64`, which has no stored form.
    public var attributeValue: Value { Int64(exactly: self).map(Value.integer) ?? .null }
}

extension Int: AttributeValue {
    /// ``AttributeType/integer64``.
    public static var attributeType: AttributeType { .integer64 }
}
extension Int64: AttributeValue {
    /// ``AttributeType/integer64``.
    public static var attributeType: AttributeType { .integer64 }
}
extension Int32: AttributeValue {
    /// ``AttributeType/integer32``.
    public static var attributeType: AttributeType { .integer32 }
}
extension Int16: AttributeValue {
    /// ``AttributeType/integer16``.
    public static var attributeType: AttributeType { .integer16 }
}
extension UInt32: AttributeValue {
    /// ``AttributeType/integer64``: the next wider signed integer.
    public static var attributeType: AttributeType { .integer64 }
}
extension UInt16: AttributeValue {
    /// ``AttributeType/integer32``: the next wider signed integer.
    public static var attributeType: AttributeType { .integer32 }
}
extension UInt8: AttributeValue {
    /// ``AttributeType/integer16``: the next wider signed integer.
    public static var attributeType: AttributeType { .integer16 }
}
