import ConnectionEvaluation

/// The results of mapping into a context, before and after the context is saved.
package struct CheckedResult: Sendable {
    /// The result of mapping alone.
    package let beforeSaving: MappingResult
    /// The parts of the load, including this one.
    package let parts: LoadParts
    /// The account of the operation; `nil` if none is kept.
    package let account: LoadAccount?
    private let report: ConnectionCheck.Report

    init(
        _ result: MappingResult, _ report: ConnectionCheck.Report, _ parts: LoadParts,
        _ account: LoadAccount?
    ) {
        beforeSaving = result
        self.account = account
        self.report = report
        self.parts = parts
    }

    /// The result after the save, including connections that were evaluated again.
    package var afterSaving: MappingResult {
        report.content.map(beforeSaving.adding) ?? beforeSaving
    }
}

extension MappingResult {
    /// Returns the result extended by the findings of the connection check after the save.
    fileprivate func adding(_ check: ConnectionCheck.Report.Content) -> MappingResult {
        var counts = counts
        counts.add(check.counts)
        for entity in counts.keys { counts[entity]?.unresolved = 0 }
        for open in check.unresolved {
            counts[open.entity, default: MappingCounts()].unresolved += open.count
        }
        return MappingResult(
            counts: counts, issues: issues, issueCount: issueCount,
            unresolved: check.unresolved + unresolved.filter { $0.problem != nil },
            orphans: orphans, warnings: warnings, withdrawn: withdrawn, roots: roots,
            absences: absences)
    }
}
