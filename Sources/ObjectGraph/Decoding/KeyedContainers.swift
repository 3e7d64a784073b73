/// The members of an object or a dictionary, by coding key.
protocol MemberContainer: KeyedDecodingContainerProtocol {
    var decoder: PropertyDecoder { get }
    /// Returns the content of a member; `nil` if the member is absent.
    func source(_ name: String) -> PropertyDecoder.Source?
    /// The names of the members, for messages.
    var names: [String] { get }
    /// The objects around the members.
    var ancestors: [ManagedObjectID] { get }
}

extension MemberContainer {
    var codingPath: [any CodingKey] { decoder.codingPath }
    var allKeys: [Key] { names.compactMap(Key.init(stringValue:)) }

    func contains(_ key: Key) -> Bool { source(key.stringValue) != nil }

    private func member(_ key: any CodingKey) throws -> PropertyDecoder {
        let path = codingPath + [key]
        guard let source = source(key.stringValue) else {
            let advice = Suggestion.text(for: key.stringValue, among: names)
            throw DecodingError.keyNotFound(
                key,
                .init(
                    codingPath: codingPath,
                    debugDescription: "no property '\(key.stringValue)'\(advice)"))
        }
        return PropertyDecoder(source, codingPath: path, ancestors: ancestors)
    }

    func decodeNil(forKey key: Key) throws -> Bool {
        if case .value(.null) = try member(key).source { true } else { false }
    }

    func decode<Decoded: Decodable>(_ type: Decoded.Type, forKey key: Key) throws -> Decoded {
        try member(key).decode(type)
    }

    func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type, forKey key: Key
    ) throws -> KeyedDecodingContainer<Nested> {
        try member(key).container(keyedBy: type)
    }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
        try member(key).unkeyedContainer()
    }

    func superDecoder() throws -> any Decoder { decoder }

    func superDecoder(forKey key: Key) throws -> any Decoder { try member(key) }
}

/// The properties of an object.
struct ObjectContainer<Key: CodingKey>: MemberContainer {
    private let object: ManagedObject
    let decoder: PropertyDecoder

    init(_ object: ManagedObject, decoder: PropertyDecoder) {
        self.object = object
        self.decoder = decoder
    }

    var ancestors: [ManagedObjectID] { decoder.ancestors + [object.objectID] }

    var names: [String] {
        object.entity.attributes.map(\.name) + object.entity.relationships.map(\.name)
    }

    func source(_ name: String) -> PropertyDecoder.Source? {
        if object.entity.attribute(named: name) != nil { return .value(object[name]) }
        guard let relationship = object.entity.relationship(named: name) else { return nil }
        if relationship.isToMany { return .objects(object[toMany: name]) }
        return object[toOne: name].map { .object($0) } ?? .value(.null)
    }
}

/// The columns of a selected row.
struct RowContainer<Key: CodingKey>: MemberContainer {
    private let row: SelectedRow
    let decoder: PropertyDecoder

    init(_ row: SelectedRow, decoder: PropertyDecoder) {
        self.row = row
        self.decoder = decoder
    }

    var ancestors: [ManagedObjectID] { decoder.ancestors }
    var names: [String] { row.names }

    func source(_ name: String) -> PropertyDecoder.Source? { row[name].map { .value($0) } }
}

/// The members of a dictionary attribute.
struct DictionaryContainer<Key: CodingKey>: MemberContainer {
    private let members: [String: Value]
    let decoder: PropertyDecoder

    init(_ members: [String: Value], decoder: PropertyDecoder) {
        self.members = members
        self.decoder = decoder
    }

    var ancestors: [ManagedObjectID] { decoder.ancestors }
    var names: [String] { members.keys.sorted() }

    func source(_ name: String) -> PropertyDecoder.Source? { members[name].map { .value($0) } }
}
