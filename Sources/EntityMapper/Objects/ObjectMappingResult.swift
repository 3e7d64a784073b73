public import Payload

/// What came of mapping one root path to plain Swift values.
///
/// ```swift
/// let result = try users.run(bytes, at: "users")
/// print(result.values.count, result.first?.name ?? "nobody", result.issues)
/// ```
public struct ObjectMappingResult<Mapped> {
    /// Where the representations were.
    public let rootPath: PayloadPath
    /// The values, in the order of the payload, without those that failed.
    public let values: [Mapped]
    /// What did not fit, in the order of the payload; at most as many as the options keep.
    public let issues: [MappingIssue]
    /// How many issues there were, the ones that were not kept included.
    public let issueCount: Int
    /// Whether there was no list.
    let isSingle: Bool

    /// The first value.
    public var first: Mapped? { values.first }

    /// Throws if anything did not fit.
    ///
    /// - Throws: ``MappingError`` with code `issuesFound` and the first issues.
    public func requireNoIssues() throws(MappingError) {
        try MappingResult(
            counts: [:], issues: issues, issueCount: issueCount, unresolved: [], orphans: nil,
            roots: []
        ).requireNoIssues()
    }
}

extension ObjectMappingResult: Sendable where Mapped: Sendable {}
