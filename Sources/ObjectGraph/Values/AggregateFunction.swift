/// A function of several values: of the objects of a group, or of related objects.
///
/// Null values are ignored, as in SQL: a count of no values is 0, any other function of no
/// values is null.
public enum AggregateFunction: String, Sendable, Hashable, Codable, CaseIterable {
    /// The number of values, or of objects.
    case count
    /// The number of distinct values.
    case countDistinct
    /// The sum of numbers, of their own type. It is exact for whole and decimal numbers.
    case sum
    /// The mean of numbers, as a `Double`.
    case average
    /// The least number, instant or text.
    case minimum
    /// The greatest number, instant or text.
    case maximum

    /// The name in the text of predicates and requests.
    package var word: String {
        switch self {
        case .count, .countDistinct: "count"
        case .sum: "sum"
        case .average: "avg"
        case .minimum: "min"
        case .maximum: "max"
        }
    }
}

extension AggregateFunction {
    /// Returns the type of the result for values of a type; `nil` if it has no such values.
    func resultType(for type: AttributeType) -> AttributeType? {
        switch (self, type) {
        case (.count, _): .integer64
        case (.countDistinct, _): type.isOrdered ? .integer64 : nil
        case (.sum, .integer16), (.sum, .integer32), (.sum, .integer64): .integer64
        case (.sum, .float), (.sum, .double): .double
        case (.sum, .decimal): .decimal
        case (.average, _): AggregateFunction.sum.resultType(for: type).map { _ in .double }
        case (.minimum, _), (.maximum, _):
            switch type {
            case .boolean, .data, .uuid, .array, .dictionary: nil
            default: type
            }
        case (.sum, _): nil
        }
    }

    /// The values that the function takes, for messages.
    var operands: String {
        switch self {
        case .count: "values"
        case .countDistinct: "values that can be compared"
        case .sum, .average: "numbers"
        case .minimum, .maximum: "numbers, dates or texts"
        }
    }
}
