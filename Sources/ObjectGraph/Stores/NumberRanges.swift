/// A set of numbers that mostly follow one another, as those do that a unit of work reserves.
struct NumberRanges: Sendable {
    /// Disjoint ranges, ascending.
    private var ranges: [Range<Int64>] = []

    /// Adds a number that is not in the set.
    ///
    /// - Complexity: O(1) for a number above all others, otherwise O(*n*) in the number of ranges.
    mutating func insert(_ number: Int64) {
        let position = firstRange(above: number)
        guard position > 0, ranges[position - 1].upperBound == number else {
            return ranges.insert(number..<number + 1, at: position)
        }
        ranges[position - 1] = ranges[position - 1].lowerBound..<number + 1
    }

    func contains(_ number: Int64) -> Bool {
        let position = firstRange(above: number)
        return position > 0 && number < ranges[position - 1].upperBound
    }

    /// Returns the position of the first range that begins above a number.
    private func firstRange(above number: Int64) -> Int {
        guard let last = ranges.last, number < last.lowerBound else { return ranges.count }
        var (lower, upper) = (0, ranges.count - 1)
        while lower < upper {
            let middle = (lower + upper) / 2
            if ranges[middle].lowerBound <= number { lower = middle + 1 } else { upper = middle }
        }
        return lower
    }
}
