import MercatorPayload
import ObjectGraph

/// The stage that fills relationships with the objects of nested records.
///
/// It implements the assignment policies.
///
/// References that affect no other row are written directly into the rows. The new rows are then
/// inserted into the context, where all other relationships are assigned together with their
/// inverses.
struct LinkStage {
    let context: ManagedObjectContext
    var graph: RecordGraph
    private let log: MappingLog
    private var rows: RowBatches
    private var bulk: BulkLinkWriter

    init(
        _ input: MappingInput, _ rows: consuming RowBatches, _ graph: consuming RecordGraph,
        _ log: consuming MappingLog
    ) {
        context = input.context
        self.rows = rows
        self.graph = graph
        bulk = BulkLinkWriter(self.graph, context)
        self.log = log
    }

    /// Processes all pending links, and inserts the new rows into the context.
    ///
    /// - Returns: The objects that relationships with the policy `replace` have lost.
    /// - Throws: `StoreError` if the store fails.
    mutating func run() throws -> ReplacedObjects {
        var references: [(PendingLink, slot: Int)] = []
        var others: [PendingLink] = []
        let given = graph.givenRelationships()
        for link in graph.links {
            let record = graph.records[link.record]
            guard graph.isApplied(record), let source = graph.object(of: record) else { continue }
            if link.isFilledIn, given.contains(graph.filled(by: link)) { continue }
            let home = bulk.home(of: link, record.plan)
            if bulk.take(link, from: source, home, graph, &rows, isObserved: log.isObserved) {
                if log.isObserved { log.notify(link, isChanged: true, in: graph) }
            } else if case .reference(let slot) = home {
                guard source.state == .new else {
                    references.append((link, slot))
                    continue
                }
                setReference(link, slot, inNew: source, graph, log)
            } else {
                others.append(link)
            }
        }
        insertRows()
        bulk.insert()
        try preload(others, graph)
        if !log.isObserved { others = bulk.absent(others, graph) }
        let replacements = try replacements(of: others, graph)
        for (link, slot) in references {
            guard let object = graph.records[link.record].object,
                setReference(link, slot, in: graph.objects[object], graph, log)
            else { continue }
            graph.objects[object].isUpdated = true
        }
        for step in steps(of: others, graph, log) { try set(step, graph, log) }
        return try settle(replacements)
    }

    /// Returns what the stage has been given.
    consuming func finish() -> (RecordGraph, MappingLog) { (graph, log) }

    /// Writes a reference into the row of a new source.
    private mutating func setReference(
        _ link: PendingLink, _ slot: Int, inNew source: MappedObject, _ graph: RecordGraph,
        _ log: MappingLog
    ) {
        guard let row = source.row, let reference = graph.reference(of: link) else { return }
        rows[source.plan].setReference(reference.number, slot: slot, at: row)
        if log.isObserved { log.notify(link, isChanged: true, in: graph) }
    }

    /// Writes a reference into the row of an existing source; returns whether it differed.
    private func setReference(
        _ link: PendingLink, _ slot: Int, in source: MappedObject, _ graph: RecordGraph,
        _ log: MappingLog
    ) -> Bool {
        guard let value = graph.reference(of: link)?.value, let position = source.row?.position
        else { return false }
        let root = graph.plan(of: source).layout.root
        let isPresent = context.state.tables[root].entries[position].row.has(value, in: slot)
        if log.isObserved { log.notify(link, isChanged: !isPresent, in: graph) }
        if !isPresent { context.set(value, slot: slot, root: root, at: position) }
        return !isPresent
    }

    /// Inserts the new rows into the context, where they are like any others.
    private mutating func insertRows() {
        for plan in graph.plan.entities.indices.map(PlanIndex.init) where !rows[plan].isEmpty {
            let batch = rows[plan]
            let first = context.insert(
                batch.rows.block(), numbers: batch.numbers,
                entity: graph.plan.entities[plan].layout.index)
            for (offset, object) in batch.objects.enumerated() {
                graph.objects[object].row = RowPosition(first + offset)
            }
        }
    }

    /// Prefetches the relationships, with one request for each relationship and end.
    private func preload(_ links: [PendingLink], _ graph: RecordGraph) throws {
        guard !links.isEmpty else { return }
        var sources: [[Int64]] = context.model.relationships.map { _ in [] }
        for link in links {
            let layout = graph.relationship(of: link).layout
            if let source = graph.source(of: link) { sources[layout.index].append(source.number) }
            guard let inverse = layout.inverse, layout.needsOtherEnd else { continue }
            sources[inverse] += graph.numbers(of: link).numbers
        }
        for (relationship, numbers) in sources.enumerated() where !numbers.isEmpty {
            try context.load(relationship, from: numbers.ascendingDistinct)
        }
    }

    /// The values to assign to a relationship of an object at once.
    private struct Step {
        let link: PendingLink
        var numbers: [Int64]
        let isComplete: Bool
        /// Indicates whether the current destinations are kept.
        ///
        /// This is the case for a union, and if elements failed, because the removed destinations
        /// cannot be determined.
        let keepsOthers: Bool
    }

    /// Returns the pending links in order.
    ///
    /// Additions to the same relationship of an object are combined into one step, unless links in
    /// between affect it.
    ///
    /// Each step reads the whole list, so combining them saves time.
    private func steps(
        of links: [PendingLink], _ graph: RecordGraph, _ log: MappingLog
    ) -> [Step] {
        var steps: [Step] = []
        var last: [Int: (object: ObjectIndex?, step: Int)] = [:]
        for link in links {
            let plan = graph.relationship(of: link)
            let (numbers, isComplete) = graph.numbers(of: link)
            let keepsOthers = plan.policy == .union || !isComplete
            let object = graph.records[link.record].object
            if keepsOthers, !log.isObserved, let known = last[plan.layout.index],
                known.object == object, steps[known.step].keepsOthers
            {
                steps[known.step].numbers += numbers
                continue
            }
            last[plan.layout.index] = (object, steps.count)
            if let inverse = plan.layout.inverse, inverse != plan.layout.index {
                last[inverse] = nil
            }
            steps.append(
                Step(
                    link: link, numbers: numbers, isComplete: isComplete,
                    keepsOthers: keepsOthers))
        }
        return steps
    }

    private func set(_ step: Step, _ graph: RecordGraph, _ log: MappingLog) throws {
        let layout = graph.relationship(of: step.link).layout
        guard let source = graph.source(of: step.link)?.number,
            step.isComplete || layout.isToMany
        else { return }
        let old =
            step.keepsOthers || log.isObserved
            ? try context.destinations(of: layout.index, from: source) : []
        try context.set(
            layout.index, of: source, to: (step.keepsOthers ? old : []) + step.numbers)
        guard log.isObserved else { return }
        let new = try context.destinations(of: layout.index, from: source)
        log.notify(step.link, isChanged: new != old, in: graph)
    }
}

extension RecordGraph {
    /// A relationship of an object.
    fileprivate struct Filled: Hashable {
        let object: ObjectIndex?
        let relationship: Int
    }

    fileprivate func filled(by link: PendingLink) -> Filled {
        Filled(
            object: records[link.record].object,
            relationship: relationship(of: link).layout.index)
    }

    /// Returns the relationships that a record assigns explicitly.
    ///
    /// The result is empty if no relationship is cleared by its absence.
    fileprivate func givenRelationships() -> Set<Filled> {
        guard links.contains(where: \.isFilledIn) else { return [] }
        return Set(
            links.lazy.filter { !$0.isFilledIn && isApplied($0) }.map { filled(by: $0) })
    }

    /// The value that a to-one relationship assigns to a row.
    fileprivate struct Reference {
        /// The number of the destination; `nil` for `null`.
        var number: Int64?

        var value: Value { number.map(Value.integer) ?? .null }
    }

    /// Returns the value of a to-one relationship for a row; `nil` if its destination failed.
    fileprivate func reference(of link: PendingLink) -> Reference? {
        guard link.isComplete else { return nil }
        guard let target = destinations(of: link).first else { return Reference() }
        let record = records[target]
        guard let object = object(of: record), object.isUsable else {
            return record.isDisallowed ? Reference() : nil
        }
        return Reference(number: object.number)
    }
}

extension MappingLog {
    /// Sends an event about an assigned relationship.
    fileprivate func notify(_ link: PendingLink, isChanged: Bool, in graph: RecordGraph) {
        guard isObserved else { return }
        let record = graph.records[link.record]
        let path = graph.plan(of: record).path(ofRelationship: link.relationship.position)
        notify(
            isChanged ? .set : .unchanged, path: path, of: link.record,
            at: graph.field(path, of: record).index, in: graph,
            value: .integer(Int64(graph.numbers(of: link).numbers.count)))
    }
}

extension RelationshipLayout {
    /// Indicates whether the assignment requires the current sources of the new destinations.
    fileprivate var needsOtherEnd: Bool {
        switch storage {
        case .reference, .inverseLinks: true
        case .links: isSymmetric
        case .inverseReference: false
        }
    }
}
