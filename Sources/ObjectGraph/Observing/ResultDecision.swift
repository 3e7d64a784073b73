/// The fate of a touched row.
struct ResultDecision: Sendable {
    enum Outcome: Sendable {
        /// The row is not in the result.
        case absent
        /// The row is in the result if it was before, at the same place.
        ///
        /// The version is `nil` if it is the same.
        case unmoved(version: Int64?)
        /// The row is in the result.
        case present(ResultRow)
    }

    var number: Int64
    var outcome: Outcome
    /// Indicates whether links of the object were written.
    var isLinked = false
}
