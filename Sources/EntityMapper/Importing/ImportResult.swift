import ObjectGraph

/// What came of an import, by payload and in total.
///
/// ```swift
/// for payload in result.payloads { print(payload.name, payload.result.total.inserted) }
/// print(result.total.inserted, result.unresolved)
/// ```
public struct ImportResult: Sendable {
    /// One payload.
    public struct Payload: Sendable {
        /// The name it was added with.
        public let name: String
        /// What came of it at the time when it was mapped: what it left open may have been
        /// connected since.
        public let result: MappingResult
    }

    /// The payloads, in the order they were added.
    public let payloads: [Payload]
    /// Foreign keys that have no destination in the end, those of the store included.
    public let unresolved: [UnresolvedConnection]
    /// What connections have changed behind the last payload: over all of them, and after the save.
    let later: [[String: ConnectionTally.Count]]

    /// How many objects of each entity did what, over all payloads.
    ///
    /// An object counts once for each payload it is in. `connected` and `cleared` include what was
    /// connected over all payloads in the end, and `unresolved` counts what was open then.
    public var counts: [String: MappingCounts] {
        var counts: [String: MappingCounts] = [:]
        for (entity, part) in payloads.flatMap(\.result.counts) {
            counts[entity, default: MappingCounts()] += part
        }
        later.forEach { counts.add($0) }
        for entity in counts.keys { counts[entity]?.unresolved = 0 }
        for open in unresolved { counts[open.entity]?.unresolved += open.count }
        return counts
    }

    /// The sum over all entities.
    public var total: MappingCounts {
        counts.values.reduce(into: MappingCounts()) { $0 += $1 }
    }

    /// How many issues there were in all payloads.
    public var issueCount: Int { payloads.reduce(0) { $0 + $1.result.issueCount } }

    /// Throws if anything did not fit.
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
