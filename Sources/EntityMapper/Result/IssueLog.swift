import ObjectGraph
import Payload

/// An issue as the passes note it: in numbers, so that noting one costs little.
struct PendingIssue {
    let code: MappingIssue.Code
    let entity: String
    var identity: String?
    var property: String?
    /// Where on the tape; `nil` for what is not in the payload.
    let place: Int?
    let expected: String
    let found: String
    /// Whether nothing was left out because of it.
    var isNotice = false
}

/// The issues of one operation: all are counted, as many as the limit says are kept.
struct IssueLog {
    let limit: Int
    private(set) var kept: [PendingIssue] = []
    private(set) var total = 0

    init(limit: Int) {
        self.limit = limit
    }

    /// Whether no further issue is kept.
    var isFull: Bool { kept.count >= limit }

    mutating func add(_ issue: PendingIssue) {
        total += 1
        if kept.count < limit { kept.append(issue) }
    }

    /// The issues with their paths and places, in the order of the payload; what is not in it last.
    ///
    /// - Complexity: O(payload + issues × siblings on the way).
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
    /// Notes a value that does not fit its attribute, or fails the operation if the policy says so.
    ///
    /// - Returns: What the attribute gets all the same: nil for a case that an enumeration does not
    ///   have, or an array in which such cases are nil. Without it, the value does not fit.
    mutating func report(
        _ attribute: AttributePlan, of record: Int, at place: Int, reason: String?,
        as name: String? = nil
    ) throws(MappingError) -> Value? {
        let reading = attribute.conversion.diagnosis(document, at: place, reason: reason)
        for misfit in reading.misfits {
            try report(
                .invalidValue, at: misfit.place, plan: Int(records[record].plan), record: record,
                attribute: name ?? attribute.name, expected: misfit.expected,
                found: misfit.found, isNotice: reading.value != nil)
        }
        return reading.value
    }

    /// Notes a value that breaks a rule of the model, or fails the operation if the policy says so.
    mutating func report(
        _ fault: ValueCheck.Fault, of attribute: AttributePlan, record: Int, at place: Int,
        as name: String? = nil
    ) throws(MappingError) {
        try report(
            .rejected, at: place, plan: Int(records[record].plan), record: record,
            attribute: name ?? attribute.name, expected: fault.expected, found: fault.found)
    }

    /// Notes an issue, or fails the operation if the policy says so.
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

    /// Notes that something is no representation where one should be: at a root, or in a relationship
    /// of the record around it.
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

    /// Notes an issue of something that is no record.
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

    /// Where in the payload an issue is; nobody asks for it once enough issues are kept.
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

    /// Where in the payload something is, or what it was made for.
    func origin(of place: Int, record: Int?) -> Int? {
        if let origin = payloadOrigin(of: place) { return origin }
        guard let record else { return nil }
        return payloadOrigin(of: Int(records[record].place))
    }

    /// The identification of a record as text, as far as it converts.
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
    /// The kind of value, in the words of messages.
    var word: String { kindWord }
}
