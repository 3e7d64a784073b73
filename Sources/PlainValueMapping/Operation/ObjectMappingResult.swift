public import EntityMapper
public import MercatorPayload

/// The result of mapping a root path to plain Swift values.
///
/// ```swift
/// let result = try users.run(bytes, at: "users")
/// print(result.values.count, result.first?.name ?? "none", result.issues)
/// ```
public struct ObjectMappingResult<Mapped> {
    /// The root path of the representations.
    public let rootPath: PayloadPath
    /// The values in payload order, without failed values.
    public let values: [Mapped]
    /// The issues in payload order, up to the limit in the options.
    public let issues: [MappingIssue]
    /// The number of issues, including those beyond the limit.
    public let issueCount: Int
    /// Indicates whether the root path denotes a single representation, not an array.
    let isSingle: Bool

    /// The first value.
    public var first: Mapped? { values.first }

    /// Throws an error if there are issues.
    ///
    /// - Throws: ``MappingError`` with code `issuesFound` and the first issues.
    public func requireNoIssues() throws(MappingError) {
        try issues.requireNone(of: issueCount)
    }
}

extension ObjectMappingResult: Sendable where Mapped: Sendable {}
