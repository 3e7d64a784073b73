public import EntityMapper
import MercatorPayload
public import ObjectGraph

/// Files in any format of Swift's coders, with the members of ``text``.
extension MappingFile: Codable {
    /// Writes the members of the file.
    ///
    /// - Parameter encoder: The encoder.
    /// - Throws: ``MappingFileError`` with every part that has no written form.
    public func encode(to encoder: any Encoder) throws {
        let members = try members(FileWriter(transforms: [], keepsSpelling: false))
        try CodedNode(node: .object(members)).encode(to: encoder)
    }

    /// Reads the members of a file, and checks its model and its mappings.
    ///
    /// - Parameter decoder: The decoder.
    /// - Throws: ``MappingFileError`` with every problem, without lines.
    public init(from decoder: any Decoder) throws {
        try self.init(from: decoder, validates: true)
    }

    fileprivate init(from decoder: any Decoder, validates: Bool) throws {
        let node = try CodedNode(from: decoder).node
        try self.init(
            PayloadDocument(writing: node, options: Self.payloadOptions),
            FileReader(transforms: []), hasText: false,
            validates: validates)
    }
}

/// Sets of mappings as mapping files that contain their entities.
extension MappingSet: Codable {
    /// Writes a mapping file with the mappings and their entities.
    ///
    /// - Parameter encoder: The encoder.
    /// - Throws: ``MappingFileError`` with every part that has no written form.
    public func encode(to encoder: any Encoder) throws {
        var entities: [String: EntityDescription] = [:]
        for entity in mappings.flatMap({ [$0.entity] + $0.entity.ancestors }) {
            entities[entity.name] = entities[entity.name] ?? entity.withoutAncestors
        }
        let sorted = entities.values.sorted { $0.name.precedes($1.name) }
        try MappingFile(entities: sorted, mappings: self).encode(to: encoder)
    }

    /// Reads the mappings of a mapping file.
    ///
    /// A plan checks them against a model.
    ///
    /// - Parameter decoder: The decoder.
    /// - Throws: ``MappingFileError`` with every problem of the form.
    public init(from decoder: any Decoder) throws {
        self = try MappingFile(from: decoder, validates: false).mappings
    }
}

/// Models as mapping files without mappings.
extension ManagedObjectModel: Codable {
    /// Writes a mapping file with the entities.
    ///
    /// - Parameter encoder: The encoder.
    /// - Throws: An error of the encoder.
    public func encode(to encoder: any Encoder) throws {
        try MappingFile(model: self, mappings: MappingSet()).encode(to: encoder)
    }

    /// Reads the model of a mapping file.
    ///
    /// - Parameter decoder: The decoder.
    /// - Throws: ``MappingFileError`` with every problem of the form or of the model.
    public convenience init(from decoder: any Decoder) throws {
        try self.init(MappingFile(from: decoder).entities)
    }
}

/// A tree that coders write and read.
private struct CodedNode: Codable {
    let node: PayloadNode

    init(node: PayloadNode) { self.node = node }

    func encode(to encoder: any Encoder) throws {
        switch node {
        case .object(let members):
            var container = encoder.container(keyedBy: Key.self)
            for member in members {
                try container.encode(CodedNode(node: member.value), forKey: Key(member.key))
            }
        case .array(let elements):
            var container = encoder.unkeyedContainer()
            for element in elements { try container.encode(CodedNode(node: element)) }
        case .null:
            var container = encoder.singleValueContainer()
            try container.encodeNil()
        case .boolean(let flag): try flag.encode(to: encoder)
        case .string(let text): try text.encode(to: encoder)
        case .number(let text):
            if let number = Int64(text) {
                try number.encode(to: encoder)
            } else {
                try (Double(text) ?? 0).encode(to: encoder)
            }
        }
    }

    init(from decoder: any Decoder) throws {
        if let container = try? decoder.container(keyedBy: Key.self) {
            let keys = container.allKeys.sorted { $0.stringValue.precedes($1.stringValue) }
            node = .object(
                try keys.map { key in
                    .init(key.stringValue, try container.decode(CodedNode.self, forKey: key).node)
                })
        } else if var container = try? decoder.unkeyedContainer() {
            var elements: [PayloadNode] = []
            while !container.isAtEnd {
                elements.append(try container.decode(CodedNode.self).node)
            }
            node = .array(elements)
        } else {
            node = try Self.scalar(decoder.singleValueContainer())
        }
    }

    private static func scalar(_ container: any SingleValueDecodingContainer) throws -> PayloadNode
    {
        if container.decodeNil() { return .null }
        if let flag = try? container.decode(Bool.self) { return .boolean(flag) }
        if let number = try? container.decode(Int64.self) { return .number(number) }
        if let number = try? container.decode(Double.self), let node = PayloadNode.number(number) {
            return node
        }
        return .string(try container.decode(String.self))
    }

    private struct Key: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }

        init(_ name: String) { stringValue = name }
        init?(stringValue: String) { self.init(stringValue) }
        init?(intValue: Int) { self.init("\(intValue)") }
    }
}
