import MercatorPayload
import ObjectGraph

/// The stage that finds the existing objects of the payload and reserves numbers for new objects.
///
/// It makes one request for each identity space, or fewer if the look-up strategy needs none.
struct IdentifyStage {
    let input: MappingInput
    let decisions: MappingDecisions
    var graph: RecordGraph
    var log: MappingLog
    var result = Identification()

    /// The result of the stage, in addition to the resolved objects of the graph.
    struct Identification {
        /// The rows with the same identification as an older object of a record.
        var duplicates: Set<RowID> = []
        /// The rows of a different entity that new objects replace.
        var replacedRows: [ObjectIndex: RowID] = [:]
    }

    init(
        _ input: MappingInput, _ decisions: MappingDecisions, _ graph: consuming RecordGraph,
        _ log: consuming MappingLog
    ) {
        self.input = input
        self.decisions = decisions
        self.graph = graph
        self.log = log
    }

    /// Identifies all objects of the graph.
    ///
    /// - Returns: The overrides if existing objects require other mappings, so that the collection
    ///   must start over; nothing has been changed then. Otherwise `nil`.
    /// - Throws: `StoreError` if the store fails, ``MappingError`` if the failure policy requires
    ///   it.
    mutating func run() throws -> MappingDecisions.Overrides? {
        var claims = try joinKnownObjects()
        var lookups: [Lookup] = []
        for space in graph.objects.spaces where !space.isEmpty {
            lookups.append(try lookUp(space))
        }
        if let overrides = overrides(lookups) { return overrides }
        try resolveConflicts(&lookups)
        for lookup in lookups { try settle(lookup, &claims) }
        var adoption = AdoptionStep(input.context, claims)
        try adoption.run(&graph)
        // If objects were deleted for replacements, the results would have to be determined again.
        if adoption.hasTaken, result.replacedRows.isEmpty, let overrides = overrides([]) {
            return overrides
        }
        PermissionStep().run(&graph)
        try refuseAbstractObjects()
        try reserveNumbers()
        return nil
    }

    /// Returns the results.
    consuming func finish() -> (Identification, RecordGraph, MappingLog) { (result, graph, log) }

    /// The existing rows for the keys of an identity space.
    struct Lookup {
        let root: Int
        /// The candidate rows of objects.
        var candidates = FoundRows()
        /// The positions of rows of a different entity that have the key of an object.
        var conflicts: [ObjectIndex: Int] = [:]
    }

    /// Looks up the rows of an identity space.
    private func lookUp(_ space: IdentityTable) throws -> Lookup {
        let root = space.plan.root
        let context = input.context
        let positions = try input.options.identityLookup.positions(space, in: context)
        let entries = context.state.tables[root].entries
        let hasConditions = input.plan.entities.contains {
            $0.identification?.isSelective == true
        }
        var lookup = Lookup(root: root)
        lookup.candidates.reserve(positions.count)
        for position in positions {
            guard let object = space.object(of: entries[position].row),
                graph.objects[object].state == .unknown
            else { continue }
            let layout = graph.plan(of: graph.objects[object]).layout
            guard layout.includes(entries[position].entity) else {
                lookup.conflicts[object] = position
                continue
            }
            if hasConditions, try !accepts(entries[position].stored, for: object) {
                continue
            }
            lookup.candidates.add(position, for: object)
        }
        return lookup
    }

    /// Assigns rows to the objects of an identity space; `claims` contains the claims so far.
    private mutating func settle(
        _ lookup: Lookup, _ claims: inout RowClaims
    ) throws {
        var merged: [ObjectIndex: ObjectIndex] = [:]
        try lookup.candidates.forEachObject { object, positions in
            let row = try choose(positions, for: object, root: lookup.root)
            // Two mappings may identify the same object by different attributes.
            let owner = claims.owner(of: row, orElse: object)
            if owner != object { merged[object] = owner }
        }
        graph.merge(merged)
    }

    /// Tests whether a row meets the identification predicates of the object's first record.
    private func accepts(
        _ row: StoredRow, for object: ObjectIndex
    ) throws -> Bool {
        let record = graph.records[graph.objects[object].record]
        let plan = graph.plan(of: record)
        guard let identification = plan.identification else { return true }
        let representation = PayloadValue(
            graph.document, at: record.representation.position)
        let built = try builtPredicate(identification, for: representation, plan)
        for predicate in [identification.predicate, built].compactMap({ $0 }) {
            guard try predicate.matches(row, in: input.context) else { return false }
        }
        return true
    }

    /// Returns the predicate that the mapping's builder creates for a representation.
    private func builtPredicate(
        _ identification: IdentificationPlan, for representation: PayloadValue, _ plan: EntityPlan
    ) throws(MappingError) -> PredicateEvaluator? {
        guard let builder = identification.builder,
            let predicate = builder.build(representation)
        else { return nil }
        let model = input.context.model
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
    private mutating func choose(
        _ positions: [Int], for object: ObjectIndex, root: Int
    ) throws -> RowID {
        let entries = input.context.state.tables[root].entries
        let oldest = positions.dropFirst().reduce(positions[0]) {
            entries[$1].number < entries[$0].number ? $1 : $0
        }
        graph.objects[object].take(entries[oldest].number, at: RowPosition(oldest))
        if positions.count > 1 {
            let numbers = positions.map { entries[$0].number }
            try reportDuplicates(numbers, root: root, of: object)
        }
        return RowID(root: root, number: entries[oldest].number)
    }

    /// Reserves the numbers of new objects for each inheritance tree at once, in payload order.
    private mutating func reserveNumbers() throws {
        let roots = input.plan.entities.map(\.layout.root)
        var counts = Array(repeating: 0, count: input.context.model.entities.count)
        for object in graph.objects.objects.elements where object.state == .unknown {
            counts[roots[object.plan]] += 1
        }
        var next = Array(repeating: Int64.zero, count: counts.count)
        for (root, count) in counts.enumerated() where count > 0 {
            next[root] = try input.context.reserveNumbers(count, root: root).lowerBound
        }
        for object in graph.objects.indices where graph.objects[object].state == .unknown {
            let root = roots[graph.objects[object].plan]
            graph.objects[object].take(next[root], at: nil, as: .new)
            next[root] += 1
        }
    }

    /// Returns the claims of existing objects, after merging objects that claim the same row.
    ///
    /// These objects were identified before the look-up.
    private mutating func joinKnownObjects() throws -> RowClaims {
        var claims = RowClaims(input.context.model)
        guard input.target != nil || !decisions.overrides.isEmpty else { return claims }
        var merged: [ObjectIndex: ObjectIndex] = [:]
        for object in graph.objects.indices where graph.objects[object].state == .existing {
            let row = graph.rowID(of: graph.objects[object])
            let owner = claims.owner(of: row, orElse: object)
            guard owner == object else {
                merged[object] = owner
                continue
            }
            guard let numbers = decisions.duplicates[row] else { continue }
            try reportDuplicates(numbers, root: row.root, of: object)
        }
        graph.merge(merged)
        return claims
    }

    /// Reports that several rows have the identification of an object.
    private mutating func reportDuplicates(
        _ numbers: [Int64], root: Int, of object: ObjectIndex
    ) throws {
        result.duplicates.formUnion(numbers.map { RowID(root: root, number: $0) })
        let names = numbers.sorted().map(String.init).joined(separator: ", ")
        try log.report(
            .ambiguousIdentity, graph.objects[object].record, in: graph, expected: "one object",
            found: "\(numbers.count), with the numbers \(names); the first is used",
            isNotice: true)
    }

    /// Fails new objects of abstract entities, whose sub-entity nothing determines.
    private mutating func refuseAbstractObjects() throws {
        guard input.plan.entities.contains(where: \.layout.isAbstract) else { return }
        var refused: Set<ObjectIndex> = []
        for object in graph.objects.indices where graph.objects[object].state == .unknown {
            guard graph.plan(of: graph.objects[object]).layout.isAbstract else { continue }
            graph.objects[object].state = .failed
            refused.insert(object)
        }
        guard !refused.isEmpty else { return }
        for index in graph.records.indices {
            guard let object = graph.records[index].object, refused.contains(object) else {
                continue
            }
            let layout = graph.plan(of: graph.objects[object]).layout
            graph.records[index].hasFailed = true
            try log.report(
                .abstractEntity, index, in: graph,
                expected: "an object that is there, or a representation that tells the sub-entity, "
                    + "since \(layout.name) is abstract",
                found: graph.records[index].isIdentifier
                    ? "an identifier of none" : "one that names neither")
        }
    }
}
