package import EntityMapper
import MercatorPayload
import ObjectGraph

/// The written properties of all mappings that a writer can encounter.
struct RepresentationPlans: Sendable {
    /// The written properties of the mapping's objects, by index of the mapping.
    var representations: [Int: RepresentationPlan] = [:]
    /// The identifiers that replace a reference to an object, by index of its mapping.
    var identifiers: [Int: [RepresentationMember]] = [:]
}

/// The written properties of a mapping's objects.
struct RepresentationPlan: Sendable {
    let entity: EntityPlan
    /// The attribute that is written as the key of the representation, if any.
    var key: RepresentationMember?
    /// The other written properties, in the order of the mapping.
    var members: [RepresentationMember] = [] {
        didSet { isFlat = Self.isFlat(members) }
    }
    /// The attributes with the members that are mapped nowhere else.
    var rest: [RepresentationMember] = []
    /// Indicates whether each member has a distinct key directly in the representation.
    private(set) var isFlat = true

    private static func isFlat(_ members: [RepresentationMember]) -> Bool {
        var keys: Set<PayloadPathComponent> = []
        return members.allSatisfy { member in
            guard let key = member.path.components.first, key.kind == .key else { return false }
            return member.path.components.count == 1 && keys.insert(key).inserted
        }
    }

    /// Indicates whether a representation is a single value instead of an object.
    var isValue: Bool { rest.isEmpty && members.count == 1 && members[0].isWhole }
}

/// An attribute of the object, or of an object reached through to-one relationships.
package struct RepresentedAttribute: Sendable {
    let route: [RelationshipLayout]
    let slot: Int
    package let conversion: Conversion
    /// Indicates whether the attribute is written even if it has not changed.
    let isIdentifying: Bool
    /// Indicates whether nil is written as `null`, regardless of the profile.
    let writesNull: Bool
}

extension MappingPlan {
    /// Returns the attributes of a mapping as written properties, in the order of the mapping.
    package func representedAttributes(of index: Int) -> [RepresentationMember] {
        let entity = entities[index]
        let identifying = entity.identification?.attributes.map { entity.attributes[$0].slot } ?? []
        var attributes = entity.attributes[...]
        var routes = entity.routes[...]
        return mappings.mappings[index].attributeMappings.map { mapping in
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

    /// Returns the indices of the mappings that may apply to the objects of a mapping.
    ///
    /// These are the mapping itself and the mappings that it delegates objects of sub-entities to,
    /// or the mappings that a dynamic mapping can select.
    func entityMappings(of index: Int) -> [Int] {
        guard index < entities.count else {
            return dynamics[index - entities.count].matchers.flatMap(\.plans).distinct
        }
        guard entities[index].followsSubentities else { return [index] }
        return ([index] + entities[index].layout.family.compactMap { ownPlans[$0] }).distinct
    }
}

extension [Int] {
    /// The distinct numbers, in the order of first occurrence.
    fileprivate var distinct: [Int] {
        var known: Set<Int> = []
        return filter { known.insert($0).inserted }
    }
}
