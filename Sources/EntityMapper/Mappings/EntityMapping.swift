public import ObjectGraph
public import Payload

/// What the author of an import wants for one entity: which values of a representation go to which
/// attributes, what identifies an object, and how its relationships are filled.
///
/// A mapping is a value made in code. It names properties and other mappings; ``MappingPlan`` checks
/// all names at once. Copies serve for "the same, but …".
///
/// ```swift
/// var articles = EntityMapping(for: model["Article"]!)   // identified by articleID: inferred
/// articles.addAttributeMappings(["id": "articleID", "headline.text": "title", "author_id": "authorID"])
/// articles.addRelationshipMapping(from: "tags", to: "tags", using: "Tag")
/// articles.addConnection(for: "author", connectedBy: ["authorID": "authorID"])
/// articles.identificationPredicate = .attribute("isArchived") == false
/// ```
public struct EntityMapping: Sendable, Equatable {
    /// The entity whose objects are mapped.
    public let entity: EntityDescription
    /// What relationship mappings and root paths call this mapping; the entity's name by default.
    public var name: String
    /// The attributes that together identify an object; `nil` to insert a new object every time.
    ///
    /// Inferred when the mapping is made, see ``init(for:named:infersIdentification:)``.
    public var identificationAttributes: [String]?
    /// The condition an object must meet to be found.
    public var identificationPredicate: EntityPredicate?
    /// Makes a further condition from each representation.
    public var identificationPredicateBuilder: PredicateBuilder?
    /// What happens to a representation whose identification is absent or `null`.
    public var missingIdentification: MissingIdentificationPolicy = .insert
    /// An attribute that tells versions of an object apart: a date or number that grows, or a text
    /// that changes.
    ///
    /// An object that was found is skipped unless the representation is newer.
    public var modificationAttribute: String?
    /// Objects of the entity that meet this condition after the mapping are deleted, all of them.
    public var deletionPredicate: EntityPredicate?
    /// Whether an attribute that is absent gets the model's default on an update as well.
    public var assignsDefaultValueForMissingAttributes = false
    /// Whether a relationship that is absent becomes empty, as if it were `null`.
    public var assignsNilForMissingRelationships = false
    /// The attribute mappings, in the order they are applied.
    public private(set) var attributeMappings: [AttributeMapping] = []
    /// The relationship mappings, in the order they are applied.
    public private(set) var relationshipMappings: [RelationshipMapping] = []
    /// The connections, in the order they are made.
    public private(set) var connections: [ConnectionDescription] = []
    /// What was wrong already when the mapping was made; the plan reports it.
    let inferenceProblem: String?

    /// Makes a mapping for an entity.
    ///
    /// Identification is inferred from the entity, own and inherited attributes alike, the first of:
    /// what `userInfo` declares as `identificationAttributes` (`RKEntityIdentificationAttributes` and
    /// Groot's `identityAttributes` or `identityAttribute` are read too), nearest ancestor first; the
    /// entity's name in camel case with `ID` (`articleID`); the same in snake case (`article_id`);
    /// `identifier`; `id`; `ID`; `URL`; `url`.
    ///
    /// - Parameters:
    ///   - entity: The entity, as its model describes it.
    ///   - name: What other mappings call this one; the entity's name if left out.
    ///   - infersIdentification: Whether identification attributes are looked for.
    public init(
        for entity: EntityDescription, named name: String? = nil, infersIdentification: Bool = true
    ) {
        self.entity = entity
        self.name = name ?? entity.name
        guard infersIdentification else {
            inferenceProblem = nil
            return
        }
        let inference = IdentificationInference(entity)
        identificationAttributes = inference.attributes
        inferenceProblem = inference.problem
    }

    /// Makes a mapping for the entity of a schema struct.
    ///
    /// - Parameters:
    ///   - type: The schema struct.
    ///   - name: What other mappings call this one; the entity's name if left out.
    ///   - infersIdentification: Whether identification attributes are looked for.
    public init<E: Entity>(
        for type: E.Type, named name: String? = nil, infersIdentification: Bool = true
    ) {
        self.init(
            for: E.entityDescription, named: name, infersIdentification: infersIdentification)
    }
}

/// What happens to a representation that cannot say which object it is.
public enum MissingIdentificationPolicy: String, Sendable, Hashable, CaseIterable {
    /// A new object is inserted; it is never matched with stored objects without identification.
    case insert
    /// The representation is passed over, with an issue.
    case skip
    /// The operation fails.
    case fail
}

extension EntityMapping {
    /// Maps a value of the representation to an attribute.
    ///
    /// - Parameters:
    ///   - source: The way to the value; the empty path is the representation itself.
    ///   - destination: The attribute.
    ///   - transform: How the value is converted; by default as the attribute's type says.
    public mutating func addAttributeMapping(
        from source: PayloadPath, to destination: String, using transform: ValueTransform = .default
    ) {
        attributeMappings.append(
            AttributeMapping(from: source, to: destination, using: transform))
    }

    /// Maps a value of the representation to an attribute of a schema struct.
    ///
    /// - Parameters:
    ///   - source: The way to the value.
    ///   - destination: The attribute; it is kept as its name.
    ///   - transform: How the value is converted.
    public mutating func addAttributeMapping<E: Entity, Value>(
        from source: PayloadPath, to destination: KeyPath<E, Attribute<Value>>,
        using transform: ValueTransform = .default
    ) {
        addAttributeMapping(from: source, to: E()[keyPath: destination].name, using: transform)
    }

    /// Maps values of the representation to attributes, source path first.
    ///
    /// - Parameter pairs: Source paths and attributes, applied in this order.
    public mutating func addAttributeMappings(_ pairs: KeyValuePairs<PayloadPath, String>) {
        for (source, destination) in pairs { addAttributeMapping(from: source, to: destination) }
    }

    /// Maps members of the representation to attributes of the same names.
    ///
    /// - Parameter names: The names, applied in this order.
    public mutating func addAttributeMappings(_ names: [String]) {
        for name in names {
            addAttributeMapping(from: PayloadPath([.key(name)]), to: name)
        }
    }

    /// Maps nested representations to the objects of a relationship.
    ///
    /// - Parameters:
    ///   - source: The way to the nested representations.
    ///   - destination: The relationship.
    ///   - mapping: The name of the mapping for the nested representations.
    ///   - policy: What happens to objects that the relationship led to before.
    public mutating func addRelationshipMapping(
        from source: PayloadPath, to destination: String, using mapping: String,
        assignmentPolicy policy: AssignmentPolicy = .set
    ) {
        relationshipMappings.append(
            RelationshipMapping(
                from: source, to: destination, using: mapping, assignmentPolicy: policy))
    }

    /// Links a relationship by foreign keys once the objects have been mapped.
    ///
    /// - Parameters:
    ///   - relationship: The relationship to connect.
    ///   - keys: Attributes of this entity, and the attributes they must equal at the other end.
    public mutating func addConnection(
        for relationship: String, connectedBy keys: [String: String]
    ) {
        connections.append(
            ConnectionDescription(
                entity: entity.name, relationship: relationship, connectedBy: keys))
    }

    /// Links a relationship by foreign keys that have the same names at both ends.
    ///
    /// - Parameters:
    ///   - relationship: The relationship to connect.
    ///   - names: The attributes.
    public mutating func addConnection(for relationship: String, connectedBy names: [String]) {
        addConnection(
            for: relationship,
            connectedBy: Dictionary(names.map { ($0, $0) }, uniquingKeysWith: { first, _ in first })
        )
    }

    /// Links a relationship by a foreign key that has the same name at both ends.
    ///
    /// - Parameters:
    ///   - relationship: The relationship to connect.
    ///   - name: The attribute.
    public mutating func addConnection(for relationship: String, connectedBy name: String) {
        addConnection(for: relationship, connectedBy: [name])
    }

    /// Adds a connection with options of its own.
    ///
    /// - Parameter connection: The connection; its entity must be this one or an ancestor.
    public mutating func addConnection(_ connection: ConnectionDescription) {
        connections.append(connection)
    }
}
