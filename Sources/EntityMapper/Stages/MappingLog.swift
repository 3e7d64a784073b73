import MercatorPayload
import ObjectGraph

/// The issues, events and progress of an operation.
///
/// Recording an issue throws ``MappingError`` if a policy requires that the operation fails.
struct MappingLog {
    let plan: MappingPlan
    let failurePolicy: FailurePolicy
    let observer: (any MappingObserver)?
    /// Indicates whether there is an observer.
    ///
    /// It is tested before each event because most operations have none.
    let isObserved: Bool
    private(set) var issues: IssueLog
    /// The mappings, including dynamic mappings, with unreadable representations.
    private(set) var unreadMappings: Set<Int> = []
    /// The fraction of the work that was reported to the observer, from 0 to 1.
    var progress = 0.0

    init(_ request: MappingRequest) {
        plan = request.plan
        failurePolicy = request.options.failurePolicy
        observer = request.observer
        isObserved = request.observer != nil
        issues = IssueLog(limit: request.options.issueLimit)
    }

    /// Adds an issue that does not refer to the payload.
    mutating func add(_ issue: PendingIssue) { issues.add(issue) }

    /// Indicates whether the description of an issue is used.
    var keepsDetails: Bool { !issues.isFull || isObserved || failurePolicy == .fail }
}

/// Recording issues.
extension MappingLog {
    /// Records an issue with a record or one of its properties.
    mutating func report(
        _ code: MappingIssue.Code, at index: TapeIndex, of record: RecordIndex,
        in graph: RecordGraph, property: String? = nil, expected: String, found: String,
        isNotice: Bool = false, fails: Bool = false
    ) throws(MappingError) {
        try add(
            PendingIssue(
                code: code, entity: graph.plan(of: record).layout.name,
                identity: graph.identity(of: record), property: property,
                position: origin(of: index, record, graph, fails), expected: expected, found: found,
                isNotice: isNotice),
            of: record, graph, fails: fails)
    }

    /// Records an issue with a whole record.
    mutating func report(
        _ code: MappingIssue.Code, _ record: RecordIndex, in graph: RecordGraph,
        property: String? = nil, expected: String, found: String, isNotice: Bool = false,
        fails: Bool = false
    ) throws(MappingError) {
        try report(
            code, at: graph.records[record].representation, of: record, in: graph,
            property: property, expected: expected, found: found, isNotice: isNotice, fails: fails)
    }

    /// Records the type mismatches of a value.
    ///
    /// - Returns: The value to assign nevertheless: nil for an unknown case of an enumeration, or
    ///   an array with nil for each unknown case. If the result is `nil`, there is no valid value.
    mutating func report(
        _ reading: Reading, of record: RecordIndex, in graph: RecordGraph, property: String
    ) throws(MappingError) -> Value? {
        for mismatch in reading.mismatches {
            try report(
                .invalidValue, at: TapeIndex(mismatch.position), of: record, in: graph,
                property: property, expected: mismatch.expected, found: mismatch.found,
                isNotice: reading.value != nil)
        }
        return reading.value
    }

    /// Records that a value is not a representation.
    ///
    /// The value is at a root path or in a relationship of an enclosing record.
    mutating func report(
        _ code: MappingIssue.Code, at index: TapeIndex, _ edge: Edge, in graph: RecordGraph,
        plan known: PlanIndex? = nil, subject: String? = nil, expected: String, found: String,
        fails: Bool = false
    ) throws(MappingError) {
        unreadMappings.insert(edge.mapping)
        guard let parent = edge.parent else {
            let name = known ?? plan.entityPlan(at: edge.mapping)
            try report(
                code, at: index, in: graph,
                subject: name.map { plan.entities[$0].layout.name } ?? subject ?? "",
                expected: expected, found: found, fails: fails)
            return
        }
        try report(
            code, at: index, of: parent, in: graph,
            property: graph.plan(of: parent).relationships[edge.role.position].layout.name,
            expected: expected, found: found, fails: fails)
    }

    /// Records an issue that does not belong to a record.
    mutating func report(
        _ code: MappingIssue.Code, at index: TapeIndex, in graph: RecordGraph, subject: String,
        expected: String, found: String, isNotice: Bool = false, fails: Bool = false
    ) throws(MappingError) {
        try add(
            PendingIssue(
                code: code, entity: subject, position: origin(of: index, nil, graph, fails),
                expected: expected, found: found, isNotice: isNotice),
            of: nil, graph, fails: fails)
    }

    /// Returns the origin of an issue; `nil` if no more issues are kept, so that it is not needed.
    private func origin(
        of index: TapeIndex, _ record: RecordIndex?, _ graph: RecordGraph, _ fails: Bool
    ) -> Int? {
        keepsDetails || fails
            ? graph.payloadOrigin(of: index, in: record)?.position : nil
    }

    private mutating func add(
        _ issue: PendingIssue, of record: RecordIndex?, _ graph: RecordGraph, fails: Bool
    ) throws(MappingError) {
        notify(issue, of: record, in: graph)
        if fails || (failurePolicy == .fail && !issue.isNotice) {
            throw MappingError(MappingIssue(issue, in: graph.document))
        }
        issues.add(issue)
    }
}
