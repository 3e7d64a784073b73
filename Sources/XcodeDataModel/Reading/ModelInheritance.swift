import ObjectGraph

/// Fits entities to a model that declares a property once, and pairs relationships exactly.
///
/// Core Data lets an entity declare an attribute of its ancestor again, and lets the inverse of a
/// relationship lead to an ancestor or a descendant of the entity that declares it.
struct ModelInheritance {
    /// The entities without what a model cannot have.
    private(set) var entities: [EntityDescription]
    /// What was left out.
    private(set) var changes: [Change] = []
    private let parents: [String: String]

    /// Something that was left out.
    struct Change {
        let entity: String
        let property: String
        let message: String
    }

    init(_ entities: [EntityDescription]) {
        self.entities = entities
        parents = Dictionary(
            entities.compactMap { entity in entity.parent.map { (entity.name, $0) } },
            uniquingKeysWith: { first, _ in first })
        leaveOutRepeatedAttributes()
        leaveOutInexactInverses()
    }

    /// The entity and its ancestors, nearest first.
    func lineage(of entity: String) -> [String] {
        var lineage: [String] = []
        var next: String? = entity
        while let name = next, !lineage.contains(name) {
            lineage.append(name)
            next = parents[name]
        }
        return lineage
    }

    private mutating func leaveOutRepeatedAttributes() {
        let declared = Dictionary(
            entities.map { ($0.name, $0.declaredAttributes) },
            uniquingKeysWith: { first, _ in first })
        for index in entities.indices {
            let entity = entities[index].name
            for ancestor in lineage(of: entity).dropFirst() {
                for attribute in declared[ancestor] ?? [] {
                    guard
                        let own = entities[index].declaredAttributes.firstIndex(where: {
                            $0.name == attribute.name && $0.type == attribute.type
                        })
                    else { continue }
                    entities[index].declaredAttributes.remove(at: own)
                    changes.append(
                        Change(
                            entity: entity, property: attribute.name,
                            message: "'\(ancestor)' declares it already; that declaration counts"))
                }
            }
        }
    }

    /// Objects of an ancestor would have no way back, so both directions stand for themselves.
    private mutating func leaveOutInexactInverses() {
        for (owner, name, back) in inexactInverses {
            for (entity, property) in [(owner, name), back] {
                guard let index = entities.firstIndex(where: { $0.name == entity }),
                    let place = entities[index].declaredRelationships.firstIndex(where: {
                        $0.name == property
                    }), entities[index].declaredRelationships[place].inverse != nil
                else { continue }
                entities[index].declaredRelationships[place].inverse = nil
                changes.append(
                    Change(
                        entity: entity, property: property,
                        message: "its inverse is of an ancestor or a descendant, and is left out"))
            }
        }
    }

    /// Relationships that lead to, or whose inverse leads to, a relative of who declares the other.
    private var inexactInverses: [(String, String, back: (String, String))] {
        entities.flatMap { entity in
            entity.declaredRelationships.compactMap { relationship in
                guard let name = relationship.inverse,
                    let (owner, back) = declaration(of: name, in: relationship.destination),
                    back.destination != entity.name || owner != relationship.destination,
                    back.inverse == nil || back.inverse == relationship.name,
                    areRelated(entity.name, back.destination)
                else { return nil }
                return (entity.name, relationship.name, (owner, name))
            }
        }
    }

    private func areRelated(_ left: String, _ right: String) -> Bool {
        lineage(of: left).contains(right) || lineage(of: right).contains(left)
    }

    /// The relationship of a name that an entity declares or inherits, and who declares it.
    private func declaration(
        of name: String, in entity: String
    ) -> (owner: String, RelationshipDescription)? {
        for owner in lineage(of: entity) {
            let relationships = entities.first { $0.name == owner }?.declaredRelationships ?? []
            if let found = relationships.first(where: { $0.name == name }) { return (owner, found) }
        }
        return nil
    }
}
