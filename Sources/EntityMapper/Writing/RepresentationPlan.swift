import ObjectGraph
import Payload

/// What is written for the mappings that a writer may meet.
struct RepresentationPlans: Sendable {
    /// By the place of the mapping: what is written for its objects.
    var representations: [Int: RepresentationPlan] = [:]
    /// By the place of the mapping: what is written in the place of its objects.
    var identifiers: [Int: [RepresentationMember]] = [:]
}

/// What is written for the objects of one mapping.
struct RepresentationPlan: Sendable {
    let entity: EntityPlan
    /// The attribute that is the key of the representation, if it has one.
    var key: RepresentationMember?
    /// What else is written, in the order of the mappings.
    var members: [RepresentationMember] = [] {
        didSet { isFlat = Self.isFlat(members) }
    }
    /// Whether each member has a key of its own, directly in the representation.
    private(set) var isFlat = true

    private static func isFlat(_ members: [RepresentationMember]) -> Bool {
        var keys: Set<PayloadPathComponent> = []
        return members.allSatisfy { member in
            guard let key = member.path.components.first, key.kind == .key else { return false }
            return member.path.components.count == 1 && keys.insert(key).inserted
        }
    }

    /// Whether a representation is a value, not an object with members.
    var isValue: Bool { members.count == 1 && members[0].isWhole }
}

/// One property, and where in a representation it is written.
struct RepresentationMember: RepresentedProperty, Sendable {
    /// The property, as messages call it.
    let name: String
    let path: PayloadPath
    let content: Content

    enum Content: Sendable {
        case attribute(RepresentedAttribute)
        case relationship(RepresentedRelationship)
    }

    var isRelationship: Bool {
        if case .relationship = content { true } else { false }
    }

    /// Whether it is one of the attributes that identify the object.
    var isIdentifying: Bool {
        if case .attribute(let attribute) = content { attribute.isIdentifying } else { false }
    }

    var canHoldMembers: Bool {
        switch content {
        case .attribute(let attribute):
            attribute.conversion.type == .dictionary || !attribute.conversion.isStandard
        case .relationship(let relationship):
            relationship.form != .list && relationship.style != .identifiers
        }
    }
}

/// An attribute of the object, or of one that to-one relationships lead to.
struct RepresentedAttribute: Sendable {
    let route: [RelationshipLayout]
    let slot: Int
    let conversion: Conversion
    /// Whether it is written even if it did not change.
    let isIdentifying: Bool
    /// Whether nil is written as `null`, whatever the profile.
    let writesNull: Bool
}

/// A relationship, and how its objects are written.
struct RepresentedRelationship: Sendable {
    let layout: RelationshipLayout
    /// The plan for the objects: one of entities, or behind them a dynamic one.
    let mapping: Int
    let style: RelationshipRepresentation
    let form: RepresentationPart.Form
    /// Whether it may lead to one object from several.
    let isShared: Bool

    init(
        _ relationship: RelationshipPlan, _ plan: MappingPlan, style: RelationshipRepresentation
    ) {
        layout = relationship.layout
        mapping = relationship.mapping
        self.style = style
        isShared = layout.inverse.map { plan.model.relationships[$0].isToMany } ?? true
        if style == .identifiers {
            form = layout.isToMany ? .list : .single
        } else if plan.forcesCollection(mapping) {
            form = .members
        } else {
            // There is no room for more than one in the representation itself.
            form = layout.isToMany && !relationship.isAggregated ? .list : .single
        }
    }

    /// Whether it only leads back the way that the writer has come.
    func leadsBack(from arrival: Int?) -> Bool {
        style == .automatic && layout.inverse != nil && layout.inverse == arrival
    }
}

extension MappingPlan {
    /// The attributes of a mapping, as they would be written, in the order of the mapping.
    func representedAttributes(of place: Int) -> [RepresentationMember] {
        let entity = entities[place]
        let identifying = entity.identification?.attributes.map { entity.attributes[$0].slot } ?? []
        var attributes = entity.attributes[...]
        var routes = entity.routes[...]
        return mappings.mappings[place].attributeMappings.map { mapping in
            let isOwn = entity.layout.slotIndexes[mapping.destination] != nil
            let route = isOwn ? nil : routes.removeFirst()
            let attribute = route?.attribute ?? attributes.removeFirst()
            return RepresentationMember(
                name: mapping.destination, path: mapping.source,
                content: .attribute(
                    RepresentedAttribute(
                        route: route?.relationships ?? [], slot: attribute.slot,
                        conversion: attribute.conversion,
                        isIdentifying: isOwn && identifying.contains(attribute.slot),
                        writesNull: mapping.writesNull)))
        }
    }

    /// The place of an entity's mapping and of those it leaves objects of sub-entities to, or of those
    /// that a dynamic one chooses from.
    func entityPlaces(of place: Int) -> [Int] {
        guard place < entities.count else {
            return dynamics[place - entities.count].matchers.flatMap(\.plans).distinct
        }
        guard entities[place].followsSubentities else { return [place] }
        return ([place] + entities[place].layout.family.compactMap { ownPlans[$0] }).distinct
    }
}

extension [Int] {
    /// Each number once, in the order in which they come first.
    fileprivate var distinct: [Int] {
        var known: Set<Int> = []
        return filter { known.insert($0).inserted }
    }
}

extension ValueTransform {
    /// Whether the transform can say what to write.
    var isReversible: Bool {
        switch form {
        case let own as CustomForm: own.reverse != nil
        case let outer as any WrappingForm: outer.inner.isReversible
        case let several as FirstOfForm: several.transforms.contains(where: \.isReversible)
        default: true
        }
    }
}
