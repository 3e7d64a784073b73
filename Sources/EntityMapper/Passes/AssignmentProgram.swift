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
    /// Whether records are versions, of which the newest counts.
    let hasVersions: Bool

    init(_ plan: EntityPlan, _ session: MappingSession) {
        steps = plan.attributes.map { attribute in
            Step(
                slot: attribute.slot, form: Form(of: attribute), isMandatory: attribute.isMandatory)
        }
        isDirect =
            !session.isObserved && plan.recordValidation == nil && plan.routes.isEmpty
            && plan.synchronizationSlot == nil
            && plan.attributes.allSatisfy { $0.validation == nil }
        hasVersions = plan.modification != nil
    }
}

extension AssignmentProgram.Form {
    fileprivate init(of attribute: AttributePlan) {
        self = .other
        guard attribute.conversion.isStandard, attribute.conversion.isUnchecked,
            !attribute.isChecked
        else { return }
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
    /// Writes what a record says of a new object into its row, or into a new one if there is none,
    /// straight from the payload.
    ///
    /// Returns false if something is out of the ordinary; nothing has happened then.
    mutating func assignDirectly(
        _ index: Int, toNew object: Int, _ session: inout MappingSession
    ) -> Bool {
        let record = session.records[index]
        let plan = Int(record.plan)
        let program = programs[plan]
        guard program.isDirect, !record.isIdentifier, session.objects[object].plan == record.plan
        else { return false }
        let known = session.objects[object].position
        if known < 0 {
            let position = newRows[plan].append(
                record, of: object, by: program, tape, &session)
            guard let position else { return false }
            session.objects[object].position = position
        } else {
            // Which of several records is newer has to be asked.
            guard !program.hasVersions else { return false }
            let applied = session.appliedPlaces(before: record)
            guard
                newRows[plan].write(
                    record, over: applied, at: known, by: program, tape, session.places)
            else { return false }
        }
        session.noteDirectlyApplied(index)
        return true
    }
}

extension MappingSession {
    /// What an attribute gets from a value, if nothing is to be said about it.
    func plainValue(
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
