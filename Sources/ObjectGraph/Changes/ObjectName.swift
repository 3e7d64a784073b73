extension ChangeReport {
    /// An object with the values that identify it in human-readable output.
    public struct ObjectName: Sendable, Hashable, CustomStringConvertible {
        /// The identifier; see ``ManagedObjectID/isProvisional`` for new objects of a dry run.
        public let identifier: ManagedObjectID
        /// The object's own entity.
        public let entityName: String
        /// The attributes that identify the object within its entity.
        ///
        /// Empty if there are none, or if they have no values.
        public let identity: [IdentityValue]

        /// The identifier and the identity: `Article/42 (articleID: 7)`.
        ///
        /// For an object of a sub-entity, that entity is included:
        /// `Person/3, Author (authorID: 9)`.
        public var description: String {
            let entity = entityName == identifier.entityName ? "" : ", \(entityName)"
            let values = identity.map { "\($0.name): \($0.value.shortText)" }
            return "\(identifier)\(entity)"
                + (values.isEmpty ? "" : " (\(values.joined(separator: ", ")))")
        }
    }

    /// One identifying attribute of an object.
    public struct IdentityValue: Sendable, Hashable {
        /// The name of the attribute.
        public let name: String
        /// The type of the attribute's values.
        public let type: AttributeType
        /// The value, which is not `null`.
        public let value: Value
    }
}

extension ChangeReport.ObjectName: Codable {
    private enum CodingKeys: String, CodingKey {
        case identifier, entity, identity
    }

    /// Decodes the form of ``encode(to:)``.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let text = try container.decode(String.self, forKey: .identifier)
        guard let identifier = ManagedObjectID(text) else {
            throw DecodingError.dataCorruptedError(
                forKey: .identifier, in: container,
                debugDescription: "expected an identifier such as Article/42")
        }
        self.init(
            identifier: identifier,
            entityName: try container.decode(String.self, forKey: .entity),
            identity: try container.decode([ChangeReport.IdentityValue].self, forKey: .identity))
    }

    /// Encodes the identifier as its text.
    ///
    /// Numbers of dry runs are too large for some decoders.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(identifier.description, forKey: .identifier)
        try container.encode(entityName, forKey: .entity)
        try container.encode(identity, forKey: .identity)
    }
}
