import ObjectGraph

/// The order in which edits are sent.
///
/// Edits of one object are sent one after the other.
/// A creation comes before the edits of objects that reference the new object, and the deletion of
/// an object before that of the objects it referenced. Edits that wait for each other in a circle
/// are sent in the order in which they were made.
struct EntryDependencies {
    typealias Step = EntryPlan.Step

    private let steps: [Step]
    private let indices: [String: Int]
    private var graph: DependencyGraph

    /// Finds the dependencies among edits.
    ///
    /// - Complexity: O(*n*) in the number of edits and of the references of their objects.
    init(_ plan: EntryPlan, in context: ManagedObjectContext) throws(StoreError) {
        steps = plan.all
        indices = Dictionary(
            zip(steps.map(\.entry.id), steps.indices), uniquingKeysWith: { first, _ in first })
        try Self.load(steps, in: context)
        var creations: [ManagedObjectID: Int] = [:]
        var deletionsOfChildren: [ManagedObjectID: [Int]] = [:]
        // An entry that cannot be read stops no other one.
        for (index, step) in steps.enumerated() where step.entry.isReadable {
            if step.entry.kind == .create, !step.isVoid { creations[step.entry.object] = index }
            guard step.entry.kind == .delete else { continue }
            for parent in step.entry.parents {
                deletionsOfChildren[parent, default: []].append(index)
            }
        }
        var preceding: [[Int]] = []
        var last: [ManagedObjectID: Int] = [:]
        for (index, step) in steps.enumerated() {
            var others = Set(
                [last.updateValue(index, forKey: step.entry.object)].compactMap(\.self))
            if step.entry.kind == .delete {
                others.formUnion(
                    deletionsOfChildren[step.entry.object, default: []].filter { $0 < index })
            } else if !creations.isEmpty, step.entry.isReadable,
                let object = try context.object(with: step.entry.object)
            {
                for reference in Self.references(object) {
                    guard let creation = creations[reference.id], creation != index,
                        reference.isOwn || creation < index
                    else { continue }
                    others.insert(creation)
                }
            }
            preceding.append(others.sorted())
        }
        graph = DependencyGraph(preceding)
    }

    /// The edits that wait for no other one, in order.
    var free: [Step] { graph.free.map { steps[$0] } }

    /// Notes that an edit has been answered, and returns those that have waited for it alone.
    mutating func complete(_ entry: OutboxEntry) -> [Step] {
        indices[entry.id].map { graph.remove($0).map { steps[$0] } } ?? []
    }

    /// Reads the objects of edits, with one request for each tree.
    private static func load(
        _ steps: [Step], in context: ManagedObjectContext
    ) throws(StoreError) {
        for (name, steps) in Dictionary(grouping: steps, by: \.entry.object.entityName) {
            guard let root = context.model.index(ofEntity: name) else { continue }
            try context.load(root: root, Set(steps.map(\.entry.object.number)).sorted())
        }
    }

    /// Returns the objects that an object references; the references in its own row are necessary
    /// for its representation.
    private static func references(
        _ object: ManagedObject
    ) -> [(id: ManagedObjectID, isOwn: Bool)] {
        object.layout.relationships.flatMap { index -> [(id: ManagedObjectID, isOwn: Bool)] in
            let relationship = object.context.model.relationships[index]
            switch relationship.storage {
            case .reference:
                return object[toOne: relationship.name].map { [($0.objectID, true)] } ?? []
            // The object at the other end has the reference.
            case .inverseReference: return []
            case .links, .inverseLinks:
                let targets =
                    relationship.isToMany
                    ? object[toMany: relationship.name]
                    : [object[toOne: relationship.name]].compactMap(\.self)
                return targets.map { ($0.objectID, false) }
            }
        }
    }
}
