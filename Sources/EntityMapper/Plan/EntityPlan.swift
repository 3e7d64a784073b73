import ObjectGraph
import Payload

/// One mapping in integers: slots instead of names, bytes instead of paths.
///
/// It is a class because every record asks for it: one reference is cheaper to pass than a dozen
/// arrays.
final class EntityPlan: Sendable {
    let name: String
    let layout: EntityLayout
    let attributes: [AttributePlan]
    let relationships: [RelationshipPlan]
    /// Attributes of other objects that relationships lead to.
    let routes: [RoutePlan]
    /// Where the values come from: those of attributes, then of relationships, then of routes.
    let paths: [PayloadPath]
    /// The paths that are the representation itself, by their place in ``paths``.
    let ownPaths: [Int32]
    /// The paths that have more than keys, by their place in ``paths``.
    let specialPaths: [Int]
    /// Whether something reads the key of the representation.
    let usesKey: Bool
    /// Whether a representation may be something else than an object.
    let acceptsScalars: Bool
    /// The attribute that a text or a number stands for, by its place among the attributes.
    let identifier: Int?
    /// Whether an object that was found may be mapped by another plan: that of its own entity.
    let followsSubentities: Bool
    /// For each path, whether a value there says that the representation can be mapped: what is found
    /// around it does not, unless there is nothing else to look for.
    let isEvidence: [Bool]
    /// The same where the representation is that of another record as well.
    let isEvidenceInside: [Bool]
    /// Whether nested objects are mapped from the representation itself.
    let hasAggregated: Bool
    let forcesCollection: Bool
    let representationTransform: RepresentationTransform?
    let didMap: MappingHook?
    let didWrite: WritingHook?
    let recordValidation: RecordValidation?
    /// How objects are identified; `nil` to insert a new one every time.
    let identification: IdentificationPlan?
    let missingIdentification: MissingIdentificationPolicy
    let conflictingSubentity: ConflictingSubentityPolicy
    /// Whether records that nothing identifies take over what is there.
    let reusesUnidentified: Bool
    /// The changes that records may make, unless the relationship that leads to them says otherwise.
    let allowedOperations: AllowedOperations
    /// Whether a representation says which object it is about wherever it is met.
    let isIdentifiedByItself: Bool
    /// The attribute that tells versions apart, by its place among the attributes.
    let modification: Int?
    /// Whether nested objects of an unmodified one are mapped all the same.
    let mapsRelationshipsIfUnmodified: Bool
    /// How many records there must be before versions are compared.
    let modificationThreshold: Int
    /// The slot of the attribute that says how an object stands to the server.
    let synchronizationSlot: Int?
    let deletionPredicate: EntityPredicate?
    /// The same, to be asked about a row that is not stored yet.
    let tombstone: PredicateEvaluator?
    /// The attributes that the deletion predicate reads, by their places.
    let tombstoneAttributes: [Int]
    let discardsInvalidObjects: Bool
    let assignsDefaults: Bool
    /// Whether several attribute mappings write to one attribute.
    let sharesSlots: Bool
    let assignsNilForMissingRelationships: Bool
    let assignsNilForNullRelationships: Bool
    let requiresArrays: Bool

    init(
        _ mapping: EntityMapping, _ layout: EntityLayout, _ properties: PropertyPlans,
        identification: IdentificationPlan?, modification: Int?, synchronizationSlot: Int?,
        tombstone: PredicateEvaluator?, tombstoneSlots: Set<Int>
    ) {
        name = mapping.name
        self.layout = layout
        attributes = properties.attributes
        relationships = properties.relationships
        routes = properties.routes
        let paths = properties.paths
        self.paths = paths
        ownPaths = paths.indices.filter { paths[$0].startsAtRepresentation }.map(Int32.init)
        specialPaths = paths.indices.filter { !paths[$0].isPlain }
        usesKey = paths.contains(where: \.usesKey)
        acceptsScalars = attributes.indices.contains { paths[$0].startsAtRepresentation }
        identifier = mapping.acceptsIdentifiers ? identification?.attributes.first : nil
        followsSubentities = mapping.followsSubentities
        let firstRelationship = attributes.count
        let isOutsideOnly = paths.allSatisfy(\.startsOutside)
        isEvidence = paths.enumerated().map { place, path in
            path.startsOutside
                ? isOutsideOnly : !path.startsAtRepresentation || place < firstRelationship
        }
        isEvidenceInside = paths.map { path in
            if case .context = path.components.first?.kind { return false }
            return !path.startsAtRepresentation
        }
        hasAggregated = relationships.contains(where: \.isAggregated)
        forcesCollection = mapping.forcesCollectionMapping
        representationTransform = mapping.representationTransform
        didMap = mapping.didMap
        didWrite = mapping.didWrite
        recordValidation = mapping.performsValidation ? mapping.recordValidation : nil
        self.identification = identification
        isIdentifiedByItself =
            identification?.attributes.allSatisfy { !paths[$0].dependsOnRecords } ?? false
        self.modification = modification
        missingIdentification = mapping.missingIdentification
        conflictingSubentity = mapping.conflictingSubentity
        reusesUnidentified = mapping.reusesUnidentifiedObjects
        allowedOperations = mapping.allowedOperations
        mapsRelationshipsIfUnmodified = mapping.shouldMapRelationshipsIfObjectIsUnmodified
        modificationThreshold = mapping.modificationThreshold
        self.synchronizationSlot = synchronizationSlot
        deletionPredicate = mapping.deletionPredicate
        self.tombstone = tombstone
        tombstoneAttributes = attributes.indices.filter {
            tombstoneSlots.contains(properties.attributes[$0].slot)
        }
        discardsInvalidObjects = mapping.discardsInvalidObjectsOnInsert
        sharesSlots = Set(attributes.map(\.slot)).count < attributes.count
        assignsDefaults = mapping.assignsDefaultValueForMissingAttributes
        assignsNilForMissingRelationships = mapping.assignsNilForMissingRelationships
        assignsNilForNullRelationships = mapping.assignsNilForNullRelationships
        requiresArrays = mapping.requiresArraysForToManyRelationships
    }
}

extension EntityPlan {
    /// The attribute that the value at a place stands for, if it stands for an object.
    func identifier(at place: Int, on tape: PayloadTape) -> Int? {
        switch tape.kind(at: place) {
        case .string, .number: identifier
        default: nil
        }
    }
}

/// One attribute mapping; a class for the same reason.
final class AttributePlan: Sendable {
    let name: String
    let slot: Int
    let conversion: Conversion
    let isMandatory: Bool
    /// Whether a whole number on the tape is the value as it is.
    let isPlainInteger: Bool
    let validation: ValueValidation?
    /// The rules of the model.
    private let checks: [ValueCheck]

    init(
        _ attribute: AttributeDescription, slot: Int, by conversion: Conversion,
        validation: ValueValidation?
    ) {
        self.validation = validation
        checks = attribute.checks
        name = attribute.name
        self.slot = slot
        self.conversion = conversion
        isMandatory = !attribute.isOptional
        isPlainInteger =
            attribute.type == .integer64 && conversion.isStandard && conversion.isUnchecked
    }

    /// Whether the model has rules for the values.
    var isChecked: Bool { !checks.isEmpty }

    /// The rule of the model that a value breaks, if it breaks one.
    func fault(of value: Value) -> ValueCheck.Fault? {
        guard !checks.isEmpty else { return nil }
        return checks.lazy.compactMap { $0.fault(of: value) }.first
    }
}

/// An attribute that is written through to-one relationships, when these lead where they should.
final class RoutePlan: Sendable {
    /// The relationships, outermost first.
    let relationships: [RelationshipLayout]
    let attribute: AttributePlan
    /// The destination as the author wrote it.
    let name: String

    init(_ relationships: [RelationshipLayout], _ attribute: AttributePlan, name: String) {
        self.relationships = relationships
        self.attribute = attribute
        self.name = name
    }
}

/// What the property mappings of one mapping became.
struct PropertyPlans {
    var attributes: [AttributePlan] = []
    var relationships: [RelationshipPlan] = []
    var routes: [RoutePlan] = []
    var attributePaths: [PayloadPath] = []
    var relationshipPaths: [PayloadPath] = []
    var routePaths: [PayloadPath] = []

    var paths: [PayloadPath] { attributePaths + relationshipPaths + routePaths }
}

/// One relationship mapping; a class for the same reason.
final class RelationshipPlan: Sendable {
    let layout: RelationshipLayout
    /// The plan for nested representations: one of entities, or behind them a dynamic one.
    let mapping: Int
    /// Whether nested representations are the ones of the record itself.
    let isAggregated: Bool
    /// Whether they are to be found around the record, not in it.
    let isOutward: Bool
    /// What happens to what it led to before, as far as that is allowed.
    let policy: AssignmentPolicy
    /// Whether objects are kept that the policy of the mapping would delete.
    let sparesReplaced: Bool
    /// The changes that nested records may make; `nil` for those that their own mapping allows.
    let allowedOperations: AllowedOperations?
    /// The slot to write if that is all there is to do: nothing else changes with it.
    let directSlot: Int?
    /// Whether a new object can get its links without a question.
    let isPlainList: Bool

    init(
        _ layout: RelationshipLayout, for nested: RelationshipMapping, using mapping: Int,
        allowing allowed: AllowedOperations, in model: ManagedObjectModel
    ) {
        let source = nested.source
        self.layout = layout
        self.mapping = mapping
        isAggregated = source.components.isEmpty
        isOutward = if case .context = source.components.first?.kind { true } else { false }
        sparesReplaced = nested.assignmentPolicy == .replace && !allowed.contains(.delete)
        policy = sparesReplaced ? .set : nested.assignmentPolicy
        allowedOperations = nested.allowedOperations
        let isPlain = policy != .replace && !sparesReplaced
        directSlot = isPlain ? model.directSlot(of: layout) : nil
        isPlainList = model.isPlainList(layout)
    }
}

/// How the objects of a mapping are identified.
struct IdentificationPlan: Sendable {
    /// Mappings with one space share their objects: summary and detail of the same entity.
    let space: Int
    /// The attributes that give the key, by their place among the attributes, in slot order.
    let attributes: [Int]
    let predicate: PredicateEvaluator?
    let builder: PredicateBuilder?

    /// Whether there are conditions beside the key.
    var isSelective: Bool { predicate != nil || builder != nil }
}

/// Objects of one family of entities, told apart by the same slots.
struct IdentitySpacePlan: Sendable, Hashable {
    /// The entity at the top of the family: the one that declares what identifies.
    let entity: Int
    let root: Int
    let slots: [Int]
    /// Whether keys are single 64-bit integers, which are looked up without boxing.
    let isInteger: Bool
}

/// A place in a payload where representations are found.
struct RootPlan: Sendable {
    let path: PayloadPath
    /// One of the plans of entities, or behind them a dynamic one.
    let mapping: Int
}

/// A mapping that is chosen for each representation.
final class DynamicPlan: Sendable {
    let name: String
    let matchers: [MatcherPlan]
    let unknownRepresentations: UnknownRepresentationPolicy
    let forcesCollection: Bool
    let representationTransform: RepresentationTransform?
    /// Whether a closure wants to see everything around a representation.
    let wantsContext: Bool

    init(_ mapping: DynamicMapping, _ matchers: [MatcherPlan]) {
        name = mapping.name
        self.matchers = matchers
        unknownRepresentations = mapping.unknownRepresentations
        forcesCollection = mapping.forcesCollectionMapping
        representationTransform = mapping.representationTransform
        wantsContext = matchers.contains {
            if case .closure = $0.condition { true } else { false }
        }
    }
}

/// One matcher, and the plans it chooses from.
struct MatcherPlan: Sendable {
    let condition: MappingMatcher.Condition
    /// The plans, in the order in which the matcher names the mappings.
    let plans: [Int]
    /// The same by name.
    let plansByName: [String: Int]
}

extension PayloadPath {
    /// Whether the path is the representation itself.
    var startsAtRepresentation: Bool { components.isEmpty }

    /// Whether another record that leads to the same representation may find something else.
    var dependsOnRecords: Bool {
        switch components.first?.kind {
        case .context(.parent), .context(.record), .context(.metadata): true
        default: false
        }
    }

    /// Whether the path begins elsewhere than in the representation.
    var startsOutside: Bool {
        switch components.first?.kind {
        case .context(.parent), .context(.record), .context(.root), .context(.metadata): true
        default: false
        }
    }

    /// Whether a step needs the key of the representation.
    var usesKey: Bool {
        components.contains { $0.kind == .representationKey || $0.kind == .context(.key) }
    }
}

/// One connection.
struct ConnectionPlan: Sendable {
    let description: ConnectionDescription
    let relationship: RelationshipLayout
    let sourceEntity: Int
    let destinationEntity: Int
    let sourceSlots: [Int]
    let destinationSlots: [Int]
    let destinationTypes: [AttributeType]
    /// The place among the slots of a foreign key that is an array: any of its elements matches.
    let arrayPlace: Int?
    let sourcePredicate: PredicateEvaluator?
    let destinationPredicate: PredicateEvaluator?
    /// Where the predicates of sources and of destinations lead, relationship by relationship.
    let sourceChains: [[RelationshipLayout]]
    let destinationChains: [[RelationshipLayout]]
    /// The relationships that lead to the destinations; none for foreign keys.
    let path: [RelationshipLayout]
    /// Parts of a key that is no array whose values may be none of the other end's type: of a narrower
    /// number, or a URL.
    let narrowedPlaces: [Int]

    /// Whether the parts of a key that are no arrays are values that the other end can have.
    func fits(_ key: [Value]) -> Bool {
        narrowedPlaces.allSatisfy {
            ElementKeys([key[$0]], for: destinationTypes[$0]).misfits.isEmpty
        }
    }
}
