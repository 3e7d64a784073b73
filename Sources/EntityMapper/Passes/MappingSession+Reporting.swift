import ObjectGraph
import Payload

/// Recording issues, which fails the operation if a policy requires it.
extension MappingSession {
    /// Records the type mismatches of a value, or fails the operation if the policy requires it.
    ///
    /// - Returns: The value to assign nevertheless: nil for an unknown case of an enumeration, or
    ///   an array in which unknown cases are nil. If the result is `nil`, there is no valid value.
    mutating func report(
        _ attribute: AttributePlan, of record: Int, at place: Int, reason: String?,
        as name: String? = nil
    ) throws(MappingError) -> Value? {
        let reading = attribute.conversion.diagnosis(document, at: place, reason: reason)
        for mismatch in reading.mismatches {
            try report(
                .invalidValue, at: mismatch.place, plan: Int(records[record].plan), record: record,
                attribute: name ?? attribute.name, expected: mismatch.expected,
                found: mismatch.found, isNotice: reading.value != nil)
        }
        return reading.value
    }

    /// Records a value that violates a rule of the model, or fails the operation if the policy
    /// requires it.
    mutating func report(
        _ fault: ValueCheck.Fault, of attribute: AttributePlan, record: Int, at place: Int,
        as name: String? = nil
    ) throws(MappingError) {
        try report(
            .rejected, at: place, plan: Int(records[record].plan), record: record,
            attribute: name ?? attribute.name, expected: fault.expected, found: fault.found)
    }

    /// Records an issue, or fails the operation if the policy requires it.
    mutating func report(
        _ code: MappingIssue.Code, at place: Int, plan: Int, record: Int? = nil,
        attribute: String? = nil, expected: String, found: String, isNotice: Bool = false,
        fails: Bool = false
    ) throws(MappingError) {
        try add(
            PendingIssue(
                code: code, entity: self.plan.entities[plan].layout.name,
                identity: record.flatMap(identity), property: attribute,
                place: shownPlace(place, record, fails), expected: expected, found: found,
                isNotice: isNotice),
            of: record, fails: fails)
    }

    /// Records that the value at a root path or in a relationship of an enclosing record is not a
    /// representation.
    mutating func report(
        _ code: MappingIssue.Code, at place: Int, _ step: Step, plan: Int? = nil,
        subject: String? = nil, expected: String, found: String, fails: Bool = false
    ) throws(MappingError) {
        unreadMappings.insert(step.mapping)
        guard step.parent >= 0 else {
            let known = plan ?? (step.mapping < self.plan.entities.count ? step.mapping : nil)
            try report(
                code, at: place,
                subject: known.map { self.plan.entities[$0].layout.name } ?? subject ?? "",
                expected: expected, found: found, fails: fails)
            return
        }
        let around = records[Int(step.parent)]
        try report(
            code, at: place, plan: Int(around.plan), record: Int(step.parent),
            attribute: self.plan(of: around).relationships[Int(step.role)].layout.name,
            expected: expected, found: found, fails: fails)
    }

    /// Records an issue that does not belong to a record.
    mutating func report(
        _ code: MappingIssue.Code, at place: Int, subject: String, expected: String,
        found: String, isNotice: Bool = false, fails: Bool = false
    ) throws(MappingError) {
        try add(
            PendingIssue(
                code: code, entity: subject, place: shownPlace(place, nil, fails),
                expected: expected, found: found, isNotice: isNotice),
            of: nil, fails: fails)
    }

    /// Returns the tape index to record for an issue; `nil` if no more issues are kept, so that it
    /// is not needed.
    private func shownPlace(_ place: Int, _ record: Int?, _ fails: Bool) -> Int? {
        let isWanted = !issues.isFull || isObserved || fails || options.failurePolicy == .fail
        return isWanted ? origin(of: place, record: record) : nil
    }

    private mutating func add(
        _ issue: PendingIssue, of record: Int?, fails: Bool
    ) throws(MappingError) {
        notifyFailure(issue, of: record)
        if fails || (options.failurePolicy == .fail && !issue.isNotice) {
            throw MappingError(MappingIssue(issue, in: document))
        }
        issues.add(issue)
    }

    /// Returns the tape index of a value in the payload; for a synthesized value, that of the value
    /// or record from which it was made.
    func origin(of place: Int, record: Int?) -> Int? {
        if let origin = payloadOrigin(of: place) { return origin }
        guard let record else { return nil }
        return payloadOrigin(of: Int(records[record].place))
    }

    /// Returns the identification of a record as text, as far as its values convert.
    private func identity(of record: Int) -> String? {
        let plan = plan(of: records[record])
        let parts = (plan.identification?.attributes ?? []).compactMap { index -> String? in
            let place = Int(places[records[record].firstPlace + index])
            let attribute = plan.attributes[index]
            guard place >= 0,
                case .value(let value) = attribute.conversion.convert(document, at: place),
                !value.isNull
            else { return nil }
            return "\(attribute.name): \(value)"
        }
        return parts.isEmpty ? nil : parts.joined(separator: ", ")
    }
}
