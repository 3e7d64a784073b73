import ObjectGraph
import Payload

/// Running the validations of values and records.
extension MappingSession {
    /// The result of validating a value.
    enum Judgement {
        case assign(Value)
        case leave
        case fail
    }

    /// Returns whether the rest of a record is applied after a part of it failed.
    mutating func goesOn(without record: Int) -> Bool {
        guard options.failurePolicy == .skipRecord else { return true }
        records[record].hasFailed = true
        return false
    }

    /// Runs the validation of a value.
    mutating func judge(
        _ value: Value, of attribute: AttributePlan, _ validation: ValueValidation,
        target: Int, _ record: Int, _ place: Int
    ) throws(MappingError) -> Judgement {
        let reason: String
        do {
            switch try validation.validate(value) {
            case .accept: return .assign(value)
            case .decline:
                notify(.declined, record: record, target: target, place: place)
                return .leave
            case .replace(let other):
                if other.isNull { return .assign(other) }
                if let fitting = attribute.conversion.fitting(other) { return .assign(fitting) }
                reason =
                    "a \(attribute.conversion.type.word); the validation '\(validation.name)' gave a "
                    + other.word
            case .reject(let expected): reason = expected
            }
        } catch {
            reason = "what the validation '\(validation.name)' accepts; it says: \(error)"
        }
        let shown = place >= 0 ? place : Int(records[record].place)
        try report(
            .rejected, at: shown, plan: Int(records[record].plan), record: record,
            attribute: attribute.name, expected: reason, found: "\(value.word) that is not")
        return .fail
    }

    /// Runs the record validation, and returns whether the record is accepted.
    mutating func validate(
        _ index: Int, _ row: Row, over old: Row, isNew: Bool
    ) throws(MappingError) -> Bool {
        let record = records[index]
        let plan = plan(of: record)
        guard let validation = plan.recordValidation else { return true }
        let candidate = RecordValidation.Candidate(
            isNew: isNew, representation: PayloadValue(document, at: Int(record.place)),
            values: row.values, stored: old.values, slots: plan.layout.slotIndexes)
        let reason: String
        do {
            switch try validation.validate(candidate) {
            case .accept: return true
            case .decline:
                notify(.declined, record: index)
                records[index].isDeclined = true
                records[index].hasFailed = true
                return false
            case .reject(let expected): reason = expected
            }
        } catch {
            reason = "what the validation '\(validation.name)' accepts; it says: \(error)"
        }
        try report(
            .rejected, at: Int(record.place), plan: Int(record.plan), record: index,
            expected: reason, found: "a record that is not")
        records[index].hasFailed = true
        return false
    }
}
