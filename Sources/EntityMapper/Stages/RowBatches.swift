import MercatorPayload
import ObjectGraph

/// The rows of the objects of a payload, in batches.
struct RowBatches {
    /// The batches of new rows, by plan, followed by the batches of changed rows.
    private var batches: [RowBatch]
    private let planCount: Int
    /// The batch of the changed rows of each entity, if any.
    private var changed: [Int?]
    private let layouts: [EntityLayout]
    private let bytes: [UInt8]
    /// The row that the draft of an existing object replaces; there is one draft at a time.
    private var stored: Row?
    /// A reusable buffer for values with different spellings in the payload and in a row.
    private var spelling: [UInt8] = []

    /// Creates empty batches.
    ///
    /// - Parameters:
    ///   - plan: The plan whose entities have new rows.
    ///   - counts: The expected numbers of new rows, by plan.
    ///   - bytes: The bytes of the payload, shared by text values.
    init(_ plan: MappingPlan, counts: [Int], sharing bytes: [UInt8]) {
        self.bytes = bytes
        layouts = plan.model.layouts
        planCount = plan.entities.count
        batches = zip(plan.entities, counts).map { plan, count in
            var batch = RowBatch(plan.layout, sharing: bytes)
            batch.reserve(count)
            return batch
        }
        changed = Array(repeating: nil, count: layouts.count)
    }

    /// Accesses the batch of the new rows of a plan.
    subscript(plan: PlanIndex) -> RowBatch {
        get { batches[plan.position] }
        _modify { yield &batches[plan.position] }
    }

    /// Begins a draft for the row of a new object; the first draft creates the row.
    @inline(__always)
    mutating func draft(of index: ObjectIndex, _ object: MappedObject) -> RowDraft {
        let batch = object.plan.position
        var draft = RowDraft(object: index, batch: batch, isStored: false, earlier: object.row)
        if object.row == nil {
            draft.position = batches[batch].append(index, number: object.number)
        }
        return draft
    }

    /// Begins a draft for the row of an existing object.
    mutating func draft(of index: ObjectIndex, _ entry: RowTable.Entry) -> RowDraft {
        stored = entry.row
        return RowDraft(
            object: index, batch: changedBatch(of: entry.entity), isStored: true, earlier: nil)
    }

    /// Returns the index of the batch of the changed rows of an entity.
    private mutating func changedBatch(of entity: Int) -> Int {
        if let batch = changed[entity] { return batch }
        changed[entity] = batches.count
        batches.append(RowBatch(layouts[entity], sharing: bytes))
        return batches.count - 1
    }

    /// Returns the first attribute to convert, or with a value that differs from the replaced row.
    ///
    /// The replaced row is determined by the draft.
    mutating func firstDifference(
        _ values: RecordValues, from first: Int, _ plan: HotAttributes,
        _ fields: IndexedArray<FieldIndex, LocatedField>, _ tape: PayloadTape, _ draft: RowDraft
    ) -> Int {
        guard draft.isStored, let row = stored else {
            return (first..<plan.attributes.count).first { number in
                values.field(number, fields).position != nil
                    && !(!plan.isObserved && values.isApplied(number, fields, tape))
            } ?? plan.attributes.count
        }
        for number in first..<plan.attributes.count {
            guard let position = values.field(number, fields).position else { continue }
            let attribute = plan.attributes[number]
            guard
                row.hasSame(attribute, at: position, tape, &spelling)
                    || plan.common(number, at: position, tape)
                        .map({ row.has($0, of: tape.bytes, in: attribute.slot) }) == true
            else { return number }
        }
        return plan.attributes.count
    }

    /// Copies values into the row of a new draft; see ``RowBatch/copy(_:from:_:_:_:to:)``.
    mutating func copyCells(
        _ values: RecordValues, from first: Int, _ plan: HotAttributes,
        _ fields: IndexedArray<FieldIndex, LocatedField>, _ tape: PayloadTape,
        _ draft: inout RowDraft
    ) -> Int {
        let row = begin(&draft)
        return batches[draft.batch].copy(values, from: first, plan, fields, tape, to: row)
    }

    /// Tests whether the row of a draft holds a value.
    func has(_ value: Value, slot: Int, _ draft: RowDraft) -> Bool {
        row(of: draft).has(value, in: slot)
    }

    /// Returns the row of a draft for temporary use.
    ///
    /// A row that is kept would make the next change copy the batch.
    func row(of draft: RowDraft) -> Row {
        if let position = draft.position ?? draft.earlier {
            return batches[draft.batch].row(at: position)
        }
        return rowBefore(draft)
    }

    /// Returns a copy of the row before a draft.
    func rowBefore(_ draft: RowDraft) -> Row {
        if draft.isStored, let stored { return stored }
        let batch = batches[draft.batch]
        return draft.earlier.map(batch.copy) ?? batch.defaults
    }

    /// Writes a value into a draft.
    mutating func set(_ value: Value, slot: Int, _ draft: inout RowDraft) {
        let position = begin(&draft)
        batches[draft.batch].set(value, slot: slot, at: position)
    }

    /// Returns the row of a draft, which is created on first use.
    @inline(__always)
    private mutating func begin(_ draft: inout RowDraft) -> RowPosition {
        draft.position ?? create(&draft)
    }

    @inline(never)
    private mutating func create(_ draft: inout RowDraft) -> RowPosition {
        // Only new rows need a number.
        let position = batches[draft.batch].append(draft.object, number: 0)
        if draft.isStored, let stored { batches[draft.batch].set(stored, at: position) }
        if let earlier = draft.earlier { batches[draft.batch].copy(earlier, to: position) }
        draft.position = position
        return position
    }

    /// Ends a draft and returns the row of a new or changed object; `nil` if no value has differed.
    mutating func commit(_ draft: RowDraft) -> RowPosition? {
        guard let earlier = draft.earlier, draft.position != nil else { return draft.position }
        batches[draft.batch].replace(earlier)
        return earlier
    }

    /// Ends a draft without any effect.
    mutating func discard(_ draft: RowDraft) {
        if draft.position != nil { batches[draft.batch].removeLast() }
    }

    /// Takes the changed rows since the last time.
    mutating func takeChanges() -> [RowBatch] {
        let taken = batches[planCount...].filter { !$0.isEmpty }
        for (entity, batch) in changed.enumerated() {
            guard let batch, !batches[batch].isEmpty else { continue }
            batches[batch] = RowBatch(layouts[entity], sharing: bytes)
        }
        return taken
    }
}
