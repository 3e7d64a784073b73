/// A pending link from a record's relationship to the records nested in it.
struct PendingLink {
    private let firstTarget: Int
    private let targetCount: Int32
    let record: RecordIndex
    /// The relationship in the record's plan.
    let relationship: RoleIndex
    /// Indicates whether all nested representations could be read.
    let isComplete: Bool
    /// Indicates whether the relationship was absent.
    ///
    /// It is then cleared unless another record assigns it.
    let isFilledIn: Bool

    init(
        record: RecordIndex, relationship: RoleIndex, targets: Range<Int>, isComplete: Bool,
        isFilledIn: Bool
    ) {
        firstTarget = targets.lowerBound
        targetCount = Int32(targets.count)
        self.record = record
        self.relationship = relationship
        self.isComplete = isComplete
        self.isFilledIn = isFilledIn
    }

    /// The indices in ``RecordGraph/targets`` of the destinations; empty for `null`.
    var targets: Range<Int> { firstTarget..<firstTarget + Int(targetCount) }
}
