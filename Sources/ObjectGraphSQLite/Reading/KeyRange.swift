/// Whole numbers that lie so close together that reading the range around them takes less than seeking
/// each: identifiers of one page that a server gave one after the other.
struct KeyRange {
    let bounds: ClosedRange<Int64>
    /// By distance from the lower bound.
    private var isWanted: [Bool]

    /// Makes the range if two in three of its numbers are wanted.
    init?(_ numbers: [Int64]) {
        guard let lower = numbers.min(), let upper = numbers.max(),
            case let (width, hasOverflown) = upper.subtractingReportingOverflow(lower),
            !hasOverflown, width < numbers.count + numbers.count / 2
        else { return nil }
        bounds = lower...upper
        isWanted = Array(repeating: false, count: Int(width) + 1)
        for number in numbers { isWanted[Int(number - lower)] = true }
    }

    /// Whether a number is one of those that are wanted.
    func contains(_ number: Int64) -> Bool {
        bounds.contains(number) && isWanted[Int(number - bounds.lowerBound)]
    }
}
