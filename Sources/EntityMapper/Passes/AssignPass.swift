import ObjectGraph
import Payload

/// Fills the rows of the objects from their records, slot by slot: look up, transform, compare, set.
///
/// Rows of new objects are local values until they are complete; nothing of a record that fails
/// reaches one.
struct AssignPass {
    /// The rows of new objects, by plan, in the order they will be inserted.
    private(set) var newRows: [[Row]]
    private(set) var newNumbers: [[Int64]]
    /// The object of each new row.
    private(set) var newObjects: [[Int32]]

    init(_ session: MappingSession) {
        newRows = Array(repeating: [], count: session.plan.entities.count)
        newNumbers = newRows.map { _ in [] }
        newObjects = newRows.map { _ in [] }
    }

    /// Assigns the attributes of all records, in the order of the payload.
    ///
    /// - Throws: ``MappingError`` where a failure policy says so.
    mutating func run(_ session: inout MappingSession) throws(MappingError) {
        for index in session.records.indices {
            let record = session.records[index]
            guard record.object >= 0 else { continue }
            let object = session.objects[Int(record.object)]
            guard !record.hasFailed else { continue }
            switch object.state {
            case .new: try assignNew(index, Int(record.object), &session)
            case .existing: try assignExisting(index, Int(record.object), &session)
            case .failed, .unknown: continue
            }
        }
        try dropIncomplete(&session)
    }

    /// Writes a reference into the row of a new object.
    mutating func setReference(_ value: Value, _ slot: Int, plan: Int, at position: Int) {
        newRows[plan][position][slot] = value
    }

    /// The row of a new object; the first record that is usable makes it.
    private mutating func assignNew(
        _ record: Int, _ object: Int, _ session: inout MappingSession
    ) throws(MappingError) {
        let plan = session.plan.entities[Int(session.objects[object].plan)]
        let place = Int(session.objects[object].plan)
        let position = session.objects[object].position
        var row = position < 0 ? plan.layout.defaults : newRows[place][position]
        guard try assign(record, to: &row, isNew: true, &session) else { return }
        guard position < 0 else {
            newRows[place][position] = row
            return
        }
        session.objects[object].position = newRows[place].count
        newRows[place].append(row)
        newNumbers[place].append(session.objects[object].number)
        newObjects[place].append(Int32(object))
    }

    private func assignExisting(
        _ record: Int, _ object: Int, _ session: inout MappingSession
    ) throws(MappingError) {
        let plan = session.plan(of: session.records[record])
        let position = session.objects[object].position
        let old = session.context.state.tables[plan.layout.root].entries[position].row
        if let modification = plan.modification,
            !isNewer(record, plan, modification, old, session)
        {
            session.records[record].isOutdated = true
            return
        }
        var row = old
        guard try assign(record, to: &row, isNew: false, &session), row != old else { return }
        session.context.replaceAttributes(row, root: plan.layout.root, at: position)
        session.objects[object].isUpdated = true
    }

    /// Writes what a record says into a row.
    ///
    /// Returns whether the record was usable; if not, the row may be half written and must be
    /// dropped.
    private func assign(
        _ index: Int, to row: inout Row, isNew: Bool, _ session: inout MappingSession
    ) throws(MappingError) -> Bool {
        let record = session.records[index]
        let plan = session.plan(of: record)
        let skipsRecord = session.options.failurePolicy == .skipRecord
        let applied = session.appliedPlaces(before: record)
        for (number, attribute) in plan.attributes.enumerated() {
            let place = Int(session.places[record.firstPlace + number])
            var value = Value.null
            if place >= 0 {
                if let applied, session.isRepeated(place, of: applied + number) { continue }
                switch attribute.conversion.convert(session.document, at: place) {
                case .value(let converted): value = converted
                case .invalid(let reason):
                    try session.report(attribute, of: index, at: place, reason: reason)
                    session.records[index].hasFailed = skipsRecord
                    guard !skipsRecord else { return false }
                    continue
                }
                if value.isNull, attribute.isMandatory {
                    try session.report(
                        .missingValue, at: place, plan: Int(record.plan), record: index,
                        attribute: attribute.name,
                        expected: attribute.conversion.type.word, found: "null")
                    session.records[index].hasFailed = skipsRecord
                    guard !skipsRecord else { return false }
                    continue
                }
            } else if plan.assignsDefaults, !isNew {
                value = plan.layout.defaults[attribute.slot]
            } else {
                continue
            }
            if row[attribute.slot] != value { row[attribute.slot] = value }
        }
        session.objects[Int(record.object)].appliedRecord = Int32(index)
        return true
    }

    /// Whether a record may say something new about a row.
    ///
    /// Texts are versions: any other text is newer. Everything else must have grown. What cannot be
    /// compared counts as newer.
    private func isNewer(
        _ record: Int, _ plan: EntityPlan, _ modification: Int, _ row: Row,
        _ session: MappingSession
    ) -> Bool {
        let attribute = plan.attributes[modification]
        let place = Int(session.places[session.records[record].firstPlace + modification])
        let current = row[attribute.slot]
        guard place >= 0, !current.isNull,
            case .value(let value) = attribute.conversion.convert(session.document, at: place),
            !value.isNull
        else { return true }
        if attribute.conversion.type == .string || attribute.conversion.type == .url {
            return value != current
        }
        return current.order(to: value) == .before
    }

    /// Reports and drops new objects that lack a value they need.
    private mutating func dropIncomplete(_ session: inout MappingSession) throws(MappingError) {
        for place in newRows.indices {
            let layout = session.plan.entities[place].layout
            var keep = Array(repeating: true, count: newRows[place].count)
            for index in newRows[place].indices {
                for slot in layout.mandatorySlots where newRows[place][index][slot].isNull {
                    let record = Int(session.objects[Int(newObjects[place][index])].record)
                    try session.report(
                        .missingValue, at: Int(session.records[record].place), plan: place,
                        record: record, attribute: layout.slots[slot].name,
                        expected: layout.slots[slot].attribute?.type.word ?? "a value",
                        found: "none")
                    keep[index] = false
                }
            }
            if keep.contains(false) { compact(place, keep) }
        }
        for index in session.objects.indices where session.objects[index].state == .new {
            session.objects[index].state = .failed
        }
        for place in newRows.indices {
            for (position, object) in newObjects[place].enumerated() {
                session.objects[Int(object)].state = .new
                session.objects[Int(object)].position = position
            }
        }
    }

    private mutating func compact(_ place: Int, _ keep: [Bool]) {
        let kept = keep.indices.filter { keep[$0] }
        newRows[place] = kept.map { newRows[place][$0] }
        newNumbers[place] = kept.map { newNumbers[place][$0] }
        newObjects[place] = kept.map { newObjects[place][$0] }
    }
}

extension MappingSession {
    /// Where the values begin that an earlier record of the same object and mapping has applied.
    fileprivate func appliedPlaces(before record: Record) -> Int? {
        let applied = objects[Int(record.object)].appliedRecord
        guard applied >= 0, records[Int(applied)].plan == record.plan else { return nil }
        return records[Int(applied)].firstPlace
    }

    /// Whether a value stands at another place with the same bytes: then it is in the row already.
    ///
    /// An author who wrote ten articles of a page is there ten times; one conversion is enough.
    fileprivate func isRepeated(_ place: Int, of other: Int) -> Bool {
        let earlier = Int(places[other])
        return earlier >= 0 && document.tape.isSameScalar(place, earlier)
    }
}
