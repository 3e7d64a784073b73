package import MercatorPayload
package import ObjectGraph

/// A compiled entity mapping, with slots instead of names and bytes instead of paths.
///
/// It is a class because it is used for every record: passing one reference is cheaper than copying
/// a dozen arrays.
package final class EntityPlan: Sendable {
    package let name: String
    package let layout: EntityLayout
    package let attributes: [AttributePlan]
    package let relationships: [RelationshipPlan]
    /// The attributes of other objects that are written through relationships.
    package let routes: [RoutePlan]
    /// The paths to the values of attributes, then of relationships, then of routes.
    package let paths: [PayloadPath]
    /// The indices in ``paths`` of the paths that denote the representation itself.
    let ownPaths: [Int]
    /// The indices in ``paths`` of the paths with components other than keys.
    let specialPaths: [Int]
    /// Indicates whether a path contains the key of the representation.
    let usesKey: Bool
    /// Indicates whether a representation may be a value other than an object.
    let acceptsScalars: Bool
    /// The index of the attribute whose value may replace an object; `nil` if none may.
    let identifier: Int?
    /// Indicates whether an existing object may be mapped by the plan of its actual entity instead.
    package let followsSubentities: Bool
    /// Indicates for each path whether a value is evidence of a mappable representation.
    ///
    /// Values at paths outside of the representation are evidence only if all paths are outside.
    let isEvidence: [Bool]
    /// Indicates the same for a representation that is shared with an enclosing record.
    let isEvidenceInside: [Bool]
    /// Indicates whether a relationship is mapped from the record's own representation.
    let hasAggregated: Bool
    package let forcesCollection: Bool
    let representationTransform: RepresentationTransform?
    let didMap: MappingHook?
    package let didWrite: WritingHook?
    let recordValidation: RecordValidation?
    /// The identification of objects; `nil` to insert a new object for every record.
    package let identification: IdentificationPlan?
    let missingIdentification: MissingIdentificationPolicy
    let conflictingSubentity: ConflictingSubentityPolicy
    /// Indicates whether records without identification update existing objects.
    let reusesUnidentified: Bool
    /// The changes that records may make, unless their relationship mapping specifies others.
    let operations: AllowedOperations
    /// Indicates whether the identification depends on the representation alone.
    ///
    /// In this case it does not depend on enclosing records or metadata.
    let isIdentifiedByItself: Bool
    /// The comparison of the versions of an object; `nil` if its records always apply.
    let modification: ModificationPlan?
    /// The slot of the attribute with the synchronization state.
    let synchronizationSlot: Int?
    /// The condition that marks objects as deleted; `nil` if there is none.
    let tombstone: TombstonePlan?
    let discardsInvalidObjects: Bool
    let assignsDefaults: Bool
    /// Indicates whether several attribute mappings write to the same attribute.
    let sharesSlots: Bool
    let assignsNilForMissingRelationships: Bool
    let assignsNilForNullRelationships: Bool
    let requiresArrays: Bool

    init(
        _ mapping: EntityMapping, _ layout: EntityLayout, _ properties: PropertyPlans,
        identification: IdentificationPlan?, modification: ModificationPlan?,
        synchronizationSlot: Int?, tombstone: TombstonePlan?
    ) {
        name = mapping.name
        self.layout = layout
        attributes = properties.attributes
        relationships = properties.relationships
        routes = properties.routes
        paths = properties.paths
        ownPaths = properties.indices(where: \.startsAtRepresentation)
        specialPaths = properties.indices { !$0.isPlain }
        usesKey = properties.paths.contains(where: \.usesKey)
        acceptsScalars = properties.attributePaths.contains(where: \.startsAtRepresentation)
        identifier = mapping.acceptsIdentifiers ? identification?.attributes.first : nil
        followsSubentities = mapping.followsSubentities
        isEvidence = properties.isEvidence
        isEvidenceInside = properties.isEvidenceInside
        hasAggregated = relationships.contains(where: \.isAggregated)
        forcesCollection = mapping.forcesCollectionMapping
        representationTransform = mapping.representationTransform
        didMap = mapping.didMap
        didWrite = mapping.didWrite
        recordValidation = mapping.performsValidation ? mapping.recordValidation : nil
        self.identification = identification
        isIdentifiedByItself = identification.map(properties.isIndependent) ?? false
        self.modification = modification
        missingIdentification = mapping.missingIdentification
        conflictingSubentity = mapping.conflictingSubentity
        reusesUnidentified = mapping.reusesUnidentifiedObjects
        operations = mapping.allowedOperations
        self.synchronizationSlot = synchronizationSlot
        self.tombstone = tombstone
        discardsInvalidObjects = mapping.discardsInvalidObjectsOnInsert
        sharesSlots = Set(attributes.map(\.slot)).count < attributes.count
        assignsDefaults = mapping.assignsDefaultValueForMissingAttributes
        assignsNilForMissingRelationships = mapping.assignsNilForMissingRelationships
        assignsNilForNullRelationships = mapping.assignsNilForNullRelationships
        requiresArrays = mapping.requiresArraysForToManyRelationships
    }
}

extension EntityPlan {
    /// Returns the index of the identification attribute if the value is a string or a number.
    ///
    /// Such a value is the identifier of an object.
    func identifier(at position: Int, on tape: PayloadTape) -> Int? {
        switch tape.kind(at: position) {
        case .string, .number: identifier
        default: nil
        }
    }
}

/// The comparison of an object's version with the versions of its records.
struct ModificationPlan: Sendable {
    /// The index of the attribute that distinguishes versions.
    let attribute: Int
    /// The minimum number of records for versions to be compared.
    let threshold: Int
    /// Indicates whether nested records of an unmodified object are mapped.
    let mapsRelationships: Bool
}

/// The condition that marks objects as deleted.
struct TombstonePlan: Sendable {
    let predicate: EntityPredicate
    /// The evaluator of the predicate, for unsaved rows; `nil` if it has no conditions.
    let evaluator: PredicateEvaluator?
    /// The indices of the attributes that the predicate reads.
    let attributes: [Int]
}
