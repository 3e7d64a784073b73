import ObjectGraph
import Payload

/// The pass that fills the rows of objects from their records, attribute by attribute.
///
/// Rows of new objects are local values until they are complete, so that no part of a failed record
/// reaches them.
struct AssignPass {
    /// The rows of new objects, by plan.
    var newRows: [RowBatch]
    /// The changed rows of existing objects that have not been flushed to the context, by plan.
    var changedRows: [RowBatch]
    /// Indicates whether updates can be buffered: nothing reads the context during this pass.
    let changesAreDirect: Bool
    /// The encodings of attributes for direct assignment, by plan.
    let encoders: [AttributeEncoder]
    /// The tape of the session, which no longer changes.
    let tape: PayloadTape
    /// A reusable buffer for values whose spelling in the payload differs from that in a row.
    var spelling: [UInt8] = []

    init(_ session: MappingSession) {
        let tape = session.document.tape
        newRows = session.plan.entities.map { RowBatch($0.layout, sharing: tape.bytes) }
        changedRows = newRows
        encoders = session.plan.entities.map { AttributeEncoder($0, session) }
        changesAreDirect = encoders.allSatisfy(\.isDirect)
        self.tape = tape
        var counts = Array(repeating: 0, count: newRows.count)
        for object in session.objects where object.state == .new { counts[Int(object.plan)] += 1 }
        for plan in newRows.indices { newRows[plan].reserve(counts[plan]) }
    }

    /// Assigns the attributes of all records, in payload order.
    ///
    /// - Throws: ``MappingError`` if the failure policy requires it.
    mutating func run(_ session: inout MappingSession) throws(MappingError) {
        for index in session.records.indices {
            if index & 255 == 0 {
                try MappingError.checkCancellation()
                if session.isObserved {
                    session.noteProgress(.assign, at: index, of: session.records.count)
                }
            }
            let record = session.records[index]
            if record.isDisallowed {
                try assignDisallowed(index, &session)
                continue
            }
            guard record.object >= 0, !record.hasFailed, !follows(index, &session) else { continue }
            switch session.objects[Int(record.object)].state {
            case .new:
                if session.isObserved { session.notify(.newObject, record: index) }
                try assignNew(index, Int(record.object), &session)
            case .existing, .unmodified:
                if session.isObserved { session.notify(.knownObject, record: index) }
                try assignExisting(index, Int(record.object), &session)
            case .failed, .unknown, .merged: continue
            }
        }
        applyChanges(to: &session)
        try dropIncomplete(&session)
        session.notifyFailedRecords()
    }

    /// Returns whether a nested record is skipped because of its parent.
    ///
    /// Nothing below an unmodified record is mapped, and an object without identification fails
    /// with its parent.
    private func follows(_ index: Int, _ session: inout MappingSession) -> Bool {
        let record = session.records[index]
        guard record.parent >= 0 else { return false }
        let parent = session.records[Int(record.parent)]
        if parent.isUnmodified {
            session.leaveUnmodified(index)
            return true
        }
        guard parent.hasFailed, !session.objects[Int(record.object)].isIdentified else {
            return false
        }
        session.records[index].hasFailed = true
        return true
    }

    /// Writes a reference into the row of a new object.
    mutating func setReference(_ number: Int64?, _ slot: Int, plan: Int, at position: Int) {
        newRows[plan].setReference(number, slot, at: position)
    }

    /// Assigns a record to the row of a new object; the first valid record creates the row.
    private mutating func assignNew(
        _ record: Int, _ object: Int, _ session: inout MappingSession
    ) throws(MappingError) {
        if assignDirectly(record, toNew: object, &session) { return }
        let place = Int(session.objects[object].plan)
        let position = session.objects[object].position
        let layout = session.plan.entities[place].layout
        var row = position < 0 ? layout.defaults : newRows[place].rows.row(at: position)
        let own = session.plan(of: session.records[record])
        if position >= 0, let modification = own.modification,
            !isNewer(record, own, modification, row, session)
        {
            // An older version of a new object is treated as if the newer one were in the store.
            if own.mapsRelationshipsIfUnmodified {
                if session.isObserved { session.notify(.skippedRecord, record: record) }
            } else {
                session.leaveUnmodified(record)
            }
            try markAsGone(&row, by: record, &session)
            newRows[place].set(row, at: position)
            return
        }
        guard try assign(record, to: &row, isNew: true, &session) else { return }
        guard position < 0 else {
            newRows[place].set(row, at: position)
            return
        }
        let new = newRows[place].append(object: object, number: session.objects[object].number)
        newRows[place].set(row, at: new)
        session.objects[object].position = new
    }

    private mutating func assignExisting(
        _ index: Int, _ object: Int, _ session: inout MappingSession
    ) throws(MappingError) {
        if session.objects[object].isUpdated { applyChanges(to: &session) }
        let plan = session.plan(of: session.records[index])
        let position = session.objects[object].position
        let entry = session.context.state.tables[plan.layout.root].entries[position]
        let old = entry.row
        guard !session.keepsEdited(index, old) else {
            session.leaveUnmodified(index)
            return
        }
        if let modification = plan.modification,
            !isNewer(index, plan, modification, old, session)
        {
            if plan.mapsRelationshipsIfUnmodified {
                if session.isObserved { session.notify(.skippedRecord, record: index) }
                session.objects[object].state = .existing
            } else {
                session.leaveUnmodified(index)
            }
            try assignTombstone(index, object, &session)
            return
        }
        session.objects[object].state = .existing
        if isRepetition(index, of: old, &session) { return }
        if changeDirectly(index, object, old, entity: entry.entity, &session) { return }
        var row = old
        guard try assign(index, to: &row, isNew: false, &session), row != old else { return }
        session.context.replaceAttributes(row, root: plan.layout.root, at: position)
        session.objects[object].isUpdated = true
    }

    /// Writes the values of a record into a row.
    ///
    /// Returns whether the record is valid; if not, the row may be partly written and must be
    /// discarded.
    private func assign(
        _ index: Int, to row: inout Row, isNew: Bool, _ session: inout MappingSession
    ) throws(MappingError) -> Bool {
        let record = session.records[index]
        let plan = session.plan(of: record)
        let applied = session.appliedPlaces(before: record)
        let isObserved = session.isObserved
        // The row of a new object has only defaults at first, so comparing would cost more than
        // writing.
        let isFirst = isNew && session.objects[Int(record.object)].position < 0
        // An attribute with a value in another record of the object is not missing.
        let getsDefaults =
            plan.assignsDefaults && !isNew && !record.isIdentifier
            && session.objects[Int(record.object)].appliedRecord < 0
        // No unnecessary copy of the row is kept, because it would make each write copy the row.
        let before = plan.recordValidation == nil || record.isIdentifier ? nil : row
        for (number, attribute) in plan.attributes.enumerated() {
            let place = Int(session.places[record.firstPlace + number])
            var value = Value.null
            if place >= 0 {
                if let applied, session.isRepeated(place, of: applied + number) {
                    if isObserved {
                        session.notify(
                            .unchanged, record: index, target: number, place: place,
                            value: row[attribute.slot])
                    }
                    continue
                }
                switch attribute.conversion.convert(session.document, at: place) {
                case .value(let converted): value = converted
                case .invalid(let reason):
                    let other = try session.report(
                        attribute, of: index, at: place, reason: reason)
                    if let other {
                        value = other
                        break
                    }
                    guard session.goesOn(without: index) else { return false }
                    continue
                }
            } else {
                guard getsDefaults, session.isAbsent(attribute, in: record, plan) else { continue }
                value = plan.layout.defaults[attribute.slot]
            }
            if let validation = attribute.validation, !row.has(value, in: attribute.slot) {
                switch try session.judge(
                    value, of: attribute, validation, target: number, index, place)
                {
                case .assign(let judged): value = judged
                case .leave: continue
                case .fail:
                    guard session.goesOn(without: index) else { return false }
                    continue
                }
            }
            if place >= 0, value.isNull, attribute.isMandatory {
                // A required value that a new object lacks is reported when all its records have
                // been assigned.
                let skipsRecord = session.options.failurePolicy == .skipRecord
                if isNew, !skipsRecord, row.isNull(attribute.slot) { continue }
                try session.report(
                    .missingValue, at: place, plan: Int(record.plan), record: index,
                    attribute: attribute.name,
                    expected: attribute.conversion.type.word,
                    found: session.wordForNil(at: place, attribute))
                guard session.goesOn(without: index) else { return false }
                continue
            }
            let isChanged = isFirst || !row.has(value, in: attribute.slot)
            if isChanged, place >= 0, let fault = attribute.fault(of: value) {
                try session.report(fault, of: attribute, record: index, at: place)
                guard session.goesOn(without: index) else { return false }
                continue
            }
            if isObserved {
                session.notify(
                    row.has(value, in: attribute.slot) && !isFirst ? .unchanged : .set,
                    record: index, target: number, place: place, value: value)
            }
            if isChanged { row[attribute.slot] = value }
        }
        if !plan.routes.isEmpty, try !session.checkRoutes(of: index) { return false }
        if let before, try !session.validate(index, row, over: before, isNew: isNew) {
            return false
        }
        session.noteApplied(index, in: &row, isNew: isNew)
        if isObserved { session.notify(.didMapRecord, record: index) }
        return true
    }

    /// Tests whether a record is newer than a row.
    ///
    /// Strings are opaque versions: any different string is newer. Other values must be greater.
    /// Values that cannot be compared count as newer, and so does another record of the same
    /// version.
    private func isNewer(
        _ record: Int, _ plan: EntityPlan, _ modification: Int, _ row: Row,
        _ session: MappingSession
    ) -> Bool {
        let attribute = plan.attributes[modification]
        let place = Int(session.places[session.records[record].firstPlace + modification])
        let current = row[attribute.slot]
        guard place >= 0, !current.isNull, !session.isStub(row, plan),
            session.records.count > plan.modificationThreshold,
            case .value(let value) = attribute.conversion.convert(session.document, at: place),
            !value.isNull
        else { return true }
        let isFirst = session.objects[Int(session.records[record].object)].appliedRecord < 0
        guard isFirst || value != current else { return true }
        if attribute.conversion.type == .string || attribute.conversion.type == .url {
            return value != current
        }
        return current.order(to: value) == .before
    }
}

extension MappingSession {
    /// Returns the start of the values of an earlier applied record with the same object and
    /// mapping; `nil` if equal values must be assigned again.
    func appliedPlaces(before record: Record) -> Int? {
        let applied = objects[Int(record.object)].appliedRecord
        guard applied >= 0, records[Int(applied)].plan == record.plan,
            !plan(of: record).sharesSlots
        else { return nil }
        return records[Int(applied)].firstPlace
    }

    /// Tests whether a record has no value for an attribute, not even an invalid one, in any of the
    /// mappings to the attribute.
    fileprivate func isAbsent(
        _ attribute: AttributePlan, in record: Record, _ plan: EntityPlan
    ) -> Bool {
        plan.attributes.indices.allSatisfy {
            plan.attributes[$0].slot != attribute.slot
                || Int(places[record.firstPlace + $0]) == Self.absent
        }
    }

    /// Tests whether a value has the same bytes as an applied one at another tape index.
    ///
    /// An author of ten articles on a page occurs ten times; one conversion is enough.
    fileprivate func isRepeated(_ place: Int, of other: Int) -> Bool {
        let earlier = Int(places[other])
        return earlier >= 0 && document.tape.isSameScalar(place, earlier)
    }

    /// Skips a record that is not newer than the existing object.
    fileprivate mutating func leaveUnmodified(_ index: Int) {
        records[index].isUnmodified = true
        if isObserved { notify(.skippedRecord, record: index) }
        let object = Int(records[index].object)
        if objects[object].state == .existing, objects[object].appliedRecord < 0 {
            objects[object].state = .unmodified
        }
    }
}
