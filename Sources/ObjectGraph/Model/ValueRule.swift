/// A condition on the values of an attribute beyond their type, checked before a save.
///
/// ```swift
/// AttributeDescription("rating", .integer16, rules: [.atLeast(1), .atMost(5)])
/// AttributeDescription("code", .string, rules: [.maximumLength(6), .matches("[A-Z]+[0-9]*")])
/// ```
///
/// `null` satisfies every rule: ``AttributeDescription/isOptional`` determines whether a
/// value is required.
///
/// Source: the validation predicates that Xcode's model editor generates from "Validation", "Min
/// Length", "Max Length" and "Reg. Ex.".
public enum ValueRule: Sendable, Hashable {
    /// The smallest number, or the earliest date.
    case atLeast(Value)
    /// The largest number, or the latest date.
    case atMost(Value)
    /// The least length of a string in UTF-16 code units, as in Core Data.
    case minimumLength(Int)
    /// The greatest length of a string in UTF-16 code units, as in Core Data.
    case maximumLength(Int)
    /// The regular expression that the whole string must match, in the dialect of predicates.
    case matches(String)
}

extension ValueRule: CustomStringConvertible {
    /// The rule in readable form: `at least 1`, `at most 80 characters`.
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
