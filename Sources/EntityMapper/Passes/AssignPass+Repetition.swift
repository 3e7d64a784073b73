import ObjectGraph
import Payload

extension AssignPass {
    /// Tests whether the row of an object already has all values of a record.
    ///
    /// Values are compared as bytes, in the payload and in the row, without creating values.
    mutating func isRepetition(
        _ index: Int, of row: Row, _ session: inout MappingSession
    ) -> Bool {
        let record = session.records[index]
        let plan = Int(record.plan)
        guard encoders[plan].isDirect, !record.isIdentifier,
            !session.plan.entities[plan].assignsDefaults
        else { return false }
        let steps = encoders[plan].steps
        for target in steps.indices {
            let place = Int(session.places[record.firstPlace + target])
            guard place >= 0 else { continue }
            let isSame =
                isSame(place, steps[target], in: row)
                ?? session.isSame(place, steps[target], target, plan: plan, in: row)
            guard isSame else { return false }
        }
        session.noteDirectlyApplied(index)
        return true
    }

    /// Tests whether a row has the value at a tape index; `nil` if a conversion is needed.
    private mutating func isSame(
        _ place: Int, _ step: AttributeEncoder.Step, in row: Row
    ) -> Bool? {
        if let cell = step.encoding.cell(at: place, tape) {
            return row.has(cell, of: tape.bytes, in: step.slot)
        }
        spelling.removeAll(keepingCapacity: true)
        switch step.encoding {
        case .text where tape.isString(at: place):
            tape.appendText(at: place, to: &spelling)
            return row.has(
                RowCell(.ownText, length: UInt32(spelling.count)), of: spelling, in: step.slot)
        case .list where tape.integers(at: place) != nil:
            tape.appendIntegers(at: place, to: &spelling)
            return row.has(
                RowCell(.ownList, length: UInt32(spelling.count)), of: spelling, in: step.slot)
        default: return nil
        }
    }
}

extension MappingSession {
    /// Tests whether a row has the converted value at a tape index.
    fileprivate func isSame(
        _ place: Int, _ step: AttributeEncoder.Step, _ target: Int, plan: Int, in row: Row
    ) -> Bool {
        let attribute = self.plan.entities[plan].attributes[target]
        guard case .value(let value) = attribute.conversion.convert(document, at: place)
        else { return false }
        return row.has(value, in: step.slot)
    }
}
