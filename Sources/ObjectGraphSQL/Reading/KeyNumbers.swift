import ObjectGraph

/// The set of integers in a condition on a column: a list, or a range if they are so dense that a
/// scan is faster than a lookup of each.
///
/// The numbers of objects that were saved together form such a range, and so do identifiers that a
/// server has assigned consecutively.
package struct KeyNumbers {
    /// The values to bind to the parameters of ``sql(_:)``.
    package let values: [SQLValue]
    private let dialect: any SQLDialect
    /// The condition for membership in the list, to append to the column.
    private let membership: String
    /// The lower bound of the range; `nil` for a list.
    @usableFromInline let lowest: Int64?
    /// Indicates, by distance from the lower bound, whether a number is wanted; empty if all are.
    @usableFromInline let isWanted: [Bool]

    /// Chooses a list or a range.
    ///
    /// With `allowsGaps`, a range is chosen if it contains at least two thirds of its numbers. This
    /// is for columns whose numbers occur once or twice, because rows with unwanted numbers are
    /// read, too, and must be removed with ``wanted(_:by:)``.
    package init(_ numbers: [Int64], allowsGaps: Bool, _ dialect: any SQLDialect) {
        self.dialect = dialect
        let numbers = numbers.ascendingDistinct
        let last = numbers.count - 1
        guard last > 0,
            case let (width, overflow) = numbers[last].subtractingReportingOverflow(numbers[0]),
            !overflow, width <= (allowsGaps ? last + last / 2 : last)
        else {
            (lowest, isWanted) = (nil, [])
            let list = dialect.numbers(numbers, at: 1)
            (membership, values) = (list.membership, [list.value])
            return
        }
        let lowest = numbers[0]
        var isWanted: [Bool] = []
        if width > last {
            isWanted = Array(repeating: false, count: Int(width) + 1)
            for number in numbers { isWanted[Int(number - lowest)] = true }
        }
        (self.lowest, self.isWanted) = (lowest, isWanted)
        membership = ""
        values = [.integer(lowest), .integer(numbers[last])]
    }

    /// Returns the condition on a column.
    package func sql(_ column: String) -> String {
        lowest == nil
            ? "\(column) \(membership)"
            : "\(column) BETWEEN \(dialect.parameter(1)) AND \(dialect.parameter(2))"
    }

    /// Removes elements that satisfy the condition but are not wanted.
    ///
    /// Inlined into stores, because it is called for each row.
    @inlinable
    package func wanted<Element>(
        _ elements: [Element], by number: (Element) -> Int64?
    ) -> [Element] {
        guard let lowest, !isWanted.isEmpty else { return elements }
        return elements.filter { element in
            number(element).map { isWanted[Int($0 - lowest)] } ?? false
        }
    }
}
