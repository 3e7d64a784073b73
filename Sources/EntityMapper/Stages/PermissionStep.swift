import ObjectGraph

/// The step that skips records whose change is not allowed.
///
/// The state before the load determines the kind of a change, so the order of the payload does not
/// matter: a record of an existing object is an update, any other record an insertion.
struct PermissionStep {
    /// Skips such records and the records nested in them.
    func run(_ graph: inout RecordGraph) {
        guard graph.plan.restrictsOperations else { return }
        var (allowed, disallowed): (Set<ObjectIndex>, Set<ObjectIndex>) = ([], [])
        for index in graph.records.indices {
            let record = graph.records[index]
            let isInside = record.parent.map { graph.records[$0].isDisallowed } ?? false
            guard let object = record.object else {
                graph.records[index].isDisallowed = isInside
                continue
            }
            let state = graph.objects[object].state
            guard state == .unknown || state == .existing else { continue }
            let wanted: AllowedOperations = state == .unknown ? .insert : .update
            if !isInside, graph.operations(of: record).contains(wanted) {
                allowed.insert(object)
            } else {
                graph.disallow(index, isNew: state == .unknown)
                disallowed.insert(object)
            }
        }
        // An object fails if no record may insert it, and stays unmodified if no record may update
        // it.
        for object in disallowed.subtracting(allowed) {
            let isNew = graph.objects[object].state == .unknown
            graph.objects[object].state = isNew ? .failed : .unmodified
        }
    }
}

extension RecordGraph {
    /// Returns the changes that a record may make.
    ///
    /// They are determined by its relationship, or else by its mapping.
    func operations(of record: Record) -> AllowedOperations {
        let own = plan(of: record).operations
        guard let parent = record.parent else { return own }
        return plan(of: parent).relationships[record.role.position].operations ?? own
    }

    /// Skips a record; relationships still reference its object if that exists.
    mutating func disallow(_ index: RecordIndex, isNew: Bool) {
        records[index].isDisallowed = true
        if isNew {
            records[index].hasFailed = true
            records[index].isDeclined = true
        } else {
            records[index].isUnmodified = true
        }
    }
}
