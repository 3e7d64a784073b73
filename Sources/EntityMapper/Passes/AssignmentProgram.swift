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
        let steps = programs[plan].steps
        let tape = tape
        let position = withNewRows(of: plan) { rows -> Int? in
            let position = rows.append(object: object, number: session.objects[object].number)
            for target in steps.indices {
                let place = Int(session.places[record.firstPlace + target])
                guard place >= 0 else { continue }
                if rows.write(place, steps[target], at: position, tape) { continue }
                guard let value = session.plainValue(at: place, steps[target], target, plan) else {
                    rows.removeLast()
                    return nil
                }
                rows.set(value, steps[target].slot, at: position)
            }
            return position
        }
        guard let position else { return false }
        session.objects[object].position = position
        session.noteDirectlyApplied(index)
        return true
    }
}

extension MappingSession {
    /// What an attribute gets from a value, if nothing is to be said about it.
    fileprivate func plainValue(
        at place: Int, _ step: AssignmentProgram.Step, _ target: Int, _ plan: Int
    ) -> Value? {
        let attribute = self.plan.entities[plan].attributes[target]
        guard case .value(let value) = attribute.conversion.convert(document, at: place),
            !value.isNull || !step.isMandatory, attribute.fault(of: value) == nil
        else { return nil }
        return value
    }

    /// Notes that everything a record says is in the row of its object.
    mutating func noteDirectlyApplied(_ index: Int) {
        let object = Int(records[index].object)
        objects[object].isStub = false
        objects[object].appliedRecord = Int32(index)
        records[index].isApplied = true
    }
}
