/// The numbers of the rows of a result, in order.
///
/// The numbers are kept in parts, which consecutive results share: after a small change, a new
/// result costs one array for each part instead of one number for each row.
struct ResultNumbers: Sendable {
    private let parts: [[Int64]]
    /// The number of rows.
    let count: Int

    init(_ parts: [[Int64]]) {
        self.parts = parts
        count = parts.reduce(0) { $0 + $1.count }
    }

    /// All numbers, in order.
    var all: some Sequence<Int64> { parts.joined() }
}

extension ResultNumbers: Hashable {
    /// Compares the numbers, regardless of their parts.
    static func == (left: ResultNumbers, right: ResultNumbers) -> Bool {
        left.count == right.count && left.all.elementsEqual(right.all)
    }

    func hash(into hasher: inout Hasher) {
        hasher.combine(count)
        for number in all { hasher.combine(number) }
    }
}
