import ObjectGraph
import Payload

/// An issue as recorded by the passes, with tape indices instead of paths to make recording cheap.
struct PendingIssue {
    let code: MappingIssue.Code
    let entity: String
    var identity: String?
    var property: String?
    /// The tape index of the value; `nil` if it is not in the payload.
    let place: Int?
    let expected: String
    let found: String
    /// Indicates whether the issue is only a notice, because of which nothing was skipped.
    var isNotice = false
}

/// The issues of an operation: all are counted, and a limited number is kept.
struct IssueLog {
    let limit: Int
    private(set) var kept: [PendingIssue] = []
    private(set) var total = 0

    init(limit: Int) {
        self.limit = limit
    }

    /// Indicates whether no more issues are kept.
    var isFull: Bool { kept.count >= limit }

    mutating func add(_ issue: PendingIssue) {
        total += 1
        if kept.count < limit { kept.append(issue) }
    }

    /// Returns the issues with their paths and locations, in payload order; issues outside of the
    /// payload come last.
    ///
    /// - Complexity: O(payload + issues × siblings along the paths).
    func issues(in document: PayloadDocument) -> [MappingIssue] {
        let sorted = kept.enumerated().sorted {
            ($0.element.place ?? .max, $0.offset) < ($1.element.place ?? .max, $1.offset)
        }.map(\.element)
        let offsets = sorted.compactMap(\.place).map(document.tape.startOffset)
        var locations = document.locations(ofBytes: offsets)[...]
        return sorted.map { issue in
            MappingIssue(issue, at: issue.place == nil ? nil : locations.popFirst(), in: document)
        }
    }
}

extension MappingIssue {
    init(_ issue: PendingIssue, in document: PayloadDocument) {
        let location = issue.place.map {
            document.location(ofByte: document.tape.startOffset(at: $0))
        }
        self.init(issue, at: location, in: document)
    }

    fileprivate init(
        _ issue: PendingIssue, at location: PayloadLocation?, in document: PayloadDocument
    ) {
        self.init(
            code: issue.code, entity: issue.entity, identity: issue.identity,
            property: issue.property,
            path: issue.place.map { document.tape.path(to: $0) } ?? "",
            line: location?.line ?? 0, column: location?.column ?? 0, expected: issue.expected,
            found: issue.found)
    }
}

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

extension Value {
    /// The kind of the value as used in messages.
    var word: String { kindWord }
}
