import ObjectGraph

/// Takes records out that may not do what they ask for: insert an object, or update one.
///
/// What was there before the load decides, so the order of the payload does not matter: a record about
/// an object that was found asks for an update, any other for an insertion.
struct PermissionStep {
    /// Takes them out, and what is nested in them.
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
        // Nothing comes of what no record may insert; what no record may update stays as it is.
        for object in disallowed.subtracting(allowed) {
            let isNew = session.objects[Int(object)].state == .unknown
            session.objects[Int(object)].state = isNew ? .failed : .unmodified
        }
    }
}

extension MappingSession {
    /// The changes that a record may make: the relationship that leads to it says so, or its mapping.
    func allowedOperations(of record: Record) -> AllowedOperations {
        let own = plan(of: record).allowedOperations
        guard record.parent >= 0 else { return own }
        let around = plan(of: records[Int(record.parent)])
        return around.relationships[Int(record.role)].allowedOperations ?? own
    }

    /// Takes a record out; relationships lead to its object if that is there.
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
