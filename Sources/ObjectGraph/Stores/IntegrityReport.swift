/// The result of an integrity check of a whole store.
///
/// ```swift
/// let report = try container.checkIntegrity()
/// print(report.isClean, report.problems.map(\.code))
/// ```
public struct IntegrityReport: Sendable, Hashable, CustomStringConvertible {
    /// The problems found, with damage to the file first.
    public let problems: [IntegrityProblem]
    /// Indicates whether the list was cut at the limit, so that there may be more problems.
    public let isTruncated: Bool

    package init(problems: [IntegrityProblem], isTruncated: Bool) {
        self.problems = problems
        self.isTruncated = isTruncated
    }

    /// Indicates whether no problems were found.
    public var isClean: Bool { problems.isEmpty }

    /// One line for each problem.
    public var description: String {
        guard !isClean else { return "no problems" }
        let rest = problems.count - min(problems.count, 50)
        return problems.prefix(50).map(\.description).joined(separator: "\n")
            + (rest > 0 ? "\nand \(rest) more" : "") + (isTruncated ? "\nand perhaps more" : "")
    }
}
