public import ObjectGraph

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
    public var identificationAttributes: [String]? {
        didSet {
            identificationProblem = nil
            infersIdentification = false
        }
    }
    /// Whether nested objects that nothing identifies take over what their relationship led to before.
    ///
    /// If not, each record of the mapping that nothing identifies inserts a new object every time. It
    /// matters for relationships of policy ``AssignmentPolicy/set`` alone: with the others nothing is
    /// taken over.
    public var reusesUnidentifiedObjects = true
    /// The changes that records of the mapping may make, unless the relationship mapping that leads to
    /// them says otherwise.
    public var allowedOperations = AllowedOperations.all
    /// The condition an object must meet to be found.
    public var identificationPredicate: EntityPredicate?
    /// Makes a further condition from each representation.
    public var identificationPredicateBuilder: PredicateBuilder?
    /// What happens to a representation whose identification is absent or `null`.
    public var missingIdentification: MissingIdentificationPolicy = .insert
    /// Whether a text or a number in place of an object stands for the value that identifies it.
    ///
    /// `"author": 7` leads to the author 7 as `"author": {"id": 7}` does, through the transform of the
    /// identification attribute, of which there must be one. If nothing is found, an object with that
    /// value alone is inserted; what else it must have may come until the context is saved.
    public var acceptsIdentifiers = false
    /// What happens when the identification belongs to an object of another entity of the same family.
    public var conflictingSubentity: ConflictingSubentityPolicy = .skip
    /// Whether an object that is found is mapped by the mapping of its own entity, or of the nearest
    /// ancestor, among those of the set that have this flag.
    ///
    /// The representation may leave out what told the sub-entity then. The mapping of an abstract
    /// entity may have the flag: it finds objects of sub-entities, and inserts none.
    public var followsSubentities = false
    /// An attribute that tells versions of an object apart: a date or number that grows, or a text
    /// that changes.
    ///
    /// An object that was found is skipped unless the representation is newer.
    public var modificationAttribute: String? { didSet { modificationProblem = nil } }
    /// Whether the relationships of an object are mapped although the representation is no newer.
    public var shouldMapRelationshipsIfObjectIsUnmodified = false
    /// How many records a payload must have before ``modificationAttribute`` is asked, so that small
    /// payloads are always mapped.
    public var modificationThreshold = 0
    /// An attribute that says how an object stands to the server, as ``SynchronizationState`` has it.
    ///
    /// An object that was edited here is left as it is.
    public var synchronizationAttribute: String?
    /// Objects of the entity that meet this condition after the mapping are deleted, all of them.
    public var deletionPredicate: EntityPredicate?
    /// Whether new objects that lack a value or an object they need are left out, with an issue, instead
    /// of making the save fail.
    ///
    /// It is decided when everything is mapped and connected: a relationship that a connection fills is
    /// not missing. What leads to a left out object is treated by its delete rules.
    public var discardsInvalidObjectsOnInsert = false
    /// Whether an attribute that is absent gets the model's default on an update as well.
    public var assignsDefaultValueForMissingAttributes = false
    /// Whether a relationship that is absent becomes empty, as if it were `null`.
    public var assignsNilForMissingRelationships = false
    /// Whether a relationship that is `null` becomes empty.
    public var assignsNilForNullRelationships = true
    /// Whether what is in a to-many relationship must be an array, so that a single representation
    /// does not fit.
    public var requiresArraysForToManyRelationships = false
    /// Makes the members of each representation what this mapping expects, before the representation is
    /// identified or any path is read from it.
    public var representationTransform: RepresentationTransform?
    /// Finishes each object by hand, once a record of it is mapped.
    public var didMap: MappingHook?
    /// Finishes each representation by hand, once an object is written.
    public var didWrite: WritingHook?
    /// Whether an object stands for a list: each of its members for one representation.
    ///
    /// In `{"blake": {…}, "rachit": {…}}` there are two representations then, `{"blake": {…}}` and
    /// `{"rachit": {…}}`; see ``addAttributeMapping(fromKeyOfRepresentationTo:using:)``.
    public var forcesCollectionMapping = false
    /// How the shorthands that name a source only find the property.
    public var keyNaming = KeyNaming.identity
    /// The transforms of attributes whose own mapping says ``ValueTransform/default``, by type.
    public var defaultTransforms: [AttributeType: ValueTransform] = [:]
    /// What happens to words that enumerations do not have; `nil` for what ``MappingSet/unknownCases``
    /// says.
    public var unknownCases: UnknownCasePolicy?
    /// Whether ``validations`` and ``recordValidation`` are asked.
    public var performsValidation = true
    /// Judges each record before it is assigned.
    public var recordValidation: RecordValidation?
    /// Who judges values before they are assigned, by attribute.
    public private(set) var validations: [String: ValueValidation] = [:]
    /// The attribute mappings, in the order they are applied.
    public internal(set) var attributeMappings: [AttributeMapping] = []
    /// The relationship mappings, in the order they are applied.
    public internal(set) var relationshipMappings: [RelationshipMapping] = []
    /// The connections, in the order they are made.
    public internal(set) var connections: [ConnectionDescription] = []
    /// What is said of a server and its keys.
    var objectMap = ObjectMapSettings()
    /// Whether what identifies an object follows from names alone, and nobody has said so.
    var infersIdentification = false
    /// Why identification could not be inferred, or set; the plan reports it.
    var identificationProblem: String?
    /// Why the modification attribute could not be set; the plan reports it.
    var modificationProblem: String?

    /// Makes a mapping for an entity.
    ///
    /// Identification is inferred from the entity, own and inherited attributes alike, the first of:
    /// what `userInfo` declares as `identificationAttributes` (`RKEntityIdentificationAttributes` and
    /// Groot's `identityAttributes` or `identityAttribute` are read too), nearest ancestor first; the
    /// entity's name in camel case with `ID` (`articleID`); the same in snake case (`article_id`);
    /// `identifier`; `id`; `ID`; `URL`; `url`; the same with the names of the ancestors, nearest first.
    ///
    /// What was only inferred from a name counts if the mapping maps it; if not, nothing identifies an
    /// object, and ``MappingPlan/warnings`` says so.
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
        guard infersIdentification else { return }
        let inference = IdentificationInference(entity)
        identificationAttributes = inference.attributes
        identificationProblem = inference.problem
        self.infersIdentification = !inference.isDeclared
    }

    /// Makes a mapping for the entity of a name.
    ///
    /// - Parameters:
    ///   - entityName: The entity; the plan reports a name that the model does not have.
    ///   - model: Where the entity is looked up.
    ///   - name: What other mappings call this one; the entity's name if left out.
    ///   - infersIdentification: Whether identification attributes are looked for.
    public init(
        forEntityNamed entityName: String, in model: ManagedObjectModel, named name: String? = nil,
        infersIdentification: Bool = true
    ) {
        self.init(
            for: model[entityName] ?? EntityDescription(entityName), named: name,
            infersIdentification: infersIdentification)
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
    /// The representation is left out, with an issue.
    case skip
    /// The operation fails.
    case fail
}

/// What happens to a representation when its identification belongs to an object that is not of the
/// mapping's entity but inherits the identification from the same ancestor.
///
/// An object of a sub-entity is no conflict: it is one of the mapping's entity too. Objects never change
/// their entity.
public enum ConflictingSubentityPolicy: String, Sendable, Hashable, CaseIterable {
    /// The representation is left out, with an issue that names the object.
    case skip
    /// The object that is there stays as it is, and the representation is passed over.
    ///
    /// With ``EntityMapping/followsSubentities`` it is mapped by the mapping of its own entity instead.
    case keep
    /// The object that is there is deleted, as its delete rules say, and a new one inserted.
    ///
    /// Two representations of one payload that conflict are never replaced: the later one is skipped.
    case replace
    /// Both exist: each entity has identifications of its own.
    case insert
}

extension EntityMapping {
    /// Has the values of an attribute judged before they are assigned.
    ///
    /// - Parameters:
    ///   - attribute: The attribute.
    ///   - validation: Who judges; it takes the place of another one.
    public mutating func addValidation(for attribute: String, _ validation: ValueValidation) {
        validations[attribute] = validation
    }

    /// Takes out a mapping of an attribute, or a relationship.
    ///
    /// - Parameter destination: The property; every mapping to it is taken out.
    public mutating func removeMappings(to destination: String) {
        attributeMappings.removeAll { $0.destination == destination }
        relationshipMappings.removeAll { $0.destination == destination }
    }
}
