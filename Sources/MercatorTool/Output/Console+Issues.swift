import MappingInference
import Mercator

extension MappingIssue {
    /// The issue in one line, without an identity whose name is sensitive.
    var shown: String {
        guard let identity,
            identity.split(separator: ":").contains(where: {
                Sensitivity.isSensitive(name: String($0))
            })
        else { return "\(self)" }
        return "\(self)".replacing(" (\(identity))", with: "", maxReplacements: 1)
    }
}

extension Console {
    /// The maximum number of issues printed individually.
    private static let shownIssues = 5

    /// Prints the issues of a result.
    func note(issuesOf result: MappingResult) {
        note(issues: result.issues, of: result.issueCount)
    }

    /// Prints the first issues, and the number of further ones.
    func note(issues: [MappingIssue], of count: Int) {
        let shown = issues.prefix(Self.shownIssues)
        for issue in shown { note(issue.shown) }
        if count > shown.count { note("and \(count - shown.count) more that do not fit") }
    }
}
