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

extension Value {
    /// The kind of the value as used in messages.
    var word: String { kindWord }
}
