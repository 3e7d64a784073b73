public import MercatorPayload
public import ObjectGraph

/// The mapping of representations in a payload to objects of an entity.
///
/// It specifies the attributes and relationships to fill, and the identification of objects.
///
/// A mapping is a value built in code. It refers to properties and other mappings by name;
/// ``MappingPlan`` checks all names together. Variants of a mapping are made by copying and
/// changing it.
///
/// ```swift
/// var articles = EntityMapping(for: model["Article"]!)   // identified by articleID: inferred
/// articles.addAttributeMappings([
///     "id": "articleID", "headline.text": "title", "author_id": "authorID",
/// ])
/// articles.addRelationshipMapping(from: "tags", to: "tags", using: "Tag")
/// articles.addConnection(for: "author", connectedBy: ["authorID": "authorID"])
/// articles.identificationPredicate = .attribute("isArchived") == false
/// ```
public struct EntityMapping: Sendable, Equatable {
    /// The entity whose objects are mapped.
    public package(set) var entity: EntityDescription
    /// The properties that were given by key paths, apart from attribute and relationship mappings.
    package var schemaUses = SchemaUses()
    /// The name used in relationship mappings and root paths; by default the entity's name.
    public var name: String
    /// The attributes that together identify an object.
    ///
    /// With `nil`, every record inserts a new object.
    ///
    /// Inferred by the initializer, see ``init(for:named:infersIdentification:)``.
    public var identificationAttributes: [String]? {
        didSet {
            identificationProblem = nil
            infersIdentification = false
        }
    }
    /// Indicates whether unidentified nested records update the objects of the relationship.
    ///
    /// Such records adopt the objects that the relationship already references.
    ///
    /// Otherwise each such record inserts a new object. The setting applies only to relationships
    /// with the policy ``AssignmentPolicy/set``; the other policies never adopt existing objects.
    public var reusesUnidentifiedObjects = true
    /// The changes that records of this mapping may make.
    ///
    /// The relationship mapping of a nested record can override them.
    public var allowedOperations = AllowedOperations.all
    /// A condition that an existing object must meet to be identified.
    public var identificationPredicate: EntityPredicate?
    /// A builder of a further condition, evaluated for each representation.
    public var identificationPredicateBuilder: PredicateBuilder?
    /// The policy for a representation whose identification is absent or `null`.
    public var missingIdentification: MissingIdentificationPolicy = .insert
    /// Indicates whether a string or number is accepted instead of an object, as its identifier.
    ///
    /// `"author": 7` is then equivalent to `"author": {"id": 7}`. The value is converted by the
    /// transform of the identification attribute; the mapping must have exactly one. If no object
    /// is found, an object with only this value is inserted; its required properties may be filled
    /// until the context is saved.
    public var acceptsIdentifiers = false
    /// The policy for a record whose identification belongs to an object of a different entity.
    ///
    /// Both entities have a common ancestor.
    public var conflictingSubentity: ConflictingSubentityPolicy = .skip
    /// Indicates whether an existing object is mapped by the mapping of its actual entity.
    ///
    /// If the entity has no mapping with this flag in the set, the mapping of the nearest such
    /// ancestor is used.
    ///
    /// The representation may then omit the value that selects the sub-entity. The mapping of an
    /// abstract entity may have the flag; it updates objects of sub-entities and inserts none.
    public var followsSubentities = false
    /// An attribute that distinguishes versions of an object.
    ///
    /// It is a date or a number that grows, or a string that changes.
    ///
    /// An existing object is skipped unless the representation is newer.
    public var modificationAttribute: String? { didSet { modificationProblem = nil } }
    /// Indicates whether relationships are mapped even if the representation is not newer.
    public var shouldMapRelationshipsIfObjectIsUnmodified = false
    /// The minimum number of records in a payload for ``modificationAttribute`` to be compared.
    ///
    /// Smaller payloads are always mapped.
    public var modificationThreshold = 0
    /// An attribute that stores a ``SynchronizationState``.
    ///
    /// An object with local edits is not changed.
    public var synchronizationAttribute: String?
    /// A condition on objects of the entity.
    ///
    /// All objects that meet it after the mapping are deleted.
    public var deletionPredicate: EntityPredicate?
    /// Indicates whether incomplete new objects are discarded.
    ///
    /// A new object that lacks a required value or object is then reported as an issue, instead of
    /// making the save fail.
    ///
    /// The check runs after mapping and connecting, so a relationship that is filled by a
    /// connection is not missing. The delete rules apply to the relationships of a discarded
    /// object.
    public var discardsInvalidObjectsOnInsert = false
    /// Indicates whether an absent attribute is set to its default value on updates too.
    public var assignsDefaultValueForMissingAttributes = false
    /// Indicates whether an absent relationship is cleared, as if it were `null`.
    public var assignsNilForMissingRelationships = false
    /// Indicates whether a relationship that is `null` in the payload is cleared.
    public var assignsNilForNullRelationships = true
    /// Indicates whether the value for a to-many relationship must be an array.
    ///
    /// A single representation is then a type mismatch.
    public var requiresArraysForToManyRelationships = false
    /// A transform of the members of each representation.
    ///
    /// It is applied before the representation is identified or any path is evaluated.
    public var representationTransform: RepresentationTransform?
    /// A hook called for each object after one of its records has been mapped.
    public var didMap: MappingHook?
    /// A hook called for each representation after an object has been written.
    public var didWrite: WritingHook?
    /// Indicates whether an object is treated as a collection.
    ///
    /// There is then one representation for each member.
    ///
    /// `{"blake": {…}, "rachit": {…}}` then contains two representations, `{"blake": {…}}` and
    /// `{"rachit": {…}}`; see ``addAttributeMapping(fromKeyOfRepresentationTo:using:)``.
    public var forcesCollectionMapping = false
    /// The strategy that derives property names in the methods that take only a source path.
    public var keyNaming = KeyNaming.identity
    /// The default transforms of attributes, by attribute type.
    ///
    /// They apply to attributes whose mapping has the transform ``ValueTransform/default``.
    public var defaultTransforms: [AttributeType: ValueTransform] = [:]
    /// The policy for raw values that are no case of an enumeration.
    ///
    /// If it is `nil`, ``MappingSet/unknownCases`` applies.
    public var unknownCases: UnknownCasePolicy?
    /// Indicates whether ``validations`` and ``recordValidation`` are run.
    public var performsValidation = true
    /// A validation of each record, run before the record is assigned.
    public var recordValidation: RecordValidation?
    /// The validations of values by attribute, run before a value is assigned.
    public private(set) var validations: [String: ValueValidation] = [:]
    /// The attribute mappings, in the order they are applied.
    public package(set) var attributeMappings: [AttributeMapping] = []
    /// The paths to values that are ignored on purpose.
    ///
    /// `@rest` does not contain them, and an explanation does not list their keys as unmapped.
    public var ignoredPaths: [PayloadPath] = []
    /// The relationship mappings, in the order they are applied.
    public package(set) var relationshipMappings: [RelationshipMapping] = []
    /// The connections, in the order they are evaluated.
    public package(set) var connections: [ConnectionDescription] = []
    /// The settings of modules above this one.
    package private(set) var settings = MappingSettingsTable()
    /// Indicates whether the identification was inferred from names only, and not declared or set.
    var infersIdentification = false
    /// The reason why the identification could not be inferred or set; reported by the plan.
    package var identificationProblem: String?
    /// The reasons why declarations of attributes could not be followed; reported by the plan.
    var declarationProblems: [String: String] = [:]
    /// The reason why the modification attribute could not be set; reported by the plan.
    package var modificationProblem: String?

    /// Creates a mapping for an entity.
    ///
    /// The identification is inferred from the entity's own and inherited attributes. The first of
    /// the following applies: the attributes that `userInfo` declares as `identificationAttributes`
    /// (RestKit's `RKEntityIdentificationAttributes` and Groot's `identityAttributes` or
    /// `identityAttribute` are supported too), nearest ancestor first; the entity's name in camel
    /// case with `ID` (`articleID`); the same in snake case (`article_id`); `identifier`; `id`;
    /// `ID`; `URL`; `url`; the same with the names of the ancestors, nearest first.
    ///
    /// An attribute inferred from its name is used only if the mapping maps it; otherwise objects
    /// have no identification, and ``MappingPlan/warnings`` contains a warning.
    ///
    /// - Parameters:
    ///   - entity: The entity description from the model.
    ///   - name: The name of the mapping; by default the entity's name.
    ///   - infersIdentification: Whether to infer the identification attributes.
    public init(
        for entity: EntityDescription, named name: String? = nil, infersIdentification: Bool = true
    ) {
        self.entity = entity
        self.name = name ?? entity.name
        guard infersIdentification else { return }
        let inference = IdentificationInference(entity)
        identificationAttributes = inference.attributes
        identificationProblem = inference.problem
        self.infersIdentification = !inference.isDeclared
    }

    /// Creates a mapping for an entity with the given name.
    ///
    /// - Parameters:
    ///   - entityName: The name of the entity; the plan reports a name that the model does not
    ///     have.
    ///   - model: The model that contains the entity.
    ///   - name: The name of the mapping; by default the entity's name.
    ///   - infersIdentification: Whether to infer the identification attributes.
    public init(
        forEntityNamed entityName: String, in model: ManagedObjectModel, named name: String? = nil,
        infersIdentification: Bool = true
    ) {
        self.init(
            for: model[entityName] ?? EntityDescription(entityName), named: name,
            infersIdentification: infersIdentification)
    }

    /// Creates a mapping for the entity of a schema struct from the declarations of its properties.
    ///
    /// A property with `from:` is mapped, and a relationship with `connectedBy:` is connected. A
    /// mapping or connection of the same property that is added later replaces the declared one.
    ///
    /// - Parameters:
    ///   - type: The schema struct.
    ///   - name: The name of the mapping; by default the entity's name.
    ///   - infersIdentification: Whether to infer the identification attributes.
    ///   - transforms: The transforms that attributes name in `using:`; the plan reports a name
    ///     that is missing.
    public init<E: Entity>(
        for type: E.Type, named name: String? = nil, infersIdentification: Bool = true,
        transforms: [ValueTransform] = []
    ) {
        self.init(
            for: E.entityDescription, named: name, infersIdentification: infersIdentification)
        addDeclarations(transforms: transforms)
    }
}

extension EntityMapping {
    /// The settings with a written form, in the order of mapping files.
    package static let declaredSettings: [DeclaredSetting<EntityMapping>] = [
        .init(
            "identificationAttributes", .attributes(\.identificationAttributes),
            key: "identification"),
        .init("identificationPredicate", .predicate(\.identificationPredicate)),
        .init("missingIdentification", .choice(.init(\.missingIdentification))),
        .init("acceptsIdentifiers", .flag(\.acceptsIdentifiers)),
        .init("reusesUnidentifiedObjects", .flag(\.reusesUnidentifiedObjects)),
        .init("allowedOperations", .operations(\.allowedOperations)),
        .init("conflictingSubentity", .choice(.init(\.conflictingSubentity))),
        .init("followsSubentities", .flag(\.followsSubentities)),
        .init("ignoredPaths", .paths(\.ignoredPaths)),
        .init("modificationAttribute", .attribute(\.modificationAttribute)),
        .init(
            "shouldMapRelationshipsIfObjectIsUnmodified",
            .flag(\.shouldMapRelationshipsIfObjectIsUnmodified)),
        .init("modificationThreshold", .integer(\.modificationThreshold)),
        .init("synchronizationAttribute", .attribute(\.synchronizationAttribute)),
        .init("deletionPredicate", .predicate(\.deletionPredicate)),
        .init("discardsInvalidObjectsOnInsert", .flag(\.discardsInvalidObjectsOnInsert)),
        .init(
            "assignsDefaultValueForMissingAttributes",
            .flag(\.assignsDefaultValueForMissingAttributes)),
        .init("assignsNilForMissingRelationships", .flag(\.assignsNilForMissingRelationships)),
        .init("assignsNilForNullRelationships", .flag(\.assignsNilForNullRelationships)),
        .init(
            "requiresArraysForToManyRelationships", .flag(\.requiresArraysForToManyRelationships)),
        .init("forcesCollectionMapping", .flag(\.forcesCollectionMapping)),
        .init("keyNaming", .keyNaming(\.keyNaming)),
        .init("defaultTransforms", .transforms(\.defaultTransforms)),
        .init("unknownCases", .inheritedPolicy(\.unknownCases)),
        .init("performsValidation", .flag(\.performsValidation)),
    ]

    /// A mapping whose settings have their defaults.
    package static let withDefaults = EntityMapping(
        for: EntityDescription(""), infersIdentification: false)
}

extension EntityMapping {
    /// Adds a validation for the values of an attribute, replacing any previous validation.
    ///
    /// - Parameters:
    ///   - attribute: The attribute: its name, or a key path such as `\Article.title`.
    ///   - validation: The validation, run before a value is assigned.
    public mutating func addValidation(
        for attribute: some AttributeReference, _ validation: ValueValidation
    ) {
        validations[attribute.nameInModel] = validation
        schemaUses.add(attribute)
    }

    /// Removes all mappings to an attribute or a relationship.
    ///
    /// - Parameter destination: The property: its name, or a key path such as `\Article.title`.
    public mutating func removeMappings(to destination: some PropertyReference) {
        let name = destination.nameInModel
        attributeMappings.removeAll { $0.destination == name }
        relationshipMappings.removeAll { $0.destination == name }
    }
}

extension EntityMapping {
    /// The settings of a type, which a module above this one declares.
    package subscript<Settings: MappingSettings>(settings type: Settings.Type) -> Settings {
        get { settings[type] }
        set { settings[type] = newValue }
    }
}
