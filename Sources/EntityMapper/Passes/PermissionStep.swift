import ObjectGraph

/// The step that skips records whose change is not allowed.
///
/// The state before the load determines the kind of a change, so the order of the payload does not
/// matter: a record of an existing object is an update, any other record an insertion.
struct PermissionStep {
    /// Skips such records and the records nested in them.
    func run(_ session: inout MappingSession) {
        guard session.plan.restrictsOperations else { return }
        var (allowed, disallowed): (Set<Int32>, Set<Int32>) = ([], [])
        for index in session.records.indices {
            let record = session.records[index]
            let isInside = record.parent >= 0 && session.records[Int(record.parent)].isDisallowed
            guard record.object >= 0 else {
                session.records[index].isDisallowed = isInside
                continue
            }
            let state = session.objects[Int(record.object)].state
            guard state == .unknown || state == .existing else { continue }
            let wanted: AllowedOperations = state == .unknown ? .insert : .update
            if !isInside, session.allowedOperations(of: record).contains(wanted) {
                allowed.insert(record.object)
            } else {
                session.disallow(index, isNew: state == .unknown)
                disallowed.insert(record.object)
            }
        }
        // An object that no record may insert fails, and one that no record may update stays
        // unmodified.
        for object in disallowed.subtracting(allowed) {
            let isNew = session.objects[Int(object)].state == .unknown
            session.objects[Int(object)].state = isNew ? .failed : .unmodified
        }
    }
}

extension MappingSession {
    /// Returns the changes that a record may make, according to its relationship or else its
    /// mapping.
    func allowedOperations(of record: Record) -> AllowedOperations {
        let own = plan(of: record).allowedOperations
        guard record.parent >= 0 else { return own }
        let around = plan(of: records[Int(record.parent)])
        return around.relationships[Int(record.role)].allowedOperations ?? own
    }

    /// Skips a record; relationships still reference its object if that exists.
    mutating func disallow(_ index: Int, isNew: Bool) {
        records[index].isDisallowed = true
        if isNew {
            records[index].hasFailed = true
            records[index].isDeclined = true
        } else {
            records[index].isUnmodified = true
        }
    }
}
