import EntityMapper

extension MappingResult {
    /// The codes of issues that do not concern the payload's mapped objects.
    private static let harmless: Set<MappingIssue.Code> = [
        .ambiguousConnection, .ambiguousIdentity, .unknownRoot,
    ]

    /// Indicates whether everything that is mapped was taken as it came.
    var isWhole: Bool {
        issueCount == issues.count && issues.allSatisfy { Self.harmless.contains($0.code) }
    }
}
