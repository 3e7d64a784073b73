/// Values are encoded as their JSON type, and decoded by the encoded attribute type.
///
/// Booleans, finite numbers, strings and `null` are encoded as such. The following are encoded as
/// strings: a decimal with all its digits, a date in RFC 3339, a UUID, bytes in hexadecimal digits,
/// an infinite number (`inf`, `-inf`), and the JSON of an array or a dictionary, because encoders
/// do not distinguish 1 from 1.0.
extension ChangeReport.AttributeChange: Codable {
    private enum CodingKeys: String, CodingKey {
        case name, type, old, new
    }

    /// Decodes the form of ``encode(to:)``.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let type = try container.decode(AttributeType.self, forKey: .type)
        self.init(
            name: try container.decode(String.self, forKey: .name), type: type,
            old: try container.value(of: type, forKey: .old),
            new: try container.value(of: type, forKey: .new))
    }

    /// Encodes the name, the type and both values.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(name, forKey: .name)
        try container.encode(type, forKey: .type)
        try container.encode(value: old, forKey: .old)
        try container.encode(value: new, forKey: .new)
    }
}

extension ChangeReport.IdentityValue: Codable {
    private enum CodingKeys: String, CodingKey {
        case name, type, value
    }

    /// Decodes the form of ``encode(to:)``.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let type = try container.decode(AttributeType.self, forKey: .type)
        self.init(
            name: try container.decode(String.self, forKey: .name), type: type,
            value: try container.value(of: type, forKey: .value))
    }

    /// Encodes the name, the type and the value.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(name, forKey: .name)
        try container.encode(type, forKey: .type)
        try container.encode(value: value, forKey: .value)
    }
}

extension KeyedEncodingContainer {
    fileprivate mutating func encode(value: Value, forKey key: Key) throws {
        switch value {
        case .null: try encodeNil(forKey: key)
        case .boolean(let flag): try encode(flag, forKey: key)
        case .integer(let number): try encode(number, forKey: key)
        case .double(let number) where number.isFinite: try encode(number, forKey: key)
        case .double(let number): try encode("\(number)", forKey: key)
        case .string(let text): try encode(text, forKey: key)
        case .date(let instant): try encode(instant, forKey: key)
        case .data(let bytes): try encode(bytes.hexadecimalText, forKey: key)
        case .decimal, .uuid: try encode(value.storedText, forKey: key)
        case .array, .dictionary: try encode(ValueJSON.text(value), forKey: key)
        }
    }
}

extension KeyedDecodingContainer {
    fileprivate func value(of type: AttributeType, forKey key: Key) throws -> Value {
        if try decodeNil(forKey: key) { return .null }
        switch type {
        case .boolean: return .boolean(try decode(Bool.self, forKey: key))
        case .integer16, .integer32, .integer64:
            return .integer(try decode(Int64.self, forKey: key))
        case .float, .double:
            if let text = try? decode(String.self, forKey: key) {
                return try required(Double(text).map(Value.double), type, forKey: key)
            }
            return .double(try decode(Double.self, forKey: key))
        case .string, .url: return .string(try decode(String.self, forKey: key))
        case .date: return .date(try decode(Timestamp.self, forKey: key))
        case .data, .decimal, .uuid, .array, .dictionary:
            let text = try decode(String.self, forKey: key)
            let value =
                switch type {
                case .data: [UInt8](hexadecimal: text).map(Value.data)
                case .decimal: Value(storedDecimal: text)
                case .uuid: Value(storedUUID: text)
                default: ValueJSON.value(text)
                }
            return try required(value, type, forKey: key)
        }
    }

    private func required(_ value: Value?, _ type: AttributeType, forKey key: Key) throws -> Value {
        guard let value else {
            throw DecodingError.dataCorruptedError(
                forKey: key, in: self, debugDescription: "expected the text of a \(type.word)")
        }
        return value
    }
}
