/// The part of the rows in order that a request returns, and how many rows around it are kept.
///
/// A request with a limit keeps some rows after its last one, so that rows can leave the result
/// without a request to the store for those that take their place.
struct ResultWindow: Sendable {
    private let limit: Int?
    private let offset: Int
    /// The greatest number of rows before the result that are kept.
    private static let greatestOffset = 10_000

    init(_ request: RowRequest) {
        limit = request.limit
        offset = request.offset
    }

    /// Indicates whether the result is all rows that match.
    var isWhole: Bool { limit == nil && offset == 0 }

    /// Indicates whether the rows are kept from the first one on.
    ///
    /// If not, the result begins so far after them that it is asked for after each change.
    var keepsRows: Bool { offset <= Self.greatestOffset }

    /// The indices of the result among the rows.
    var range: Range<Int> {
        offset..<(limit.map { offset.addingReportingOverflow($0) }.map { $1 ? .max : $0 } ?? .max)
    }

    /// The number of rows to read; `nil` for all.
    var kept: Int? { limit == nil ? nil : range.upperBound.saturating(adding: reserve) }

    /// The number of rows beyond which some are forgotten; `nil` for none.
    var greatestKept: Int? { kept?.saturating(adding: reserve) }

    private var reserve: Int { min(max((limit ?? 0) / 2, 16), 1000) }
}

extension Int {
    fileprivate func saturating(adding other: Int) -> Int {
        let (sum, overflows) = addingReportingOverflow(other)
        return overflows ? .max : sum
    }
}
