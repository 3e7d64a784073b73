extension ChangeReport {
    /// Which object it is, in a way that a reader can tell.
    public struct ObjectName: Sendable, Hashable, CustomStringConvertible {
        /// The identifier; see ``ManagedObjectID/isProvisional`` for new objects of a dry run.
        public let identifier: ManagedObjectID
        /// The entity of the object itself.
        public let entityName: String
        /// The attributes that tell the object from others of its entity; none if they are not known,
        /// or have no value.
        public let identity: [IdentityValue]

        /// The identifier and the identity: `Article/42 (articleID: 7)`.
        ///
        /// An object of a sub-entity names that one as well: `Person/3, Author (authorID: 9)`.
        public var description: String {
            let entity = entityName == identifier.entityName ? "" : ", \(entityName)"
            let values = identity.map { "\($0.name): \($0.value.shortText)" }
            return "\(identifier)\(entity)"
                + (values.isEmpty ? "" : " (\(values.joined(separator: ", ")))")
        }
    }

    /// One attribute that tells an object from others.
    public struct IdentityValue: Sendable, Hashable {
        /// The attribute.
        public let name: String
        /// What kind of value it holds.
        public let type: AttributeType
        /// The value, which is not `null`.
        public let value: Value
    }
}

extension ChangeReport.ObjectName: Codable {
    private enum CodingKeys: String, CodingKey {
        case identifier, entity, identity
    }

    /// Reads what ``encode(to:)`` wrote.
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

    /// Writes the identifier as its text, for numbers of dry runs are too large for some readers.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(identifier.description, forKey: .identifier)
        try container.encode(entityName, forKey: .entity)
        try container.encode(identity, forKey: .identity)
    }
}
