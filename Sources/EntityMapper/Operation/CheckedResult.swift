/// The results of mapping into a context, before and after the context is saved.
package struct CheckedResult: Sendable {
    /// The result of mapping alone.
    package let beforeSaving: MappingResult
    private let report: ConnectionCheck.Report

    init(_ result: MappingResult, _ report: ConnectionCheck.Report) {
        beforeSaving = result
        self.report = report
    }

    /// The result after the save, including connections that were evaluated again.
    package var afterSaving: MappingResult {
        report.content.map(beforeSaving.adding) ?? beforeSaving
    }
}
