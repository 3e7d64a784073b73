/// A compiler from resolved entities to layouts.
///
/// It replaces names with indices, and chooses the storage of each relationship.
struct LayoutCompiler {
    let entities: [EntityDescription]
    let indexes: [String: Int]
    private(set) var relationships: [RelationshipLayout] = []
    private var slots: [[SlotLayout]]
    private var declared: [[Int]]
    /// The entity and its ancestors, root first, by entity.
    private let lineages: [[Int]]
    /// The entity and all its descendants, ascending, by entity.
    private let families: [[Int]]

    init(_ entities: [EntityDescription]) {
        self.entities = entities
        let indexes = Dictionary(
            entities.enumerated().map { ($1.name, $0) }, uniquingKeysWith: { first, _ in first })
        self.indexes = indexes
        let lineages = LayoutCompiler.lineages(
            entities.map { entity in entity.parent.flatMap { indexes[$0] } })
        var families: [[Int]] = Array(repeating: [], count: entities.count)
        for (entity, lineage) in lineages.enumerated() {
            for ancestor in lineage { families[ancestor].append(entity) }
        }
        self.lineages = lineages
        self.families = families
        slots = Array(repeating: [], count: entities.count)
        declared = Array(repeating: [], count: entities.count)
        numberRelationships()
        for entity in depthFirst { addSlots(of: entity) }
        chooseStorage()
    }

    func layouts() -> [EntityLayout] {
        entities.indices.map { index in
            let entity = entities[index]
            let own = lineages[index].flatMap { declared[$0] }
            return EntityLayout(
                index: index, name: entity.name, root: lineages[index][0],
                isAbstract: entity.isAbstract, family: families[index],
                slots: slots[index],
                relationships: own,
                relationshipIndexes: Dictionary(
                    own.map { (relationships[$0].name, $0) },
                    uniquingKeysWith: { first, _ in first }),
                uniqueness: uniqueness(of: index),
                defaults: Row(slots[index].map { $0.attribute?.normalizedDefault ?? .null }))
        }
    }

    /// Returns the entity and its ancestors, root first, for each entity.
    ///
    /// - Complexity: O(*n*) in the size of the result: each lineage is its parent's with
    ///   one more entity.
    private static func lineages(_ parents: [Int?]) -> [[Int]] {
        var lineages: [[Int]] = Array(repeating: [], count: parents.count)
        for entity in parents.indices {
            // The path up to an ancestor with a complete lineage. The loop ends, because the model
            // check has rejected cycles.
            var way = [entity]
            while let last = way.last, lineages[last].isEmpty, let parent = parents[last] {
                way.append(parent)
            }
            for next in way.reversed() where lineages[next].isEmpty {
                lineages[next] = (parents[next].map { lineages[$0] } ?? []) + [next]
            }
        }
        return lineages
    }

    /// The entities ordered by depth, with parents before children.
    private var depthFirst: [Int] {
        entities.indices.sorted { lineages[$0].count < lineages[$1].count }
    }

    private func uniqueness(of index: Int) -> [[Int]] {
        let attributes = slots[index].enumerated().filter {
            $1.entity == index && $1.attribute?.isUnique == true
        }
        let constraints = entities[index].uniquenessConstraints.map { names in
            names.compactMap { name in slots[index].firstIndex { $0.name == name } }
        }
        return attributes.map { [$0.offset] } + constraints
    }
}

extension LayoutCompiler {
    /// The kind of storage of a relationship, before slots are numbered.
    private enum Home { case reference, inverseReference, links, inverseLinks }

    private mutating func numberRelationships() {
        for (index, entity) in entities.enumerated() {
            for description in entity.declaredRelationships {
                declared[index].append(relationships.count)
                relationships.append(
                    RelationshipLayout(
                        index: relationships.count, name: description.name, entity: index,
                        destination: indexes[description.destination] ?? index,
                        description: description, inverse: nil, storage: .links))
            }
        }
        relationships = relationships.map { layout in
            RelationshipLayout(
                index: layout.index, name: layout.name, entity: layout.entity,
                destination: layout.destination, description: layout.description,
                inverse: layout.description.inverse.flatMap { name in
                    lineages[layout.destination].flatMap { declared[$0] }
                        .first { relationships[$0].name == name }
                },
                storage: layout.storage)
        }
    }

    /// Returns the storage that both directions share.
    ///
    /// The to-one end has precedence; of two to-many ends, the ordered end; otherwise, the end
    /// declared first.
    private func home(of layout: RelationshipLayout) -> Home {
        guard let inverse = layout.inverse.map({ relationships[$0] }), !layout.isSymmetric else {
            return layout.isToMany ? .links : .reference
        }
        switch (layout.isToMany, inverse.isToMany) {
        case (false, true): return .reference
        case (true, false): return .inverseReference
        case (false, false):
            return layout.index < inverse.index ? .reference : .inverseReference
        case (true, true):
            if layout.isOrdered != inverse.isOrdered {
                return layout.isOrdered ? .links : .inverseLinks
            }
            return layout.index < inverse.index ? .links : .inverseLinks
        }
    }

    private mutating func addSlots(of index: Int) {
        let entity = entities[index]
        let parent = entity.parent.flatMap { indexes[$0] }
        slots[index] = parent.map { slots[$0] } ?? []
        for attribute in entity.declaredAttributes {
            slots[index].append(
                SlotLayout(name: attribute.name, entity: index, content: .attribute(attribute)))
        }
        for relationship in declared[index].map({ relationships[$0] })
        where home(of: relationship) == .reference {
            slots[index].append(
                SlotLayout(
                    name: relationship.name, entity: index,
                    content: .reference(relationship: relationship.index)))
            guard let inverse = relationship.inverse, relationships[inverse].isOrdered else {
                continue
            }
            slots[index].append(
                SlotLayout(
                    name: relationship.name + "_position", entity: index,
                    content: .position(relationship: relationship.index)))
        }
    }

    private mutating func chooseStorage() {
        let stored = relationships.map { layout in
            let storage: RelationshipLayout.Storage
            switch (home(of: layout), layout.inverse) {
            case (.reference, _):
                let slot = slots[layout.entity].firstIndex {
                    $0.content == .reference(relationship: layout.index)
                }
                storage = slot.map { .reference(slot: $0) } ?? .links
            case (.inverseReference, let inverse?): storage = .inverseReference(of: inverse)
            case (.inverseLinks, let inverse?): storage = .inverseLinks(of: inverse)
            default: storage = .links
            }
            return RelationshipLayout(
                index: layout.index, name: layout.name, entity: layout.entity,
                destination: layout.destination, description: layout.description,
                inverse: layout.inverse, storage: storage)
        }
        relationships = stored
    }
}

extension AttributeDescription {
    /// The default in the storage form of its type.
    ///
    /// The model check has rejected defaults that do not fit.
    fileprivate var normalizedDefault: Value {
        type.normalized(defaultValue).flatMap { try? admitted($0) } ?? .null
    }
}
