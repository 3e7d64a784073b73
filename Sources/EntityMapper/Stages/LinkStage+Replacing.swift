import ObjectGraph

/// The objects that relationships with the policy `replace` have lost, by root.
struct ReplacedObjects {
    /// The objects to delete.
    var lost: [Int: Set<Int64>] = [:]
    /// The new objects to delete because a later record of their source has replaced them.
    var superseded: [Int: Set<Int64>] = [:]
    /// The objects that may not be deleted.
    var preserved: [Int: Set<Int64>] = [:]

    var isEmpty: Bool { lost.isEmpty && superseded.isEmpty && preserved.isEmpty }
}

/// The previous destinations of relationships, and their treatment.
extension LinkStage {
    /// A relationship to be assigned, with its previous destinations.
    struct Replacement {
        let object: ObjectIndex
        let relationship: RelationshipLayout
        /// The previous destinations, if the source is an existing object.
        var old: [Int64] = []
        /// The new destinations without identification that records assign.
        var parts: Set<Int64> = []
        /// Indicates whether removed destinations are to be deleted.
        var deletes = false
        /// Indicates whether removed destinations would be deleted if it were allowed.
        var preserves = false
    }

    /// Returns the previous destinations of the relationships to be assigned.
    func replacements(
        of links: [PendingLink], _ graph: RecordGraph
    ) throws -> [Replacement] {
        var indices: [Int: [ObjectIndex: Int]] = [:]
        var replacements: [Replacement] = []
        for link in links {
            let plan = graph.relationship(of: link)
            guard let object = graph.records[link.record].object else { continue }
            let isKnown = graph.objects[object].state == .existing
            guard isKnown || plan.policy == .replace else { continue }
            let layout = plan.layout
            let index = indices[layout.index]?[object] ?? replacements.count
            if index == replacements.count {
                indices[layout.index, default: [:]][object] = index
                var replacement = Replacement(object: object, relationship: layout)
                if isKnown {
                    replacement.old = try context.destinations(
                        of: layout.index, from: graph.objects[object].number)
                }
                replacements.append(replacement)
            }
            if plan.preservesReplaced { replacements[index].preserves = true }
            guard plan.policy == .replace else { continue }
            replacements[index].deletes = true
            replacements[index].parts.formUnion(graph.newParts(of: link))
        }
        return replacements
    }

    /// Returns the lost objects, and marks the objects whose destinations have changed.
    ///
    /// It is called after all assignments, since several records may change a relationship.
    mutating func settle(_ replacements: [Replacement]) throws -> ReplacedObjects {
        var result = ReplacedObjects()
        for replacement in replacements {
            let layout = replacement.relationship
            let source = graph.objects[replacement.object]
            let new = try context.destinations(of: layout.index, from: source.number)
            let root = context.root(of: layout.destination)
            let superseded = replacement.parts.subtracting(new)
            if !superseded.isEmpty { result.superseded[root, default: []].formUnion(superseded) }
            guard source.state == .existing, new != replacement.old else { continue }
            graph.objects[replacement.object].isRelinked = true
            let lost = Set(replacement.old).subtracting(new)
            if replacement.deletes { result.lost[root, default: []].formUnion(lost) }
            if replacement.preserves { result.preserved[root, default: []].formUnion(lost) }
        }
        return result
    }
}

extension RecordGraph {
    /// Returns the new destinations of a pending link that have no identification.
    fileprivate func newParts(of link: PendingLink) -> [Int64] {
        destinations(of: link).compactMap { target in
            guard let object = object(of: records[target]), object.state == .new,
                !object.isIdentified
            else { return nil }
            return object.number
        }
    }
}
