import ObjectGraph

/// An adaptation of entities to a model with unique properties and exact inverses.
///
/// Such a model declares each property once and pairs inverse relationships exactly.
///
/// Core Data allows an entity to redeclare an attribute of its ancestor, and the inverse of a
/// relationship to belong to an ancestor or a descendant of the declaring entity.
struct ModelInheritance {
    /// The adapted entities.
    private(set) var entities: [EntityDescription]
    /// The changed and omitted parts.
    private(set) var changes: [ModelChange] = []
    private var parents: [String: String] = [:]

    /// Adapts entities.
    ///
    /// - Parameters:
    ///   - entities: The entities, with distinct names.
    ///   - inverseEntities: The entities that relationships declare for their inverses, by entity
    ///     and relationship.
    init(_ entities: [EntityDescription], _ inverseEntities: [[String]: String]) {
        self.entities = entities
        leaveOutImpossibleParents()
        leaveOutMisplacedInverses(inverseEntities)
        leaveOutRepeatedAttributes()
        leaveOutInexactInverses()
    }

    /// Returns the entity and its ancestors, nearest first.
    private func lineage(of entity: String) -> [String] {
        Array(sequence(first: entity) { parents[$0] })
    }

    /// Resolves parents, and omits parents that do not exist or would close a cycle.
    private mutating func leaveOutImpossibleParents() {
        let names = Set(entities.map(\.name))
        for index in entities.indices {
            guard let parent = entities[index].parent else { continue }
            let entity = entities[index].name
            let reason: String
            if !names.contains(parent) {
                let advice = Suggestion.text(for: parent, among: names)
                reason = "its parent '\(parent.shortened)' is not in the model\(advice)"
            } else if lineage(of: parent).contains(entity) {
                reason = "it inherits from itself through '\(parent)'"
            } else {
                parents[entity] = parent
                continue
            }
            entities[index].parent = nil
            changes.append(ModelChange([entity], omitting: "the parent", because: reason))
        }
    }

    /// Leaves out inverses declared in an entity that is neither the destination nor its ancestor.
    private mutating func leaveOutMisplacedInverses(_ inverseEntities: [[String]: String]) {
        for index in entities.indices {
            let entity = entities[index]
            for (position, relationship) in entity.declaredRelationships.enumerated() {
                guard let found = inverseEntities[[entity.name, relationship.name]],
                    relationship.inverse != nil,
                    !lineage(of: relationship.destination).contains(found)
                else { continue }
                entities[index].declaredRelationships[position].inverse = nil
                changes.append(
                    ModelChange(
                        [entity.name, relationship.name], omitting: "the inverse",
                        because: "its inverse must be of entity "
                            + "'\(relationship.destination.shortened)', "
                            + "found '\(found.shortened)'"))
            }
        }
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
                        ModelChange(
                            key: [entity, attribute.name], code: .changed,
                            message: "'\(ancestor)' declares it already; that declaration counts"))
                }
            }
        }
    }

    /// Leaves out both directions, because objects of an ancestor would lack an inverse.
    private mutating func leaveOutInexactInverses() {
        for (owner, name, back) in inexactInverses {
            for (entity, property) in [(owner, name), back] {
                guard let index = entities.firstIndex(where: { $0.name == entity }),
                    let position = entities[index].declaredRelationships.firstIndex(where: {
                        $0.name == property
                    }), entities[index].declaredRelationships[position].inverse != nil
                else { continue }
                entities[index].declaredRelationships[position].inverse = nil
                changes.append(
                    ModelChange(
                        [entity, property], omitting: "the inverse",
                        because: "it is of an ancestor or a descendant"))
            }
        }
    }

    /// Pairs of inverse relationships that are declared for different levels of inheritance.
    ///
    /// One relationship references an ancestor or descendant of the entity that declares the other.
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

    /// Returns the relationship that an entity declares or inherits, and the declaring entity.
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
