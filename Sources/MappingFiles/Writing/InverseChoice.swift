import ObjectGraph

/// Chooses the end at which a mapping file declares an inverse.
///
/// A to-many, unordered inverse without settings and mapping is omitted, since the relationship
/// implies it.
struct InverseChoice {
    /// A relationship by the entity that declares it.
    struct End: Hashable {
        let entity: String
        let name: String

        func precedes(_ other: End) -> Bool {
            entity == other.entity
                ? name.precedes(other.name) : entity.precedes(other.entity)
        }
    }

    /// The relationships that are left out.
    private(set) var implied: Set<End> = []
    /// The relationships without the name of their inverse, which names them.
    private(set) var unnamed: Set<End> = []

    /// Chooses the ends among the relationships of resolved entities.
    ///
    /// - Parameters:
    ///   - entities: The entities.
    ///   - used: The relationships that are mapped, connected or fixed, which cannot be left out.
    init(_ entities: [EntityDescription], used: Set<End>) {
        let byName = Dictionary(
            entities.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
        for entity in entities {
            for relationship in entity.declaredRelationships {
                let end = End(entity: entity.name, name: relationship.name)
                guard let inverse = relationship.inverse, !unnamed.contains(end),
                    let other = Self.owner(of: inverse, in: relationship.destination, byName),
                    let back = byName[other]?.declaredRelationships.first(where: {
                        $0.name == inverse
                    }), back.inverse == relationship.name, back.destination == entity.name
                else { continue }
                let otherEnd = End(entity: other, name: inverse)
                guard end != otherEnd, !unnamed.contains(otherEnd) else { continue }
                choose(
                    (end, relationship, other == relationship.destination),
                    (
                        otherEnd, back,
                        Self.owner(of: relationship.name, in: back.destination, byName)
                            == back.destination
                    ), used, byName)
            }
        }
    }

    /// Tests whether a relationship can be omitted, because its inverse implies it.
    private func isImplied(
        _ one: Candidate, by other: Candidate, _ used: Set<End>,
        _ entities: [String: EntityDescription]
    ) -> Bool {
        one.relationship.isPlainInverse && !used.contains(one.end) && other.leadsToOwner
            && entities[one.end.entity]?.relationship(
                near: one.end.name, leadingTo: other.end.entity) == nil
    }

    private typealias Candidate = (
        end: End, relationship: RelationshipDescription, leadsToOwner: Bool
    )

    private mutating func choose(
        _ one: Candidate, _ other: Candidate, _ used: Set<End>,
        _ entities: [String: EntityDescription]
    ) {
        let isOneImplied = isImplied(one, by: other, used, entities)
        let isOtherImplied = isImplied(other, by: one, used, entities)
        let hidesOther: Bool
        if isOneImplied != isOtherImplied {
            hidesOther = isOtherImplied
        } else if used.contains(one.end) != used.contains(other.end) {
            hidesOther = used.contains(one.end)
        } else {
            hidesOther = one.end.precedes(other.end)
        }
        let hidden = hidesOther ? other.end : one.end
        unnamed.insert(hidden)
        if hidesOther ? isOtherImplied : isOneImplied { implied.insert(hidden) }
    }

    /// Returns the entity that declares a relationship, the given one or an ancestor.
    private static func owner(
        of relationship: String, in entity: String, _ entities: [String: EntityDescription]
    ) -> String? {
        var next: String? = entity
        var visited: Set<String> = []
        while let name = next, visited.insert(name).inserted, let found = entities[name] {
            if found.declaredRelationships.contains(where: { $0.name == relationship }) {
                return name
            }
            next = found.parent
        }
        return nil
    }
}

extension EntityDescription {
    /// Returns a relationship without an inverse that was probably meant by a name that the entity
    /// does not have.
    func relationship(near name: String, leadingTo destination: String) -> String? {
        let candidates = declaredRelationships.filter {
            $0.destination == destination && $0.inverse == nil
        }
        return Suggestion.nearest(to: name, among: candidates.map(\.name))
    }
}

extension RelationshipDescription {
    /// Indicates whether the relationship equals the default for an undescribed inverse.
    var isPlainInverse: Bool {
        self == .toMany(name, destination, inverse: inverse)
    }
}
