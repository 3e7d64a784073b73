/// What came of mapping into a context, before and after the context is saved.
package struct CheckedResult: Sendable {
    /// What came of mapping alone.
    package let beforeSaving: MappingResult
    private let report: ConnectionCheck.Report

    init(_ result: MappingResult, _ report: ConnectionCheck.Report) {
        beforeSaving = result
        self.report = report
    }

    /// What came of it once the context is saved: connections may have been evaluated again then.
    package var afterSaving: MappingResult {
        report.content.map(beforeSaving.adding) ?? beforeSaving
    }
}
