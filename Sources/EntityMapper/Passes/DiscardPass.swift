import ObjectGraph

/// Leaves out new objects that are not complete, now that everything is mapped and connected, if
/// their mappings say so.
struct DiscardPass {
    /// Deletes such objects; those that lack one of them in turn go in the next round.
    ///
    /// - Throws: ``MappingError`` if the store fails, or a failure policy says so.
    func run(_ session: inout MappingSession) throws(MappingError) {
        guard session.plan.entities.contains(where: \.discardsInvalidObjects) else { return }
        let context = session.context
        let candidates = session.discardableObjects()
        while !candidates.isEmpty {
            let problems = try MappingError.wrapping { () throws(StoreError) in
                try context.validationProblems()
            }
            var doomed: [Int: [Int64]] = [:]
            for problem in problems where problem.code != .deletionDenied {
                let identifier = problem.objectID
                guard let object = candidates[identifier],
                    let root = context.model.index(ofEntity: identifier.entityName)
                else { continue }
                if doomed[root]?.contains(identifier.number) != true {
                    doomed[root, default: []].append(identifier.number)
                }
                try session.reportDiscarded(object, problem)
            }
            guard !doomed.isEmpty else { return }
            for (root, numbers) in doomed.sorted(by: { $0.key < $1.key }) {
                try MappingError.wrapping { () throws(StoreError) in
                    try context.delete(root: root, numbers)
                }
            }
        }
    }
}

extension MappingSession {
    /// The new objects that may be left out.
    fileprivate func discardableObjects() -> [ManagedObjectID: Int] {
        var result: [ManagedObjectID: Int] = [:]
        for (index, object) in objects.enumerated() where object.state == .new {
            let plan = plan.entities[Int(object.plan)]
            guard plan.discardsInvalidObjects else { continue }
            result[context.objectID(root: plan.layout.root, object.number)] = index
        }
        return result
    }

    /// Notes what a new object lacks; its records count as failed.
    fileprivate mutating func reportDiscarded(
        _ object: Int, _ problem: ValidationError.Problem
    ) throws(MappingError) {
        for index in records.indices where Int(records[index].object) == object {
            records[index].hasFailed = true
        }
        let record = Int(objects[object].record)
        let layout = plan.entities[Int(objects[object].plan)].layout
        let relationship = context.model.relationship(named: problem.property, of: layout.index)
        let expected = relationship.map {
            "an object of \(context.model.entities[$0.destination].name)"
        }
        try report(
            .discarded, at: Int(records[record].place), plan: Int(records[record].plan),
            record: record, attribute: problem.property, expected: expected ?? "a value",
            found: "none; the object is left out")
    }
}
