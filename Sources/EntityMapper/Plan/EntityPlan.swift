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
    let tree: KeyTree
    /// How objects are identified; `nil` to insert a new one every time.
    let identification: IdentificationPlan?
    let missingIdentification: MissingIdentificationPolicy
    /// The attribute that tells versions apart, by its place among the attributes.
    let modification: Int?
    let deletionPredicate: EntityPredicate?
    let assignsDefaults: Bool
    /// Whether several attribute mappings write to one attribute.
    let sharesSlots: Bool
    let assignsNilForMissingRelationships: Bool

    init(
        _ mapping: EntityMapping, _ layout: EntityLayout, attributes: [AttributePlan],
        relationships: [RelationshipPlan], tree: KeyTree, identification: IdentificationPlan?,
        modification: Int?
    ) {
        name = mapping.name
        self.layout = layout
        self.attributes = attributes
        self.relationships = relationships
        self.tree = tree
        self.identification = identification
        self.modification = modification
        missingIdentification = mapping.missingIdentification
        deletionPredicate = mapping.deletionPredicate
        sharesSlots = Set(attributes.map(\.slot)).count < attributes.count
        assignsDefaults = mapping.assignsDefaultValueForMissingAttributes
        assignsNilForMissingRelationships = mapping.assignsNilForMissingRelationships
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

    init(_ attribute: AttributeDescription, slot: Int, using transform: ValueTransform) {
        name = attribute.name
        self.slot = slot
        conversion = Conversion(type: attribute.type, transform: transform)
        isMandatory = !attribute.isOptional
        isPlainInteger = attribute.type == .integer64 && transform.isStandard
    }
}

/// One relationship mapping; a class for the same reason.
final class RelationshipPlan: Sendable {
    let layout: RelationshipLayout
    /// The plan for nested representations.
    let entity: Int
    let policy: AssignmentPolicy
    /// The slot to write if that is all there is to do: nobody else has to be told.
    let directSlot: Int?
    /// Whether a new object can get its links without a question.
    let isPlainList: Bool

    init(
        _ layout: RelationshipLayout, entity: Int, policy: AssignmentPolicy,
        in model: ManagedObjectModel
    ) {
        self.layout = layout
        self.entity = entity
        self.policy = policy
        directSlot = model.directSlot(of: layout)
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
}

/// Objects of one entity, told apart by the same slots.
struct IdentitySpacePlan: Sendable, Hashable {
    let entity: Int
    let root: Int
    let slots: [Int]
    /// Whether keys are single 64-bit integers, which are looked up without boxing.
    let isInteger: Bool
}

/// A place in a payload where representations are found.
struct RootPlan: Sendable {
    let path: PayloadPath
    let entity: Int
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
}
