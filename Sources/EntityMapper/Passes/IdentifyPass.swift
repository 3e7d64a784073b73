import ObjectGraph
import Payload

/// The pass that identifies the objects of the payload and reserves numbers for new ones.
///
/// It makes one request for each identity space, or fewer if the look-up strategy needs none.
struct IdentifyPass {
    /// Identifies all objects.
    ///
    /// - Returns: Overrides for representations whose existing objects require other mappings. If
    ///   there are any, nothing has been changed, and the collection must start over.
    /// - Throws: ``MappingError`` if the store fails, or if the failure policy requires it.
    func run(
        _ session: inout MappingSession
    ) throws(MappingError) -> [MappingOverride.Key: MappingOverride] {
        var claims = session.joinTargets()
        var lookups: [Lookup] = []
        for space in session.spaces.indices where !session.spaces[space].isEmpty {
            lookups.append(try lookUp(space, session))
        }
        let overrides = overrides(lookups, session)
        guard overrides.isEmpty else { return overrides }
        try resolveConflicts(&lookups, &session)
        for lookup in lookups { try settle(lookup, &claims, &session) }
        var adoption = AdoptionStep(claims)
        try adoption.run(&session)
        // If objects were deleted for replacements, the results would have to be determined again.
        if adoption.hasTaken, session.replacedRows.isEmpty {
            let reused = self.overrides([], session)
            guard reused.isEmpty else { return reused }
        }
        PermissionStep().run(&session)
        try session.refuseAbstractObjects()
        try number(&session)
        return [:]
    }

    /// The existing rows for the keys of an identity space.
    struct Lookup {
        let root: Int
        /// The candidate rows of objects.
        var candidates = FoundRows()
        /// The positions of rows of a different entity that have the key of an object.
        var conflicts: [Int32: Int] = [:]
    }

    /// Looks up the rows of an identity space.
    private func lookUp(
        _ space: Int, _ session: MappingSession
    ) throws(MappingError) -> Lookup {
        let table = session.spaces[space]
        let root = table.plan.root
        let context = session.context
        let strategy = session.options.identityLookup
        let positions = try MappingError.wrapping { () throws(StoreError) in
            try strategy.positions(table, in: context)
        }
        let entries = context.state.tables[root].entries
        let plans = session.plan.entities
        let hasConditions = plans.contains { $0.identification?.isSelective == true }
        var lookup = Lookup(root: root)
        lookup.candidates.reserve(positions.count)
        for position in positions {
            guard let object = table.object(of: entries[position].row),
                session.objects[Int(object)].state == .unknown
            else { continue }
            let layout = plans[Int(session.objects[Int(object)].plan)].layout
            guard layout.includes(entries[position].entity) else {
                lookup.conflicts[object] = position
                continue
            }
            if hasConditions,
                try !accepts(entries[position].stored, for: Int(object), session)
            {
                continue
            }
            lookup.candidates.add(position, for: object)
        }
        return lookup
    }

    /// Assigns rows to the objects of an identity space; `claims` contains the claims so far.
    private func settle(
        _ lookup: Lookup, _ claims: inout RowClaims, _ session: inout MappingSession
    ) throws(MappingError) {
        var merged: [Int32: Int32] = [:]
        try lookup.candidates.forEachObject { (object, positions) throws(MappingError) in
            try choose(positions, for: Int(object), root: lookup.root, &session)
            let number = session.objects[Int(object)].number
            // Two mappings may identify the same object by different attributes.
            let owner = claims.owner(of: number, root: lookup.root, orElse: object)
            if owner != object { merged[object] = owner }
        }
        session.merge(merged)
    }

    /// Tests whether a row meets the identification predicates of the object's first record.
    private func accepts(
        _ row: StoredRow, for object: Int, _ session: MappingSession
    ) throws(MappingError) -> Bool {
        let record = session.records[Int(session.objects[object].record)]
        let plan = session.plan(of: record)
        guard let identification = plan.identification else { return true }
        let context = session.context
        let built = try builtPredicate(identification, of: Int(record.place), plan, session)
        return try MappingError.wrapping { () throws(StoreError) in
            for predicate in [identification.predicate, built].compactMap({ $0 }) {
                guard try predicate.matches(row, in: context) else { return false }
            }
            return true
        }
    }

    /// Returns the predicate that the mapping's builder creates for a representation.
    private func builtPredicate(
        _ identification: IdentificationPlan, of place: Int, _ plan: EntityPlan,
        _ session: MappingSession
    ) throws(MappingError) -> PredicateEvaluator? {
        guard let builder = identification.builder,
            let predicate = builder.build(PayloadValue(session.document, at: place))
        else { return nil }
        let model = session.context.model
        do throws(StoreError) {
            let resolver = PredicateResolver(model: model, entity: plan.layout.index)
            return PredicateEvaluator(try resolver.resolve(predicate), model: model)
        } catch {
            throw MappingError(
                .invalidPredicate,
                "the predicate that '\(builder.name)' made for \(plan.layout.name) does not fit the "
                    + "model: \(error.message)", cause: error)
        }
    }

    /// Chooses the oldest of several candidates, and reports the others.
    private func choose(
        _ positions: [Int], for object: Int, root: Int, _ session: inout MappingSession
    ) throws(MappingError) {
        let entries = session.context.state.tables[root].entries
        guard let oldest = positions.min(by: { entries[$0].number < entries[$1].number })
        else { return }
        session.objects[object].state = .existing
        session.objects[object].number = entries[oldest].number
        session.objects[object].position = oldest
        guard positions.count > 1 else { return }
        try session.noteDuplicateMatches(
            positions.map { entries[$0].number }, of: Int(session.objects[object].record))
    }

    /// Reserves the numbers of new objects for each inheritance tree at once, in payload order.
    private func number(_ session: inout MappingSession) throws(MappingError) {
        let entities = session.plan.entities
        var counts = Array(repeating: 0, count: session.context.model.entities.count)
        for object in session.objects where object.state == .unknown {
            counts[entities[Int(object.plan)].layout.root] += 1
        }
        var next = Array(repeating: Int64(0), count: counts.count)
        let backend = session.context.backend
        for (root, count) in counts.enumerated() where count > 0 {
            next[root] = try MappingError.wrapping { () throws(StoreError) in
                try backend.reserveNumbers(count, root: root).lowerBound
            }
        }
        for index in session.objects.indices where session.objects[index].state == .unknown {
            let root = entities[Int(session.objects[index].plan)].layout.root
            session.objects[index].number = next[root]
            session.objects[index].state = .new
            next[root] += 1
        }
    }
}

extension MappingSession {
    /// Reports that several objects have the identification of a record.
    mutating func noteDuplicateMatches(_ numbers: [Int64], of record: Int) throws(MappingError) {
        guard !numbers.isEmpty else { return }
        let root = plan(of: records[record]).layout.root
        duplicateMatches += numbers.map { RowID(root: root, number: $0) }
        let names = numbers.sorted().map(String.init).joined(separator: ", ")
        try report(
            .ambiguousIdentity, at: Int(records[record].place), plan: Int(records[record].plan),
            record: record, expected: "one object",
            found: "\(numbers.count), with the numbers \(names); the first is used",
            isNotice: true)
    }

    /// Returns the claims of objects that were known before the look-up, after merging objects that
    /// claim the same row.
    fileprivate mutating func joinTargets() -> RowClaims {
        var claims = RowClaims(context.model)
        var merged: [Int32: Int32] = [:]
        guard target != nil || !overrides.isEmpty else { return claims }
        for index in objects.indices where objects[index].state == .existing {
            let root = plan.entities[Int(objects[index].plan)].layout.root
            let owner = claims.owner(
                of: objects[index].number, root: root, orElse: Int32(index))
            if owner != Int32(index) { merged[Int32(index)] = owner }
        }
        merge(merged)
        return claims
    }
}
