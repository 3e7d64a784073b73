import ObjectGraph

/// The pass that deletes objects that a `replace` relationship has lost, and objects that meet a
/// deletion predicate.
struct PrunePass {
    /// Deletes the objects, with one request for each predicate.
    ///
    /// - Throws: ``MappingError`` if the store fails.
    func run(_ session: inout MappingSession) throws(MappingError) {
        guard
            !session.replaced.isEmpty || !session.superseded.isEmpty
                || !session.preservedReplaced.isEmpty
                || session.plan.entities.contains(where: { $0.deletionPredicate != nil })
        else { return }
        let context = session.context
        var doomed = session.replaced
        var preserved = session.preservedReplaced
        for (root, numbers) in mappedNumbers(session) {
            doomed[root]?.subtract(numbers)
            preserved[root]?.subtract(numbers)
        }
        // Objects without identification occur nowhere else in the payload.
        doomed.merge(session.superseded) { $0.union($1) }
        for plan in session.plan.entities {
            guard let predicate = plan.deletionPredicate else { continue }
            let request = RowRequest(entity: plan.layout.index, predicate: predicate)
            let numbers = try MappingError.wrapping { () throws(StoreError) in
                try context.numbers(matching: request)
            }
            if plan.allowedOperations.contains(.delete) {
                doomed[plan.layout.root, default: []].formUnion(numbers)
            } else {
                preserved[plan.layout.root, default: []].formUnion(numbers)
            }
        }
        for (root, numbers) in preserved {
            try session.notePreserved(numbers.subtracting(doomed[root] ?? []), root: root)
        }
        for (root, numbers) in doomed.sorted(by: { $0.key < $1.key }) where !numbers.isEmpty {
            session.hasPruned = true
            session.notify(
                .deleted, entity: context.model.layouts[root].name, count: numbers.count)
            try MappingError.wrapping { () throws(StoreError) -> Void in
                try context.delete(root: root, numbers.sorted())
            }
        }
    }

    /// Returns the objects of the payload, which are preserved even if they were moved.
    private func mappedNumbers(_ session: MappingSession) -> [Int: Set<Int64>] {
        var numbers: [Int: Set<Int64>] = [:]
        for object in session.objects where object.isUsable {
            let root = session.plan.entities[Int(object.plan)].layout.root
            numbers[root, default: []].insert(object.number)
        }
        return numbers
    }
}

extension MappingSession {
    /// Records objects that are preserved because their deletion is not allowed.
    ///
    /// - Throws: ``MappingError`` if the store fails.
    mutating func notePreserved(_ numbers: Set<Int64>, root: Int) throws(MappingError) {
        guard !numbers.isEmpty else { return }
        let context = context
        try MappingError.wrapping { () throws(StoreError) in
            try context.load(root: root, numbers.sorted())
        }
        let table = context.state.tables[root]
        for number in numbers {
            guard let position = table.position(of: number), table.isAlive(at: position) else {
                continue
            }
            let place = RowID(root: root, number: number)
            preservedDeletions[place] = table.entries[position].entity
        }
    }
}
