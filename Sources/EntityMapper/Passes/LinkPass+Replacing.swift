import ObjectGraph

/// The previous destinations of relationships, and their treatment.
extension LinkPass {
    /// A relationship to be assigned, with its previous destinations.
    struct Replacement {
        let object: Int
        let relationship: Int
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
        of links: [PendingLink], _ session: MappingSession
    ) throws(MappingError) -> [Replacement] {
        let context = session.context
        var places: [Int: [Int: Int]] = [:]
        var replacements: [Replacement] = []
        for link in links {
            let plan = session.relationship(of: link)
            let object = Int(session.records[Int(link.record)].object)
            let isKnown = session.objects[object].state == .existing
            guard isKnown || plan.policy == .replace else { continue }
            let place = places[plan.layout.index]?[object] ?? replacements.count
            if place == replacements.count {
                places[plan.layout.index, default: [:]][object] = place
                var replacement = Replacement(object: object, relationship: plan.layout.index)
                let number = session.objects[object].number
                if isKnown {
                    replacement.old = try MappingError.wrapping { () throws(StoreError) in
                        try context.destinations(of: plan.layout.index, from: number)
                    }
                }
                replacements.append(replacement)
            }
            if plan.preservesReplaced { replacements[place].preserves = true }
            guard plan.policy == .replace else { continue }
            replacements[place].deletes = true
            replacements[place].parts.formUnion(session.newParts(of: link))
        }
        return replacements
    }

    /// Records the changes after all assignments, since several records may change a relationship.
    func note(
        _ replacements: [Replacement], _ session: inout MappingSession
    ) throws(MappingError) {
        let context = session.context
        for replacement in replacements {
            let layout = context.model.relationships[replacement.relationship]
            let number = session.objects[replacement.object].number
            let new = try MappingError.wrapping { () throws(StoreError) in
                try context.destinations(of: layout.index, from: number)
            }
            let root = context.root(of: layout.destination)
            let superseded = replacement.parts.subtracting(new)
            if !superseded.isEmpty { session.superseded[root, default: []].formUnion(superseded) }
            guard session.objects[replacement.object].state == .existing, new != replacement.old
            else { continue }
            session.objects[replacement.object].isRelinked = true
            let lost = Set(replacement.old).subtracting(new)
            if replacement.deletes { session.replaced[root, default: []].formUnion(lost) }
            if replacement.preserves {
                session.preservedReplaced[root, default: []].formUnion(lost)
            }
        }
    }
}

extension MappingSession {
    /// Returns the new destinations of a pending link that have no identification.
    fileprivate func newParts(of link: PendingLink) -> [Int64] {
        link.targets.compactMap { target in
            let object = Int(records[Int(targets[target])].object)
            guard object >= 0, objects[object].state == .new, !objects[object].isIdentified else {
                return nil
            }
            return objects[object].number
        }
    }
}
