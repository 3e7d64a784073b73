import Mercator

/// An object graph in its simplest correct form: each relationship is a list at each end, and both
/// lists are changed together.
struct NaiveGraph: Sendable, Equatable {
    struct End: Sendable, Hashable {
        var object: ManagedObjectID
        var relationship: String
    }

    /// The existing objects and their entities.
    private(set) var entities: [ManagedObjectID: String] = [:]
    var ranks: [ManagedObjectID: Int64] = [:]
    private var lists: [End: [ManagedObjectID]] = [:]

    var objects: [ManagedObjectID] { entities.keys.sorted() }

    mutating func insert(_ object: ManagedObjectID, _ entity: String) {
        entities[object] = entity
    }

    func entity(of object: ManagedObjectID, in model: ManagedObjectModel) -> EntityDescription? {
        entities[object].flatMap { model[$0] }
    }

    /// Returns the destinations of a relationship, in its order or in order of insertion.
    func destinations(
        _ relationship: RelationshipDescription, of object: ManagedObjectID
    ) -> [ManagedObjectID] {
        let list = lists[End(object: object, relationship: relationship.name)] ?? []
        return relationship.isOrdered ? list : list.sorted()
    }

    mutating func set(
        _ relationship: RelationshipDescription, of object: ManagedObjectID,
        to wanted: [ManagedObjectID], in model: ManagedObjectModel
    ) {
        let end = End(object: object, relationship: relationship.name)
        for old in lists[end] ?? [] where !wanted.contains(old) {
            unlink(relationship, object, old, model)
        }
        for new in wanted where lists[end]?.contains(new) != true {
            link(relationship, object, new, model)
        }
        lists[end] = wanted
    }

    private func inverse(
        of relationship: RelationshipDescription, in model: ManagedObjectModel
    ) -> RelationshipDescription? {
        relationship.inverse.flatMap {
            model[relationship.destination]?.relationship(named: $0)
        }
    }

    private mutating func link(
        _ relationship: RelationshipDescription, _ source: ManagedObjectID,
        _ destination: ManagedObjectID, _ model: ManagedObjectModel
    ) {
        let end = End(object: source, relationship: relationship.name)
        if !relationship.isToMany {
            for old in lists[end] ?? [] { unlink(relationship, source, old, model) }
        }
        guard let inverse = inverse(of: relationship, in: model) else {
            lists[end, default: []].append(destination)
            return
        }
        let back = End(object: destination, relationship: inverse.name)
        if !inverse.isToMany {
            for old in lists[back] ?? [] { unlink(relationship, old, destination, model) }
        }
        lists[end, default: []].append(destination)
        if back != end { lists[back, default: []].append(source) }
    }

    private mutating func unlink(
        _ relationship: RelationshipDescription, _ source: ManagedObjectID,
        _ destination: ManagedObjectID, _ model: ManagedObjectModel
    ) {
        lists[End(object: source, relationship: relationship.name)]?.removeAll { $0 == destination }
        guard let inverse = inverse(of: relationship, in: model) else { return }
        lists[End(object: destination, relationship: inverse.name)]?.removeAll { $0 == source }
    }

    /// Deletes an object and all objects that its deletion cascades to, and removes them from all
    /// other relationships.
    mutating func delete(_ object: ManagedObjectID, in model: ManagedObjectModel) {
        var doomed: Set<ManagedObjectID> = []
        var waiting = [object]
        while let next = waiting.popLast() {
            guard doomed.insert(next).inserted else { continue }
            for relationship in entity(of: next, in: model)?.relationships ?? []
            where relationship.deleteRule == .cascade {
                waiting += destinations(relationship, of: next)
            }
        }
        for object in doomed {
            entities[object] = nil
            ranks[object] = nil
        }
        lists = lists.filter { !doomed.contains($0.key.object) }
            .mapValues { $0.filter { !doomed.contains($0) } }
    }

    /// Tests whether two graphs have the same objects and relationships.
    static func == (left: NaiveGraph, right: NaiveGraph) -> Bool {
        left.entities == right.entities && left.ranks == right.ranks
            && left.lists.filter { !$0.value.isEmpty } == right.lists.filter { !$0.value.isEmpty }
    }
}
