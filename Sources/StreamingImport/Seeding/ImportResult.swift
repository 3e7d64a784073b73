public import ConnectionEvaluation
public import EntityMapper
import ObjectGraph

/// The result of an import, by payload and in total.
///
/// ```swift
/// for payload in result.payloads { print(payload.name, payload.result.total.inserted) }
/// print(result.total.inserted, result.unresolved)
/// ```
public struct ImportResult: Sendable {
    /// The result of a payload.
    public struct Payload: Sendable {
        /// The name given to the payload.
        public let name: String
        /// The result at the time the payload was mapped; unresolved connections may have been
        /// filled since.
        public let result: MappingResult
    }

    /// The payloads in the order of addition.
    public let payloads: [Payload]
    /// The unresolved foreign keys at the end, including those already in the store.
    public let unresolved: [UnresolvedConnection]
    /// The changes made by connections after the last payload: over all payloads, and after the
    /// save.
    let later: [String: ConnectionTally.Count]

    /// The counts by entity, over all payloads.
    ///
    /// An object is counted once for each payload that contains it. `connected` and `cleared`
    /// include the connections evaluated over all payloads at the end, and `unresolved` is the
    /// number at the end.
    public var counts: [String: MappingCounts] {
        var counts: [String: MappingCounts] = [:]
        for (entity, part) in payloads.flatMap(\.result.counts) {
            counts[entity, default: MappingCounts()] += part
        }
        counts.add(later)
        for entity in counts.keys { counts[entity]?.unresolved = 0 }
        for open in unresolved { counts[open.entity]?.unresolved += open.count }
        return counts
    }

    /// The sum of the counts of all entities.
    public var total: MappingCounts {
        counts.values.reduce(into: MappingCounts()) { $0 += $1 }
    }

    /// The number of issues in all payloads.
    public var issueCount: Int { payloads.reduce(0) { $0 + $1.result.issueCount } }

    /// Throws an error if there are issues.
    ///
    /// - Throws: ``MappingError`` with code `issuesFound`, and the first issues with the names of
    ///   their payloads.
    public func requireNoIssues() throws(MappingError) {
        guard issueCount > 0 else { return }
        throw MappingError(
            .issuesFound,
            "the payloads have \(TextLines.count(issueCount, "issue")):\n\(issueLines.bulleted)")
    }

    /// The first issues, each with the name of its payload.
    var issueLines: TextLines {
        let issues = payloads.lazy.flatMap { payload in
            payload.result.issues.prefix(5).map { "'\(payload.name)': \($0)" }
        }
        return TextLines(Array(issues.prefix(5)), of: issueCount)
    }
}
