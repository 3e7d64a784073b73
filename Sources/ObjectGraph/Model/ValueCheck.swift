/// A ``ValueRule`` made ready for many values: bounds in the form of the attribute, the pattern
/// taken apart.
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

    /// Why a rule does not suit an attribute.
    struct Unsuitable: Error {
        let message: String
    }

    /// Prepares a rule for the values of a type.
    ///
    /// - Throws: ``Unsuitable`` if no value of the type could be checked like this.
    init(_ rule: ValueRule, for type: AttributeType) throws(Unsuitable) {
        self.rule = rule
        switch rule {
        case .atLeast(let bound): form = .least(try ValueCheck.bound(bound, for: type))
        case .atMost(let bound): form = .most(try ValueCheck.bound(bound, for: type))
        case .minimumLength(let length): form = .shortest(try ValueCheck.length(length, for: type))
        case .maximumLength(let length): form = .longest(try ValueCheck.length(length, for: type))
        case .matches(let pattern):
            guard type == .string || type == .url else {
                throw Unsuitable(message: "a regular expression is for text, not for \(type)")
            }
            do {
                form = .pattern(try TextPattern(pattern))
            } catch {
                throw Unsuitable(message: "\(error)")
            }
        }
    }

    /// A value that breaks a rule: what kind of problem it is, and what to say of it.
    package struct Fault: Sendable {
        package let code: ValidationError.Code
        package let expected: String
        package let found: String
    }

    /// What is wrong with a value, if anything is; the value itself stays out of it.
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
        // A bound beyond the width of an integer is odd, but it says something.
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
        guard type == .string || type == .url else {
            throw Unsuitable(message: "a length is for text, not for \(type)")
        }
        guard length >= 0 else {
            throw Unsuitable(message: "a length cannot be negative, found \(length)")
        }
        return length
    }
}

extension AttributeDescription {
    /// The rules made ready; the model check has refused those that do not suit.
    package var checks: [ValueCheck] {
        rules.compactMap { rule in try? ValueCheck(rule, for: type) }
    }

    /// What is wrong with the rules.
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
