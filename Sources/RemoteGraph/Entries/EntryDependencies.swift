import ObjectGraph

/// The order in which edits of different objects are sent.
///
/// A creation comes before the edits of objects that reference the new object, and the deletion of
/// an object before that of the objects it referenced. Edits that wait for each other in a circle
/// are sent in the order in which they were made.
struct EntryDependencies {
    private typealias Step = EntryPlan.Step

    /// The edits, each the first one of its object.
    private let steps: [Step]
    private let graph: DependencyGraph

    /// Finds the dependencies among the first edits of all objects.
    ///
    /// - Complexity: O(*n*) in the number of edits and of the references of their objects.
    init(_ plan: EntryPlan, in context: ManagedObjectContext) throws(StoreError) {
        steps = plan.heads
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
        for (index, step) in steps.enumerated() {
            guard step.entry.kind != .delete else {
                preceding.append(
                    deletionsOfChildren[step.entry.object, default: []].filter { $0 < index })
                continue
            }
            guard !creations.isEmpty, step.entry.isReadable,
                let object = try context.object(with: step.entry.object)
            else {
                preceding.append([])
                continue
            }
            let found = Self.references(object).compactMap { reference -> Int? in
                guard let creation = creations[reference.id], creation != index,
                    reference.isOwn || creation < index
                else { return nil }
                return creation
            }
            preceding.append(Set(found).sorted())
        }
        graph = DependencyGraph(preceding)
    }

    /// The edits that wait for no other one, in order.
    var free: [EntryPlan.Step] { graph.free.map { steps[$0] } }

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
