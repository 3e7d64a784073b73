/// What the value of an attribute must be like before it is saved, beyond its type.
///
/// ```swift
/// AttributeDescription("rating", .integer16, rules: [.atLeast(1), .atMost(5)])
/// AttributeDescription("code", .string, rules: [.maximumLength(6), .matches("[A-Z]+[0-9]*")])
/// ```
///
/// No value breaks no rule: whether there must be one is said by
/// ``AttributeDescription/isOptional``.
///
/// Source: the validation predicates that Xcode's model editor makes of "Validation", "Min Length",
/// "Max Length" and "Reg. Ex.".
public enum ValueRule: Sendable, Hashable {
    /// The smallest number, or the earliest date.
    case atLeast(Value)
    /// The largest number, or the latest date.
    case atMost(Value)
    /// How long a text must be, in UTF-16 code units, as Core Data counts them.
    case minimumLength(Int)
    /// How long a text may be, in UTF-16 code units, as Core Data counts them.
    case maximumLength(Int)
    /// The regular expression that a whole text must match, in the dialect of predicates.
    case matches(String)
}

extension ValueRule: CustomStringConvertible {
    /// The rule as a person would say it: `at least 1`, `at most 80 characters`.
    public var description: String {
        switch self {
        case .atLeast(let bound): "at least \(bound)"
        case .atMost(let bound): "at most \(bound)"
        case .minimumLength(let length): "at least \(ValueRule.characters(length))"
        case .maximumLength(let length): "at most \(ValueRule.characters(length))"
        case .matches(let pattern): "text like \(pattern)"
        }
    }

    private static func characters(_ count: Int) -> String {
        count == 1 ? "1 character" : "\(count) characters"
    }
}
