/// Nested representations that go into one relationship of one record.
struct Assignment {
    private let firstTarget: Int
    private let targetCount: Int32
    let record: Int32
    /// The place of the relationship in the record's plan.
    let relationship: Int32
    /// Whether everything that was there could be read.
    let isComplete: Bool
    /// Whether nothing was there: it stands for `null` unless another record says something.
    let isFilledIn: Bool

    init(
        record: Int32, relationship: Int32, targets: Range<Int>, isComplete: Bool, isFilledIn: Bool
    ) {
        firstTarget = targets.lowerBound
        targetCount = Int32(targets.count)
        self.record = record
        self.relationship = relationship
        self.isComplete = isComplete
        self.isFilledIn = isFilledIn
    }

    /// Which of ``MappingSession/targets`` it leads to; none for `null`.
    var targets: Range<Int> { firstTarget..<firstTarget + Int(targetCount) }
}
