import ObjectGraph
import Payload

/// How the attributes of one plan are assigned when nothing is out of the ordinary, as plain values.
struct AssignmentProgram: Sendable {
    /// What to do with one attribute.
    struct Step: Sendable {
        let slot: Int
        let form: Form
        let isMandatory: Bool
    }

    /// What is common for a type, and needs no conversion.
    enum Form: Sendable {
        case integer, double, boolean, text, date, list
        /// Whatever it is, it is converted.
        case other
    }

    /// By the place among the attributes of the plan.
    let steps: [Step]
    /// Whether records can be assigned this way at all: nobody watches, and nobody has a say in it.
    let isDirect: Bool

    init(_ plan: EntityPlan, _ session: MappingSession) {
        steps = plan.attributes.map { attribute in
            Step(
                slot: attribute.slot, form: Form(of: attribute), isMandatory: attribute.isMandatory)
        }
        isDirect =
            !session.isObserved && plan.recordValidation == nil && plan.routes.isEmpty
            && plan.synchronizationSlot == nil
            && plan.attributes.allSatisfy { $0.validation == nil }
    }
}

extension AssignmentProgram.Form {
    fileprivate init(of attribute: AttributePlan) {
        self = .other
        guard attribute.conversion.isStandard, !attribute.isChecked else { return }
        switch attribute.conversion.type {
        case .integer64: self = .integer
        case .double: self = .double
        case .boolean: self = .boolean
        case .string: self = .text
        case .date: self = .date
        case .array: self = .list
        default: break
        }
    }
}

extension AssignPass {
    /// Writes what a record says of a new object into a new row, straight from the payload.
    ///
    /// Returns false if something is out of the ordinary; nothing has happened then.
    mutating func assignDirectly(
        _ index: Int, toNew object: Int, _ session: inout MappingSession
    ) -> Bool {
        let record = session.records[index]
        let plan = Int(record.plan)
        guard programs[plan].isDirect, !record.isIdentifier,
            session.objects[object].plan == record.plan
        else { return false }
        let position = appendRow(of: object, plan: plan, &session)
        for target in programs[plan].steps.indices {
            let place = Int(session.places[record.firstPlace + target])
            guard place < 0 || write(place, target, plan: plan, at: position, session) else {
                dropRow(of: object, plan: plan, &session)
                return false
            }
        }
        session.noteDirectlyApplied(index)
        return true
    }

    /// Writes the value at a place into a new row, if that is all there is to do.
    private mutating func write(
        _ place: Int, _ target: Int, plan: Int, at position: Int, _ session: MappingSession
    ) -> Bool {
        let step = programs[plan].steps[target]
        if let cell = Self.cell(at: place, step.form, session.document.tape) {
            set(cell, step.slot, plan: plan, at: position)
            return true
        }
        if step.form == .text, session.document.tape.isString(at: place) {
            setText(.ownText, step.slot, plan: plan, at: position) {
                session.document.tape.appendText(at: place, to: &$0)
            }
            return true
        }
        if step.form == .list, session.document.tape.integers(at: place) != nil {
            setText(.ownList, step.slot, plan: plan, at: position) {
                session.document.tape.appendIntegers(at: place, to: &$0)
            }
            return true
        }
        let attribute = session.plan.entities[plan].attributes[target]
        guard case .value(let value) = attribute.conversion.convert(session.document, at: place),
            !value.isNull || !step.isMandatory, attribute.fault(of: value) == nil
        else { return false }
        set(value, step.slot, plan: plan, at: position)
        return true
    }

    /// The commonest of what is common: a value that a cell has room for.
    static func cell(
        at place: Int, _ form: AssignmentProgram.Form, _ tape: PayloadTape
    ) -> RowCell? {
        switch form {
        case .text:
            guard tape.isPlainString(at: place) else { return nil }
            return .sharedText(from: tape.byteOffset(at: place), count: tape.textLength(at: place))
        case .integer:
            guard tape.isInteger(at: place) else { return nil }
            return tape.int64(at: place).map(RowCell.integer)
        case .double:
            guard tape.isNumber(at: place) else { return nil }
            return tape.double(at: place).map(RowCell.double)
        case .boolean: return tape.boolean(at: place).map(RowCell.boolean)
        case .date:
            guard tape.isPlainString(at: place) else { return nil }
            return Timestamp(commonISO8601: tape.bytes, in: tape.textRange(at: place))
                .map(RowCell.date)
        case .list:
            guard case .compact(let range) = tape.integers(at: place) else { return nil }
            return RowCell(
                .sharedList, bits: UInt64(range.lowerBound), length: UInt32(range.count))
        case .other: return nil
        }
    }

    /// Whether everything that a record says is in the row of its object already.
    func isRepetition(
        _ index: Int, of row: Row, _ session: inout MappingSession
    ) -> Bool {
        let record = session.records[index]
        let plan = Int(record.plan)
        guard programs[plan].isDirect, !record.isIdentifier,
            !session.plan.entities[plan].assignsDefaults
        else { return false }
        for target in programs[plan].steps.indices {
            let place = Int(session.places[record.firstPlace + target])
            guard place < 0 || isSame(place, target, plan: plan, in: row, session) else {
                return false
            }
        }
        session.noteDirectlyApplied(index)
        return true
    }

    private func isSame(
        _ place: Int, _ target: Int, plan: Int, in row: Row, _ session: MappingSession
    ) -> Bool {
        let step = programs[plan].steps[target]
        if let cell = Self.cell(at: place, step.form, session.document.tape) {
            return row.has(cell, of: session.document.tape.bytes, in: step.slot)
        }
        let attribute = session.plan.entities[plan].attributes[target]
        guard case .value(let value) = attribute.conversion.convert(session.document, at: place)
        else { return false }
        return row.has(value, in: step.slot)
    }
}

extension MappingSession {
    /// Notes that everything a record says is in the row of its object.
    fileprivate mutating func noteDirectlyApplied(_ index: Int) {
        let object = Int(records[index].object)
        objects[object].isStub = false
        objects[object].appliedRecord = Int32(index)
        records[index].isApplied = true
    }
}
