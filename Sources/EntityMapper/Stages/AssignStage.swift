import MercatorPayload
import ObjectGraph

/// The stage that fills the rows of objects from their records, attribute by attribute.
struct AssignStage {
    let input: MappingInput
    var graph: RecordGraph
    var log: MappingLog
    var rows: RowBatches
    /// The values for attributes of other objects.
    var routed: [RoutedValue] = []
    /// The bookkeeping of substitutes.
    var substitutes: SubstituteStep
    /// The account of the operation; `nil` if none is kept.
    var account: LoadAccount?
    /// The slots of the current record whose values are invalid.
    var refused: [Int] = []
    /// The attributes of each plan, as plain values.
    let plans: [HotAttributes]
    /// The tape of the graph, which no longer changes.
    let tape: PayloadTape

    init(
        _ input: MappingInput, _ graph: consuming RecordGraph, _ log: consuming MappingLog
    ) {
        self.input = input
        let isObserved = log.isObserved
        plans = input.plan.entities.map { HotAttributes($0, isObserved: isObserved) }
        tape = graph.document.tape
        var counts = Array(repeating: 0, count: input.plan.entities.count)
        for object in graph.objects.objects.elements where object.state == .new {
            counts[object.plan] += 1
        }
        rows = RowBatches(input.plan, counts: counts, sharing: tape.bytes)
        substitutes = SubstituteStep(input.context)
        account = input.account.map { _ in LoadAccount(of: input.context.model) }
        self.graph = graph
        self.log = log
    }

    var context: ManagedObjectContext { input.context }

    /// Assigns the attributes of all records, in payload order.
    ///
    /// - Throws: ``MappingError`` if the failure policy requires it, `StoreError` if the store
    ///   fails.
    mutating func run() throws {
        try substitutes.load(graph)
        for index in graph.records.indices {
            if index.rawValue & 255 == 0 {
                try MappingError.checkCancellation()
                log.noteProgress(.assign, index.position, of: graph.records.count, in: graph)
            }
            let record = graph.records[index]
            if record.isDisallowed {
                try assignDisallowed(index)
                continue
            }
            guard let object = record.object, !record.hasFailed,
                !skipsWithParent(index, record, object)
            else { continue }
            switch graph.objects[object].state {
            case .new:
                if log.isObserved { log.notify(.newObject, index, in: graph) }
                try assignNew(index, object)
            case .existing, .unmodified:
                if log.isObserved { log.notify(.knownObject, index, in: graph) }
                try assignExisting(index, object)
            case .failed, .unknown, .merged: continue
            }
        }
        flushChanges()
        try dropIncomplete()
        guard log.isObserved else { return }
        // Declined records have been reported before.
        for (index, record) in graph.records.enumerated()
        where record.hasFailed && !record.isDeclined {
            log.notify(.failedRecord, index, in: graph)
        }
    }

    /// Returns the results of the stage, along with the graph and the log.
    consuming func finish() -> (RowBatches, [RoutedValue], RecordGraph, MappingLog) {
        (rows, routed, graph, log)
    }

    /// Tests whether a nested record is skipped because of its parent, and marks it.
    ///
    /// Nothing below an unmodified record is mapped, and an object without identification fails
    /// with its parent.
    private mutating func skipsWithParent(
        _ index: RecordIndex, _ record: Record, _ object: ObjectIndex
    ) -> Bool {
        guard let parent = record.parent else { return false }
        if graph.records[parent].isUnmodified {
            leaveUnmodified(index)
            return true
        }
        guard graph.records[parent].hasFailed, !graph.objects[object].isIdentified else {
            return false
        }
        graph.records[index].hasFailed = true
        return true
    }

    /// Assigns a record to the row of a new object; the first valid record creates the row.
    private mutating func assignNew(_ index: RecordIndex, _ object: ObjectIndex) throws {
        let known = graph.objects[object]
        if let position = known.row, try skipsOlder(index, known, position) { return }
        var draft = rows.draft(of: object, known)
        guard try write(index, to: &draft) else { return rows.discard(draft) }
        if draft.earlier != nil { countReplaced(index, draft) }
        graph.objects[object].row = rows.commit(draft) ?? draft.earlier
    }

    private mutating func assignExisting(_ index: RecordIndex, _ object: ObjectIndex) throws {
        if graph.objects[object].isUpdated { flushChanges() }
        let plan = graph.plan(of: index)
        guard let position = graph.objects[object].row?.position else { return }
        let entry = context.state.tables[plan.layout.root].entries[position]
        guard !keepsEdits(entry.row, plan, graph.records[index]) else {
            return leaveUnmodified(index)
        }
        if let modification = plan.modification,
            !isNewer(index, plan, modification, than: entry.row),
            !completes(index, plan, modification, entry)
        {
            if modification.mapsRelationships {
                log.notify(.skippedRecord, index, in: graph)
                graph.objects[object].state = .existing
            } else {
                leaveUnmodified(index)
            }
            return try assignTombstone(index, object)
        }
        graph.objects[object].state = .existing
        var draft = rows.draft(of: object, entry)
        let isRepeated = graph.objects[object].appliedRecord != nil
        guard try write(index, to: &draft) else { return rows.discard(draft) }
        // Several mappings of an attribute may change its value back and forth.
        if plan.sharesSlots, draft.position != nil, rows.row(of: draft) == entry.row {
            return rows.discard(draft)
        }
        if isRepeated { countReplaced(index, draft) }
        if rows.commit(draft) != nil { graph.objects[object].isUpdated = true }
    }

    /// Counts the values of earlier records of the object that a record has replaced.
    private mutating func countReplaced(_ index: RecordIndex, _ draft: RowDraft) {
        guard account != nil, draft.position != nil else { return }
        let plan = graph.plan(of: index)
        let (before, after) = (rows.rowBefore(draft), rows.row(of: draft))
        for attribute in plan.attributes
        where !attribute.takesRest && !before.isNull(attribute.slot)
            && before[attribute.slot] != after[attribute.slot]
        {
            account?.add(
                .init(replaced: 1), entity: plan.layout.index, slot: attribute.slot)
        }
    }

    /// Flushes the changed rows to the context.
    ///
    /// This happens at the end of the stage or before an object is changed again.
    mutating func flushChanges() {
        for batch in rows.takeChanges() {
            let block = batch.rows.block()
            for (index, object) in batch.objects.enumerated() {
                let object = graph.objects[object]
                guard let position = object.row?.position else { continue }
                context.replaceAttributes(
                    Row(block, at: index), root: graph.plan(of: object).layout.root, at: position)
            }
        }
    }

    /// Skips a record that is not newer than the existing object.
    mutating func leaveUnmodified(_ index: RecordIndex) {
        graph.records[index].isUnmodified = true
        log.notify(.skippedRecord, index, in: graph)
        guard let object = graph.records[index].object else { return }
        if graph.objects[object].state == .existing, graph.objects[object].appliedRecord == nil {
            graph.objects[object].state = .unmodified
        }
    }
}
