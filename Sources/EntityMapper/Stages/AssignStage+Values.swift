import MercatorPayload
import ObjectGraph

/// Writing the values of records.
extension AssignStage {
    /// Writes the values of a record into a draft.
    ///
    /// Returns whether the record is valid; if not, the draft must be discarded.
    mutating func write(_ index: RecordIndex, to draft: inout RowDraft) throws -> Bool {
        let record = graph.records[index]
        let values = RecordValues(
            firstField: record.firstField, applied: appliedFields(before: record, draft))
        substitutes.noted = []
        refused = []
        var number = 0
        while true {
            number = rows.copy(
                values, from: number, plans[record.plan], graph.fields, tape, to: &draft)
            guard number < plans[record.plan].attributes.count else { break }
            guard try assign(number, of: index, values, to: &draft) else { return false }
            number += 1
        }
        if !substitutes.isIdle { noteSubstitutes(of: record, values, draft) }
        guard plans[record.plan].hasSteps || record.isIdentifier else {
            markApplied(index, draft.object)
            return true
        }
        return try complete(index, record, &draft)
    }

    /// Returns the fields of an earlier applied record with the same mapping, if there is one.
    ///
    /// The values of that record are in the row of a new object.
    @inline(__always)
    private func appliedFields(before record: Record, _ draft: RowDraft) -> FieldIndex? {
        guard draft.earlier != nil, plans[record.plan].keepsValues,
            let applied = graph.objects[draft.object].appliedRecord,
            graph.records[applied].plan == record.plan
        else { return nil }
        return graph.records[applied].firstField
    }

    /// Converts, judges and writes a value; returns whether the rest of the record is applied.
    private mutating func assign(
        _ number: Int, of index: RecordIndex, _ values: RecordValues, to draft: inout RowDraft
    ) throws -> Bool {
        guard let location = values.field(number, graph.fields).index else { return true }
        let attribute = graph.plan(of: index).attributes[number]
        guard !values.isApplied(number, graph.fields, tape) else {
            log.notify(
                .unchanged, path: number, of: index, at: location, in: graph,
                value: rows.row(of: draft)[attribute.slot])
            return true
        }
        guard
            var value = try converted(by: attribute, attribute.name, of: index, at: location)
        else { return refuse(attribute, of: index) }
        if attribute.takesRest, !draft.isFirst {
            value = value.joining(rows.row(of: draft)[attribute.slot])
        }
        return try assign(value, number, attribute, of: index, at: location, to: &draft)
    }

    /// Judges and writes a value; returns whether the rest of the record is applied.
    private mutating func assign(
        _ value: Value, _ number: Int, _ attribute: AttributePlan, of index: RecordIndex,
        at location: TapeIndex?, to draft: inout RowDraft
    ) throws -> Bool {
        let verdict = attribute.judge(value, isGiven: location != nil) {
            rows.has($0, slot: attribute.slot, draft)
        }
        // A required value that a new object lacks is reported when all its records have been
        // assigned.
        if case .missing = verdict, !draft.isStored, log.failurePolicy != .skipRecord,
            rows.row(of: draft).isNull(attribute.slot)
        {
            return true
        }
        let path = ValuePath(number, attribute.name, location)
        switch try settle(verdict, attribute, of: index, path) {
        case .keep: return true
        case .fail: return refuse(attribute, of: index)
        case .assign(let value):
            try write(value, attribute, of: index, path, to: &draft)
            return true
        }
    }

    /// Counts an invalid value; returns whether the rest of the record is applied.
    private mutating func refuse(_ attribute: AttributePlan, of index: RecordIndex) -> Bool {
        refused.append(attribute.slot)
        return goesOn(without: index)
    }

    private mutating func write(
        _ value: Value, _ attribute: AttributePlan, of index: RecordIndex, _ path: ValuePath,
        to draft: inout RowDraft
    ) throws {
        let isPresent = !draft.isFirst && rows.has(value, slot: attribute.slot, draft)
        log.notify(
            isPresent ? .unchanged : .set, path: path.number, of: index, at: path.location,
            in: graph, value: value)
        if !isPresent { rows.set(value, slot: attribute.slot, &draft) }
    }

    /// Writes defaults, checks the record as a whole, and marks it as applied.
    ///
    /// Returns whether the record is valid.
    private mutating func complete(
        _ index: RecordIndex, _ record: Record, _ draft: inout RowDraft
    ) throws -> Bool {
        let plan = graph.plan(of: record)
        if plan.assignsDefaults, try !assignDefaults(plan, of: index, to: &draft) { return false }
        if !plan.routes.isEmpty, try !takeRoutes(plan, of: index) { return false }
        if plan.recordValidation != nil, try !validate(index, draft) { return false }
        markSynchronized(index, record, plan, &draft)
        log.notify(.didMapRecord, index, in: graph)
        return true
    }

    @inline(__always)
    private mutating func markApplied(_ index: RecordIndex, _ object: ObjectIndex) {
        graph.objects[object].isStub = false
        graph.objects[object].appliedRecord = index
        graph.records[index].isApplied = true
        for slot in refused {
            account?.add(
                .init(refused: 1 + graph.records[index].copyCount),
                entity: graph.plan(of: index).layout.index, slot: slot)
        }
    }

    /// Sets attributes of an existing object without a value to their defaults.
    ///
    /// An attribute with a value in another record of the object is not missing.
    private mutating func assignDefaults(
        _ plan: EntityPlan, of index: RecordIndex, to draft: inout RowDraft
    ) throws -> Bool {
        let record = graph.records[index]
        guard draft.isStored, !record.isIdentifier,
            graph.objects[draft.object].appliedRecord == nil
        else { return true }
        for (number, attribute) in plan.attributes.enumerated() {
            let isAbsent = plan.attributes.indices.allSatisfy {
                plan.attributes[$0].slot != attribute.slot
                    || graph.field($0, of: record) == .absent
            }
            guard isAbsent else { continue }
            let value = plan.layout.defaults[attribute.slot]
            guard
                try assign(value, number, attribute, of: index, at: nil, to: &draft)
            else { return false }
        }
        return true
    }

    /// Marks a record whose values have been written, and its object as synchronized or a stub.
    ///
    /// A string or a number provides only the identifier of an object, so a new object becomes a
    /// stub.
    private mutating func markSynchronized(
        _ index: RecordIndex, _ record: Record, _ plan: EntityPlan, _ draft: inout RowDraft
    ) {
        let object = draft.object
        var state = SynchronizationState.clean
        if record.isIdentifier {
            guard draft.isFirst else { return }
            // An object without identification cannot be completed by a later record.
            graph.objects[object].isStub = graph.objects[object].isIdentified
            state = .stub
        } else {
            markApplied(index, object)
        }
        guard let slot = plan.synchronizationSlot else { return }
        let value = Value.integer(state.rawValue)
        if !rows.has(value, slot: slot, draft) { rows.set(value, slot: slot, &draft) }
    }
}
