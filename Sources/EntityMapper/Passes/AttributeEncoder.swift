import ObjectGraph
import Payload

/// The encodings of a plan's attributes for direct assignment, as plain values.
struct AttributeEncoder: Sendable {
    /// The encoding of an attribute.
    struct Step: Sendable {
        let slot: Int
        let encoding: CellEncoding
        let isMandatory: Bool
    }

    /// A common encoding that requires no conversion.
    enum CellEncoding: Sendable {
        case integer, double, boolean, text, date, list
        /// A value that requires conversion.
        case other
    }

    /// The encodings, by index of the attribute in the plan.
    let steps: [Step]
    /// Indicates whether records can be assigned directly: there are no observer, validations,
    /// routes or synchronization state.
    let isDirect: Bool
    /// Indicates whether records have versions, of which the newest is applied.
    let hasVersions: Bool

    init(_ plan: EntityPlan, _ session: MappingSession) {
        steps = plan.attributes.map { attribute in
            Step(
                slot: attribute.slot, encoding: CellEncoding(of: attribute),
                isMandatory: attribute.isMandatory)
        }
        isDirect =
            !session.isObserved && plan.recordValidation == nil && plan.routes.isEmpty
            && plan.synchronizationSlot == nil
            && plan.attributes.allSatisfy { $0.validation == nil }
        hasVersions = plan.modification != nil
    }
}

extension AttributeEncoder.CellEncoding {
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
    /// Writes the values of a record into the row of a new object, directly from the payload,
    /// creating the row if needed.
    ///
    /// Returns `false`, without any effect, if the record requires the general path.
    mutating func assignDirectly(
        _ index: Int, toNew object: Int, _ session: inout MappingSession
    ) -> Bool {
        let record = session.records[index]
        let plan = Int(record.plan)
        let encoder = encoders[plan]
        guard encoder.isDirect, !record.isIdentifier, session.objects[object].plan == record.plan
        else { return false }
        let known = session.objects[object].position
        if known < 0 {
            let position = newRows[plan].append(
                record, of: object, by: encoder, tape, &session)
            guard let position else { return false }
            session.objects[object].position = position
        } else {
            // The versions of several records must be compared.
            guard !encoder.hasVersions else { return false }
            let applied = session.appliedPlaces(before: record)
            guard
                newRows[plan].write(
                    record, over: applied, at: known, by: encoder, tape, session.places)
            else { return false }
        }
        session.noteDirectlyApplied(index)
        return true
    }
}

extension MappingSession {
    /// Returns the value of an attribute after conversion; `nil` if it requires a report.
    func plainValue(
        at place: Int, _ step: AttributeEncoder.Step, _ target: Int, _ plan: Int
    ) -> Value? {
        let attribute = self.plan.entities[plan].attributes[target]
        guard case .value(let value) = attribute.conversion.convert(document, at: place),
            !value.isNull || !step.isMandatory, attribute.fault(of: value) == nil
        else { return nil }
        return value
    }

    /// Records that all values of a record have been written to the row of its object.
    mutating func noteDirectlyApplied(_ index: Int) {
        let object = Int(records[index].object)
        objects[object].isStub = false
        objects[object].appliedRecord = Int32(index)
        records[index].isApplied = true
    }
}
