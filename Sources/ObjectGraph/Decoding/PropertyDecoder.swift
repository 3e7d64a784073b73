/// Decodes values from an object, from the objects of a relationship, or from an attribute.
struct PropertyDecoder: Decoder {
    /// The content to decode.
    enum Source {
        case object(ManagedObject)
        case objects([ManagedObject])
        case value(Value)
        case row(SelectedRow)
    }

    let source: Source
    let codingPath: [any CodingKey]
    /// The objects around the source, for the detection of cycles.
    let ancestors: [ManagedObjectID]
    let userInfo: [CodingUserInfoKey: Any] = [:]

    init(_ source: Source, codingPath: [any CodingKey], ancestors: [ManagedObjectID]) {
        self.source = source
        self.codingPath = codingPath
        self.ancestors = ancestors
    }

    /// Decodes the source: scalars as they are read from attributes, other types by themselves.
    func decode<Decoded: Decodable>(_ type: Decoded.Type) throws -> Decoded {
        guard case .value(let value) = source else {
            guard !Self.isScalar(type) else { throw objectMismatch("\(type)") }
            return try Decoded(from: self)
        }
        if let attribute = type as? any AttributeValue.Type {
            if let decoded = Self.read(attribute, value) as? Decoded { return decoded }
            // A list or a dictionary with elements other than attribute values.
            if !Self.isScalar(type), !value.isNull { return try Decoded(from: self) }
        } else if let number = type as? any FixedWidthInteger.Type {
            if case .integer(let integer) = value, let decoded = number.init(exactly: integer) {
                return try cast(decoded, to: type, value)
            }
        } else if let number = type as? any BinaryFloatingPoint.Type {
            if let double = Double(attributeValue: value) {
                return try cast(number.init(double), to: type, value)
            }
        } else {
            return try Decoded(from: self)
        }
        throw mismatch(type, value)
    }

    private func cast<Decoded>(_ number: Any, to type: Decoded.Type, _ value: Value) throws
        -> Decoded
    {
        guard let decoded = number as? Decoded else { throw mismatch(type, value) }
        return decoded
    }

    /// Returns whether a type has a scalar form.
    ///
    /// The decoding of such a type may itself request a value of the same type.
    private static func isScalar(_ type: Any.Type) -> Bool {
        guard let attribute = type as? any AttributeValue.Type else {
            return type is any FixedWidthInteger.Type || type is any BinaryFloatingPoint.Type
        }
        return !attribute.isOptionalAttribute
            && ![.array, .dictionary].contains(attribute.attributeType)
    }

    private static func read<Attribute: AttributeValue>(
        _ type: Attribute.Type, _ value: Value
    ) -> Attribute? {
        Attribute(attributeValue: value) ?? Attribute(elementValue: value)
    }

    func mismatch(_ type: Any.Type, _ value: Value) -> DecodingError {
        let context = DecodingError.Context(
            codingPath: codingPath, debugDescription: "expected \(type), found \(value)")
        return value.isNull ? .valueNotFound(type, context) : .typeMismatch(type, context)
    }

    func container<Key: CodingKey>(
        keyedBy type: Key.Type
    ) throws -> KeyedDecodingContainer<Key> {
        switch source {
        case .object(let object):
            guard !ancestors.contains(object.objectID) else {
                throw DecodingError.dataCorrupted(
                    .init(
                        codingPath: codingPath,
                        debugDescription: "\(object.objectID) contains itself through relationships"
                    ))
            }
            return KeyedDecodingContainer(ObjectContainer<Key>(object, decoder: self))
        case .row(let row):
            return KeyedDecodingContainer(RowContainer<Key>(row, decoder: self))
        case .value(.dictionary(let members)):
            return KeyedDecodingContainer(DictionaryContainer<Key>(members, decoder: self))
        case .value(let value): throw mismatch([String: Any].self, value)
        case .objects: throw objectMismatch("one object")
        }
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        switch source {
        case .objects(let objects):
            return ListContainer(objects.map { .object($0) }, decoder: self)
        case .value(.array(let values)):
            return ListContainer(values.map { .value($0) }, decoder: self)
        case .value(let value): throw mismatch([Any].self, value)
        case .object, .row: throw objectMismatch("a list")
        }
    }

    func singleValueContainer() throws -> any SingleValueDecodingContainer {
        PropertyValueContainer(decoder: self)
    }

    private func objectMismatch(_ expected: String) -> DecodingError {
        .typeMismatch(
            [Any].self,
            .init(
                codingPath: codingPath,
                debugDescription: "expected \(expected), found a relationship"))
    }
}

/// A source that is decoded as a whole.
struct PropertyValueContainer: SingleValueDecodingContainer {
    let decoder: PropertyDecoder

    var codingPath: [any CodingKey] { decoder.codingPath }

    func decodeNil() -> Bool {
        if case .value(let value) = decoder.source { value.isNull } else { false }
    }

    func decode<Decoded: Decodable>(_ type: Decoded.Type) throws -> Decoded {
        try decoder.decode(type)
    }
}

/// The elements of a relationship or of an attribute with a list.
struct ListContainer: UnkeyedDecodingContainer {
    private let elements: [PropertyDecoder.Source]
    private let decoder: PropertyDecoder
    private(set) var currentIndex = 0

    init(_ elements: [PropertyDecoder.Source], decoder: PropertyDecoder) {
        self.elements = elements
        self.decoder = decoder
    }

    var codingPath: [any CodingKey] { decoder.codingPath }
    var count: Int? { elements.count }
    var isAtEnd: Bool { currentIndex == elements.count }

    private func element(_ type: Any.Type) throws -> PropertyDecoder {
        let path = codingPath + [ElementIndex(intValue: currentIndex)]
        guard !isAtEnd else {
            throw DecodingError.valueNotFound(
                type, .init(codingPath: path, debugDescription: "the list has no more elements"))
        }
        return PropertyDecoder(
            elements[currentIndex], codingPath: path, ancestors: decoder.ancestors)
    }

    mutating func decodeNil() throws -> Bool {
        guard case .value(.null) = try element(Any.self).source else { return false }
        currentIndex += 1
        return true
    }

    mutating func decode<Decoded: Decodable>(_ type: Decoded.Type) throws -> Decoded {
        let decoded = try element(type).decode(type)
        currentIndex += 1
        return decoded
    }

    mutating func nestedContainer<Key: CodingKey>(
        keyedBy type: Key.Type
    ) throws -> KeyedDecodingContainer<Key> {
        let container = try element([String: Any].self).container(keyedBy: type)
        currentIndex += 1
        return container
    }

    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
        let container = try element([Any].self).unkeyedContainer()
        currentIndex += 1
        return container
    }

    mutating func superDecoder() throws -> any Decoder {
        let decoder = try element(Any.self)
        currentIndex += 1
        return decoder
    }
}

/// The index of an element in a coding path.
private struct ElementIndex: CodingKey {
    let index: Int

    init(intValue: Int) { index = intValue }
    init?(stringValue: String) { nil }

    var intValue: Int? { index }
    var stringValue: String { "\(index)" }
}
