import MercatorPayload
import ObjectGraph

/// The locations of the values of a record to be assigned.
struct RecordValues {
    let firstField: FieldIndex
    /// The first field of an earlier record whose values are in the row already.
    let applied: FieldIndex?

    /// Returns the location of the value of an attribute.
    @inline(__always)
    func field(
        _ number: Int, _ fields: IndexedArray<FieldIndex, LocatedField>
    ) -> LocatedField {
        fields[firstField + number]
    }

    /// Tests whether a value has the same bytes as an applied value.
    ///
    /// An author of ten articles on a page occurs ten times; a single conversion is enough.
    @inline(__always)
    func isApplied(
        _ number: Int, _ fields: IndexedArray<FieldIndex, LocatedField>, _ tape: PayloadTape
    ) -> Bool {
        guard let applied, let earlier = fields[applied + number].position,
            let position = field(number, fields).position
        else { return false }
        return tape.isSameScalar(position, earlier)
    }
}

/// Copying of values whose bytes are already encoded as cells, without conversion.
extension RowBatches {
    /// Copies values into a draft.
    ///
    /// - Parameters:
    ///   - values: The values of a record.
    ///   - first: The first attribute.
    ///   - plan: The attributes.
    ///   - fields: The locations of values.
    ///   - tape: The payload.
    ///   - draft: The row to be written, which begins once a value differs.
    /// - Returns: The first attribute whose value must be converted, or the number of attributes.
    mutating func copy(
        _ values: RecordValues, from first: Int, _ plan: HotAttributes,
        _ fields: IndexedArray<FieldIndex, LocatedField>, _ tape: PayloadTape,
        to draft: inout RowDraft
    ) -> Int {
        var number = first
        if draft.position == nil {
            number = firstDifference(values, from: first, plan, fields, tape, draft)
            guard number < plan.attributes.count,
                let position = values.field(number, fields).position,
                plan.attributes[number].encoding.copies(position, tape)
            else { return number }
        }
        return copyCells(values, from: number, plan, fields, tape, &draft)
    }
}

extension Row {
    /// Tests whether an attribute has the value at a tape index, compared by bytes.
    ///
    /// The result is `false` if the value must be converted.
    @inline(__always)
    func hasSame(
        _ attribute: HotAttributes.Attribute, at position: Int, _ tape: PayloadTape,
        _ spelling: inout [UInt8]
    ) -> Bool {
        if let cell = attribute.encoding.cell(at: position, tape) {
            return has(cell, of: tape.bytes, in: attribute.slot)
        }
        guard let kind = attribute.encoding.kindOfSpelling(at: position, tape) else { return false }
        spelling.removeAll(keepingCapacity: true)
        tape.appendSpelling(kind, at: position, to: &spelling)
        return has(.leading(kind, count: spelling.count), of: spelling, in: attribute.slot)
    }
}

extension Row {
    /// Tests whether a slot holds a value; its text is a range of the given bytes.
    func has(_ value: CommonValue, of bytes: [UInt8], in slot: Int) -> Bool {
        switch value {
        case .cell(let cell): has(cell, of: bytes, in: slot)
        case .value(let value): has(value, in: slot)
        }
    }
}

extension RowBatch {
    /// Copies values into a row.
    ///
    /// Returns the first attribute whose value must be converted, or the number of attributes.
    mutating func copy(
        _ values: RecordValues, from first: Int, _ plan: HotAttributes,
        _ fields: IndexedArray<FieldIndex, LocatedField>, _ tape: PayloadTape,
        to row: RowPosition
    ) -> Int {
        for number in first..<plan.attributes.count {
            guard let position = values.field(number, fields).position else { continue }
            let attribute = plan.attributes[number]
            if values.applied != nil, !plan.isObserved, values.isApplied(number, fields, tape) {
                continue
            }
            if let cell = attribute.encoding.cell(at: position, tape) {
                set(cell, slot: attribute.slot, at: row)
            } else if let kind = attribute.encoding.kindOfSpelling(at: position, tape) {
                setText(kind, slot: attribute.slot, at: row) {
                    tape.appendSpelling(kind, at: position, to: &$0)
                }
            } else if !convert(number, at: position, plan, tape, to: row) {
                return number
            }
        }
        return plan.attributes.count
    }

    /// Converts a value into a row; returns `false` if it must be judged or diagnosed.
    ///
    /// It is separate, so that the loop over the values that are only copied stays small.
    @inline(never)
    private mutating func convert(
        _ number: Int, at position: Int, _ plan: HotAttributes, _ tape: PayloadTape,
        to row: RowPosition
    ) -> Bool {
        let slot = plan.attributes[number].slot
        switch plan.converted(number, at: position, tape) {
        case .cell(let cell)?: set(cell, slot: slot, at: row)
        case .value(let value)?: set(value, slot: slot, at: row)
        case nil: return false
        }
        return true
    }
}
