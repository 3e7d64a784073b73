import ObjectGraph

/// Whole numbers that a column must hold one of: as a list, or as a range where they lie so close
/// together that reading it takes less than seeking each.
///
/// The numbers of objects that were saved together are such a range, and so are identifiers that a
/// server gave one after the other.
struct KeyNumbers {
    /// What is bound to the parameters of ``sql(_:)``.
    let values: [Value]
    /// The first number of the range; `nil` for a list.
    private let lowest: Int64?
    /// By distance from the first number of the range; empty if every number is wanted.
    private let isWanted: [Bool]

    /// Chooses a form.
    ///
    /// With `allowsGaps`, two in three numbers of a range are enough: for columns of which each number is
    /// in a row or two, since the others are read as well and must be left out by ``wanted(_:by:)``.
    init(_ numbers: [Int64], allowsGaps: Bool) {
        let numbers = numbers.ascendingDistinct
        let last = numbers.count - 1
        guard last > 0,
            case let (width, overflow) = numbers[last].subtractingReportingOverflow(numbers[0]),
            !overflow, width <= (allowsGaps ? last + last / 2 : last)
        else {
            (lowest, isWanted) = (nil, [])
            values = [KeyList.numbers(numbers)]
            return
        }
        let lowest = numbers[0]
        var isWanted: [Bool] = []
        if width > last {
            isWanted = Array(repeating: false, count: Int(width) + 1)
            for number in numbers { isWanted[Int(number - lowest)] = true }
        }
        (self.lowest, self.isWanted) = (lowest, isWanted)
        values = [.integer(lowest), .integer(numbers[last])]
    }

    /// The condition on a column.
    func sql(_ column: String) -> String {
        lowest == nil
            ? "\(column) IN (SELECT value FROM json_each(?1))" : "\(column) BETWEEN ?1 AND ?2"
    }

    /// Leaves out what meets the condition and is not wanted.
    func wanted<Element>(
        _ elements: [Element], by number: (Element) -> Int64?
    ) -> [Element] {
        guard let lowest, !isWanted.isEmpty else { return elements }
        return elements.filter { element in
            number(element).map { isWanted[Int($0 - lowest)] } ?? false
        }
    }
}
