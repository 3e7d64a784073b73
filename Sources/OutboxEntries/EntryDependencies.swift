package import ObjectGraph

/// The order of sending edits.
///
/// Edits of one object are sent in sequence. A creation precedes edits of objects that reference
/// the new object, and the deletion of an object precedes the deletion of objects it referenced. A
/// deletion waits for responses to running creations if its object is newer than theirs: the object
/// may be one of them, received in a list, and the response would restore it. Edits in a cycle are
/// sent in the order of creation.
package struct EntryDependencies {
    package typealias Step = EntryPlan.Step

    private let steps: [Step]
    private let indices: [String: Int]
    private var graph: DependencyGraph

    /// Finds the dependencies among edits.
    ///
    /// - Complexity: O(*n*) in the number of edits and of the references of their objects.
    package init(_ plan: EntryPlan, in context: ManagedObjectContext) throws(StoreError) {
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
        let underWay = CreationsUnderWay(steps)
        var preceding: [[Int]] = []
        var last: [ManagedObjectID: Int] = [:]
        for (index, step) in steps.enumerated() {
            var others = Set(
                [last.updateValue(index, forKey: step.entry.object)].compactMap(\.self))
            if step.entry.kind == .delete {
                others.formUnion(
                    deletionsOfChildren[step.entry.object, default: []].filter { $0 < index })
                others.formUnion(underWay.node(before: step.entry.object).map { [$0] } ?? [])
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
        graph = DependencyGraph(preceding + underWay.preceding)
    }

    /// The edits that wait for no other one, in order.
    package var free: [Step] { graph.free.filter(steps.indices.contains).map { steps[$0] } }

    /// Marks an edit as answered, and returns the edits that were only waiting for it.
    package mutating func complete(_ entry: OutboxEntry) -> [Step] {
        guard let index = indices[entry.id] else { return [] }
        var (nodes, freed) = ([index], [Int]())
        while let node = nodes.popLast() {
            for other in graph.remove(node) {
                // A node without an edit represents several edits.
                if steps.indices.contains(other) {
                    freed.append(other)
                } else {
                    nodes.append(other)
                }
            }
        }
        return freed.sorted().map { steps[$0] }
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
            // The destination has the reference.
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

/// Unanswered creations that the server may have executed, by the numbers of their objects.
///
/// Each creation has an additional node that waits for its edits and all lower-numbered creations,
/// so that depending on many creations takes one edge.
private struct CreationsUnderWay {
    /// The indices of the nodes that come before each node.
    private(set) var preceding: [[Int]] = []
    /// The numbers of objects with their nodes, in order.
    private var nodes: [String: [(number: Int64, node: Int)]] = [:]

    init(_ steps: [EntryPlan.Step]) {
        let creations = steps.indices.filter { steps[$0].entry.isUnderWay }
            .sorted { steps[$0].entry.object.number < steps[$1].entry.object.number }
        for creation in creations {
            let (object, node) = (steps[creation].entry.object, steps.count + preceding.count)
            let last = nodes[object.entityName]?.last?.node
            preceding.append([creation] + (last.map { [$0] } ?? []))
            nodes[object.entityName, default: []].append((object.number, node))
        }
    }

    /// Returns the node that waits for all creations of objects older than an object, or `nil`.
    func node(before object: ManagedObjectID) -> Int? {
        guard let nodes = nodes[object.entityName] else { return nil }
        var (low, high) = (0, nodes.count)
        while low < high {
            let middle = (low + high) / 2
            if nodes[middle].number < object.number { low = middle + 1 } else { high = middle }
        }
        return low == 0 ? nil : nodes[low - 1].node
    }
}

extension OutboxEntry {
    /// Whether the request of a creation may have been processed, and is sent again without a
    /// decision.
    fileprivate var isUnderWay: Bool {
        guard isReadable, kind == .create, request != nil else { return false }
        return switch state {
        case .pending, .sending, .waiting: true
        case .failed, .conflict, .unconfirmed: false
        }
    }
}
