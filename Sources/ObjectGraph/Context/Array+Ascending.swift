extension [Int64] {
    /// Indicates whether the numbers are strictly increasing.
    var isAscending: Bool {
        guard var last = first else { return true }
        for index in 1..<count {
            let number = self[index]
            guard number > last else { return false }
            last = number
        }
        return true
    }

    /// The numbers in ascending order without duplicates, which is often their order already.
    ///
    /// - Complexity: O(*n*) for numbers in a narrow range, such as the object numbers of a store;
    ///   otherwise O(*n* log *n*).
    package var ascendingDistinct: [Int64] {
        if isAscending { return self }
        guard let low = self.min(), let high = self.max() else { return self }
        let (span, overflow) = high.subtractingReportingOverflow(low)
        guard !overflow, span < Int64(count) * 16 + 1024 else { return sortedDistinct }
        // A bitmap with one bit for each number from the lowest to the highest.
        var marks = [UInt64](repeating: 0, count: Int(span / 64) + 1)
        for number in self {
            let distance = Int(number - low)
            marks[distance / 64] |= 1 << UInt64(distance % 64)
        }
        var numbers: [Int64] = []
        numbers.reserveCapacity(Swift.min(count, Int(span) + 1))
        for (index, word) in marks.enumerated() {
            var rest = word
            while rest != 0 {
                numbers.append(low + Int64(index * 64 + rest.trailingZeroBitCount))
                rest &= rest - 1
            }
        }
        return numbers
    }

    /// The numbers, each at its first occurrence only.
    package var withoutRepeats: [Int64] {
        // Most lists are short and have no duplicates; comparing all pairs is then
        // faster than a set.
        if count <= 8, indices.allSatisfy({ !self[..<$0].contains(self[$0]) }) { return self }
        var seen: Set<Int64> = []
        return filter { seen.insert($0).inserted }
    }

    private var sortedDistinct: [Int64] {
        var sorted = sorted()
        var kept = 1
        for index in 1..<sorted.count where sorted[index] != sorted[index - 1] {
            sorted[kept] = sorted[index]
            kept += 1
        }
        sorted.removeLast(sorted.count - kept)
        return sorted
    }
}
