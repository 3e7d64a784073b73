package import ObjectGraph
package import Payload

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
    let forcesCollection: Bool
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
    let allowedOperations: AllowedOperations
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
        allowedOperations = mapping.allowedOperations
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

/// A compiled attribute mapping; a class for the same reason as ``EntityPlan``.
package final class AttributePlan: Sendable {
    package let name: String
    package let slot: Int
    package let conversion: Conversion
    let isMandatory: Bool
    /// Indicates whether an integer on the tape can be stored without conversion or checks.
    let isPlainInteger: Bool
    /// Indicates whether values are the remaining members of records.
    ///
    /// They are merged into the existing members of the attribute.
    let takesRest: Bool
    let validation: ValueValidation?
    /// The checks that the model declares for values.
    private let checks: [ValueCheck]

    init(
        _ attribute: AttributeDescription, slot: Int, by conversion: Conversion,
        takesRest: Bool, validation: ValueValidation?
    ) {
        self.takesRest = takesRest
        self.validation = validation
        checks = attribute.checks
        name = attribute.name
        self.slot = slot
        self.conversion = conversion
        isMandatory = !attribute.isOptional
        isPlainInteger =
            attribute.type == .integer64 && conversion.isStandard && conversion.isUnchecked
    }

    /// Indicates whether the model declares checks for values.
    var isChecked: Bool { !checks.isEmpty }

    /// Returns the first check of the model that a value violates; `nil` if there is none.
    func fault(of value: Value) -> ValueCheck.Fault? {
        guard !checks.isEmpty else { return nil }
        return checks.lazy.compactMap { $0.fault(of: value) }.first
    }
}

/// An attribute that is written through to-one relationships, where these reference an object.
package final class RoutePlan: Sendable {
    /// The relationships of the route, in order from the record.
    package let relationships: [RelationshipLayout]
    package let attribute: AttributePlan
    /// The destination as written in the mapping.
    let name: String

    init(_ relationships: [RelationshipLayout], _ attribute: AttributePlan, name: String) {
        self.relationships = relationships
        self.attribute = attribute
        self.name = name
    }
}

/// The compiled property mappings of an entity mapping.
struct PropertyPlans {
    var attributes: [AttributePlan] = []
    var relationships: [RelationshipPlan] = []
    var routes: [RoutePlan] = []
    var attributePaths: [PayloadPath] = []
    var relationshipPaths: [PayloadPath] = []
    var routePaths: [PayloadPath] = []

    var paths: [PayloadPath] { attributePaths + relationshipPaths + routePaths }

    /// Returns the indices of the paths that satisfy a condition.
    func indices(where condition: (PayloadPath) -> Bool) -> [Int] {
        paths.enumerated().filter { condition($0.element) }.map(\.offset)
    }

    /// Tests whether an identification depends on the representation alone.
    ///
    /// In this case it does not depend on enclosing records or metadata.
    func isIndependent(_ identification: IdentificationPlan) -> Bool {
        identification.attributes.allSatisfy { !attributePaths[$0].dependsOnRecords }
    }

    /// Indicates for each path whether a value is evidence of a mappable representation.
    var isEvidence: [Bool] {
        let paths = paths
        let isOutsideOnly = paths.allSatisfy(\.startsOutsideRecord)
        return paths.enumerated().map { index, path in
            path.startsOutsideRecord
                ? isOutsideOnly : !path.startsAtRepresentation || index < attributes.count
        }
    }

    /// Indicates the same for a representation that is shared with an enclosing record.
    var isEvidenceInside: [Bool] {
        paths.map { !$0.startsAtContext && !$0.startsAtRepresentation }
    }
}

/// A compiled relationship mapping; a class for the same reason as ``EntityPlan``.
package final class RelationshipPlan: Sendable {
    package let layout: RelationshipLayout
    /// The index of the plan for nested representations; dynamic plans follow the entity plans.
    package let mapping: Int
    /// Indicates whether the nested representation is the record's own representation.
    package let isAggregated: Bool
    /// Indicates whether the path begins with a context.
    let isOutward: Bool
    /// The effective policy for previous objects, given the allowed operations.
    let policy: AssignmentPolicy
    /// Indicates whether previous objects are kept although the mapping's policy would delete them.
    let preservesReplaced: Bool
    /// The changes that nested records may make; `nil` to inherit them from the nested mapping.
    let allowedOperations: AllowedOperations?
    /// The slot to write if assigning the relationship changes nothing else; `nil` otherwise.
    let directSlot: Int?
    /// Indicates whether links of a new object can be inserted without checking existing links.
    let isPlainList: Bool

    init(
        _ layout: RelationshipLayout, for nested: RelationshipMapping, using mapping: Int,
        allowing allowed: AllowedOperations, in model: ManagedObjectModel
    ) {
        let source = nested.source
        self.layout = layout
        self.mapping = mapping
        isAggregated = source.components.isEmpty
        isOutward = source.startsAtContext
        preservesReplaced = nested.assignmentPolicy == .replace && !allowed.contains(.delete)
        policy = preservesReplaced ? .set : nested.assignmentPolicy
        allowedOperations = nested.allowedOperations
        let isPlain = policy != .replace && !preservesReplaced
        directSlot = isPlain ? model.directSlot(of: layout) : nil
        isPlainList = model.isPlainList(layout)
    }
}

/// The identification of the objects of a mapping.
package struct IdentificationPlan: Sendable {
    /// The index of the identity space, which mappings with the same identification share.
    let space: Int
    /// The indices of the identification attributes among the attributes, in slot order.
    package let attributes: [Int]
    let predicate: PredicateEvaluator?
    let builder: PredicateBuilder?

    /// Indicates whether there are conditions in addition to the key.
    var isSelective: Bool { predicate != nil || builder != nil }
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

/// The objects of an entity hierarchy that are identified by the same slots.
struct IdentitySpacePlan: Sendable, Hashable {
    /// The topmost entity of the hierarchy, which declares the identification attributes.
    let entity: Int
    let root: Int
    let slots: [Int]
    /// Indicates whether keys are single 64-bit integers, which are looked up without boxing.
    let isInteger: Bool
}

/// A root path of the payload and the plan of its representations.
package struct RootPlan: Sendable {
    package let path: PayloadPath
    /// The index of an entity plan or, following these, of a dynamic plan.
    package let mapping: Int
}

/// A compiled dynamic mapping.
package final class DynamicPlan: Sendable {
    package let name: String
    package let matchers: [MatcherPlan]
    let unknownRepresentations: UnknownRepresentationPolicy
    let forcesCollection: Bool
    let representationTransform: RepresentationTransform?
    /// Indicates whether a closure requires the context of a representation.
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

/// A compiled matcher with the plans it can select.
package struct MatcherPlan: Sendable {
    package let condition: MappingMatcher.Condition
    /// The indices of the plans, in the order of the matcher's mappings.
    package let plans: [Int]
    /// The indices of the plans by the name of their mapping.
    let plansByName: [String: Int]
}
