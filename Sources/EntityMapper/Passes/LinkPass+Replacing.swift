import ObjectGraph

/// What relationships led to before, and do not lead to any more.
extension LinkPass {
    /// A relationship that is about to be set, and what it leads to before that.
    struct Replacement {
        let object: Int
        let relationship: Int
        /// What a known object leads to by it.
        var old: [Int64] = []
        /// The new objects that nothing identifies among those that records put into it.
        var parts: Set<Int64> = []
        /// Whether what falls out is deleted.
        var deletes = false
        /// Whether it would be, and that is not allowed.
        var spares = false
    }

    /// What relationships lead to before anything is set.
    func replacements(
        of assignments: [Assignment], _ session: MappingSession
    ) throws(MappingError) -> [Replacement] {
        let context = session.context
        var places: [Int: [Int: Int]] = [:]
        var replacements: [Replacement] = []
        for assignment in assignments {
            let plan = session.relationship(of: assignment)
            let object = Int(session.records[Int(assignment.record)].object)
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
            if plan.sparesReplaced { replacements[place].spares = true }
            guard plan.policy == .replace else { continue }
            replacements[place].deletes = true
            replacements[place].parts.formUnion(session.newParts(of: assignment))
        }
        return replacements
    }

    /// Notes what has changed in the end: another record may have changed a relationship back.
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
            if replacement.spares { session.sparedReplaced[root, default: []].formUnion(lost) }
        }
    }
}

extension MappingSession {
    /// The new objects of an assignment that are parts of its source: nothing identifies them.
    fileprivate func newParts(of assignment: Assignment) -> [Int64] {
        assignment.targets.compactMap { target in
            let object = Int(records[Int(targets[target])].object)
            guard object >= 0, objects[object].state == .new, !objects[object].isIdentified else {
                return nil
            }
            return objects[object].number
        }
    }
}
