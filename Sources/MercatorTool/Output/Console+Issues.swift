import Mercator

extension Console {
    /// How many issues are told one by one.
    private static let shownIssues = 5

    /// Tells what of a payload does not fit.
    func note(issuesOf result: MappingResult) {
        let shown = result.issues.prefix(Self.shownIssues)
        for issue in shown { note("\(issue)") }
        if result.issueCount > shown.count {
            note("and \(result.issueCount - shown.count) more that do not fit")
        }
    }
}
