/// The selected values of the rows of a result, in order.
///
/// The values are kept in parts, which consecutive results share: after a small change, a new
/// result costs one array for each part instead of one for each row.
struct ResultValues: Sendable {
    /// The values of consecutive rows.
    private let parts: [[Value]]
    /// The index of the first row of each part, and the index after the last row.
    private let starts: [Int]
    /// The number of values of a row.
    private let width: Int
    /// The number of values of a row before those that are selected.
    private let keyCount: Int
    /// The rows of the result among the rows of the parts.
    private let range: Range<Int>

    init(_ parts: [[Value]], width: Int, keyCount: Int, _ range: Range<Int>) {
        self.parts = parts
        self.width = width
        self.keyCount = keyCount
        self.range = range
        var starts = [0]
        for part in parts { starts.append((starts.last ?? 0) + part.count / max(width, 1)) }
        self.starts = starts
    }

    /// The number of rows.
    var count: Int { range.count }

    /// The selected values of a row.
    ///
    /// - Complexity: O(log *p*) for *p* parts.
    subscript(index: Int) -> ArraySlice<Value> {
        let index = range.lowerBound + index
        var (low, high) = (0, parts.count - 1)
        while low < high {
            let middle = (low + high + 1) / 2
            if starts[middle] <= index { low = middle } else { high = middle - 1 }
        }
        let first = (index - starts[low]) * width
        return parts[low][first + keyCount..<first + width]
    }
}

extension ResultValues: Hashable {
    /// Compares the selected values, regardless of their parts.
    static func == (left: ResultValues, right: ResultValues) -> Bool {
        left.count == right.count && (0..<left.count).allSatisfy { left[$0] == right[$0] }
    }

    func hash(into hasher: inout Hasher) {
        hasher.combine(count)
        for index in 0..<count { hasher.combine(self[index]) }
    }
}
