package import MercatorPayload
import ObjectGraph

/// The issues of an operation: all are counted, and a limited number is kept.
package struct IssueLog {
    let limit: Int
    private(set) var kept: [PendingIssue] = []
    package private(set) var total = 0

    package init(limit: Int) {
        self.limit = limit
    }

    /// Indicates whether no more issues are kept.
    var isFull: Bool { kept.count >= limit }

    package mutating func add(_ issue: PendingIssue) {
        total += 1
        if kept.count < limit { kept.append(issue) }
    }

    /// Returns the issues with their paths and locations, in payload order.
    ///
    /// Issues outside of the payload come last.
    ///
    /// - Complexity: O(payload + issues × siblings along the paths).
    package func issues(in document: PayloadDocument) -> [MappingIssue] {
        let sorted = kept.enumerated().sorted {
            ($0.element.position ?? .max, $0.offset) < ($1.element.position ?? .max, $1.offset)
        }.map(\.element)
        let offsets = sorted.compactMap(\.position).map(document.tape.startOffset)
        var locations = document.locations(ofBytes: offsets)[...]
        return sorted.map { issue in
            MappingIssue(
                issue, at: issue.position == nil ? nil : locations.popFirst(), in: document)
        }
    }
}

extension MappingIssue {
    package init(_ issue: PendingIssue, in document: PayloadDocument) {
        let location = issue.position.map {
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
            path: issue.position.map { document.tape.path(to: $0) } ?? "",
            line: location?.line ?? 0, column: location?.column ?? 0, expected: issue.expected,
            found: issue.found)
    }
}

extension Value {
    /// The kind of the value as used in messages.
    package var word: String { kindWord }
}
