import Mercator

extension Console {
    /// How many issues are told one by one.
    private static let shownIssues = 5

    /// Tells what of a payload does not fit.
    func note(issuesOf result: MappingResult) {
        note(issues: result.issues, of: result.issueCount)
    }

    /// Tells what does not fit: some issues, and how many more there are.
    func note(issues: [MappingIssue], of count: Int) {
        let shown = issues.prefix(Self.shownIssues)
        for issue in shown { note("\(issue)") }
        if count > shown.count { note("and \(count - shown.count) more that do not fit") }
    }
}
