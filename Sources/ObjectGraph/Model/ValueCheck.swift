/// A ``ValueRule`` compiled for repeated use.
///
/// Bounds are converted to the type of the attribute, and patterns are parsed.
package struct ValueCheck: Sendable {
    private let rule: ValueRule
    private let form: Form

    private enum Form {
        case least(Value)
        case most(Value)
        case shortest(Int)
        case longest(Int)
        case pattern(TextPattern)
    }

    /// The error for a rule that is not applicable to an attribute.
    struct Unsuitable: Error {
        let message: String
    }

    /// Compiles a rule for the values of a type.
    ///
    /// - Throws: ``Unsuitable`` if the rule is not applicable to values of the type.
    init(_ rule: ValueRule, for type: AttributeType) throws(Unsuitable) {
        self.rule = rule
        switch rule {
        case .atLeast(let bound): form = .least(try ValueCheck.bound(bound, for: type))
        case .atMost(let bound): form = .most(try ValueCheck.bound(bound, for: type))
        case .minimumLength(let length): form = .shortest(try ValueCheck.length(length, for: type))
        case .maximumLength(let length): form = .longest(try ValueCheck.length(length, for: type))
        case .matches(let pattern):
            guard type.isText else {
                throw Unsuitable(message: "a regular expression is for text, not for \(type)")
            }
            do {
                form = .pattern(try TextPattern(pattern))
            } catch {
                throw Unsuitable(message: "\(error)")
            }
        }
    }

    /// A violation of a rule: its kind, and the texts for a message.
    package struct Fault: Sendable {
        package let code: ValidationError.Code
        package let expected: String
        package let found: String
    }

    /// Returns the violation of the rule by a value, or `nil`.
    ///
    /// The value is not part of the message.
    package func fault(of value: Value) -> Fault? {
        let (code, found): (ValidationError.Code, String)
        switch (form, value) {
        case (_, .null): return nil
        case (.least(let bound), _) where value.order(to: bound) == .before:
            (code, found) = (.valueTooSmall, "less")
        case (.most(let bound), _) where value.order(to: bound) == .after:
            (code, found) = (.valueTooLarge, "more")
        case (.shortest(let length), .string(let text)) where text.utf16.count < length:
            (code, found) = (.textTooShort, "\(text.utf16.count)")
        case (.longest(let length), .string(let text)) where text.utf16.count > length:
            (code, found) = (.textTooLong, "\(text.utf16.count)")
        case (.pattern(let pattern), .string(let text)) where !pattern.matches(text):
            (code, found) = (.textMismatch, "text that does not match")
        default: return nil
        }
        return Fault(code: code, expected: rule.description, found: found)
    }

    private static func bound(
        _ bound: Value, for type: AttributeType
    ) throws(Unsuitable) -> Value {
        // A bound beyond the range of a narrow integer is unusual, but meaningful.
        let kind: AttributeType =
            switch type {
            case .integer16, .integer32: .integer64
            case .float: .double
            default: type
            }
        switch kind {
        case .integer64, .double, .decimal, .date: break
        default:
            throw Unsuitable(message: "a bound is for numbers and dates, not for \(type)")
        }
        guard let bound = kind.normalized(bound), !bound.isNull else {
            throw Unsuitable(message: "expected a bound of type \(type), found \(bound)")
        }
        return bound
    }

    private static func length(_ length: Int, for type: AttributeType) throws(Unsuitable) -> Int {
        guard type.isText else {
            throw Unsuitable(message: "a length is for text, not for \(type)")
        }
        guard length >= 0 else {
            throw Unsuitable(message: "a length cannot be negative, found \(length)")
        }
        return length
    }
}

extension AttributeDescription {
    /// The compiled rules; the model check has rejected inapplicable rules.
    package var checks: [ValueCheck] {
        rules.compactMap { rule in try? ValueCheck(rule, for: type) }
    }

    /// The problems of the rules.
    var ruleProblems: [String] {
        var problems: [String] = []
        for rule in rules {
            do throws(ValueCheck.Unsuitable) {
                _ = try ValueCheck(rule, for: type)
            } catch {
                problems.append(error.message)
            }
        }
        return problems
    }
}
