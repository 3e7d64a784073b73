import ObjectGraph

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Default values and validation rules, given as text.
extension ModelReader {
    mutating func defaultValue(
        of element: ModelElement, _ type: AttributeType, _ label: String
    ) -> Value {
        if type == .date, element.attributes["defaultDateTimeInterval"] != nil {
            return interval("defaultDateTimeInterval", element, label) ?? .null
        }
        // Xcode retains an empty default, which is a value only for strings.
        guard let text = element.attributes["defaultValueString"], type == .string || !text.isEmpty
        else { return .null }
        if let value = value(text, type) { return value }
        let reason =
            switch type {
            case .data, .array, .dictionary: "a default has no meaning for its type"
            default: "expected a default of type \(type), found '\(text.shortened)'"
            }
        leaveOut("the default", of: element, label, because: reason)
        return .null
    }

    /// Reads bounds of numbers and dates, lengths of strings, and regular expressions.
    mutating func rules(
        of element: ModelElement, _ type: AttributeType, _ label: String
    ) -> [ValueRule] {
        switch type {
        case .string: return textRules(of: element, label)
        case .date:
            return [
                interval("minDateTimeInterval", element, label).map(ValueRule.atLeast),
                interval("maxDateTimeInterval", element, label).map(ValueRule.atMost),
            ].compactMap(\.self)
        case .integer16, .integer32, .integer64, .float, .double, .decimal:
            return [
                bound("minValueString", element, type, label).map(ValueRule.atLeast),
                bound("maxValueString", element, type, label).map(ValueRule.atMost),
            ].compactMap(\.self)
        default: return []
        }
    }

    /// Records values left over from an earlier type of the attribute.
    mutating func leaveOutForeignValues(
        of element: ModelElement, _ type: AttributeType, _ label: String
    ) {
        let meaningful: Set<String> =
            switch type {
            case .string: ["minValueString", "maxValueString", "regularExpressionString"]
            case .date:
                ["defaultDateTimeInterval", "minDateTimeInterval", "maxDateTimeInterval"]
            case .integer16, .integer32, .integer64, .float, .double, .decimal:
                ["minValueString", "maxValueString"]
            default: []
            }
        let names = [
            "defaultDateTimeInterval", "minValueString", "maxValueString", "minDateTimeInterval",
            "maxDateTimeInterval", "regularExpressionString",
        ]
        for name in names
        where element.attributes[name, default: ""] != "" && !meaningful.contains(name) {
            leaveOut(of: element, label, because: "'\(name)' has no meaning for its type")
        }
    }

    private mutating func textRules(of element: ModelElement, _ label: String) -> [ValueRule] {
        var rules: [ValueRule] = []
        if let least = count("minValueString", element, label) {
            rules.append(.minimumLength(least))
        }
        if let most = count("maxValueString", element, label) { rules.append(.maximumLength(most)) }
        if let pattern = element.attributes["regularExpressionString"], !pattern.isEmpty {
            if let problem = Self.problem(of: pattern) {
                leaveOut("the rule", of: element, label, because: problem)
            } else {
                rules.append(.matches(pattern))
            }
        }
        return rules
    }

    /// Returns the problem of an invalid regular expression, or `nil` if it is valid.
    private static func problem(of pattern: String) -> String? {
        let attribute = AttributeDescription("text", .string, rules: [.matches(pattern)])
        do throws(ManagedObjectModelError) {
            _ = try ManagedObjectModel([EntityDescription("Text", attributes: [attribute])])
            return nil
        } catch {
            return error.problems.first?.message
        }
    }

    private mutating func bound(
        _ name: String, _ element: ModelElement, _ type: AttributeType, _ label: String
    ) -> Value? {
        guard let text = element.attributes[name], !text.isEmpty else { return nil }
        guard let bound = value(text, type) else {
            leaveOut(
                of: element, label,
                because: "'\(name)' must be a value of type \(type), found '\(text.shortened)'")
            return .none
        }
        return bound
    }

    /// Reads an instant, given as seconds since 2001-01-01.
    private mutating func interval(
        _ name: String, _ element: ModelElement, _ label: String
    ) -> Value? {
        guard let text = element.attributes[name], !text.isEmpty else { return nil }
        guard let instant = Timestamp(sinceReferenceDate: text) else {
            leaveOut(
                of: element, label,
                because: "'\(name)' must be seconds since 2001, in the years 1 to 9999, "
                    + "found '\(text.shortened)'")
            return .none
        }
        return .date(instant)
    }

    /// Parses a value of a type, or returns `nil` if the text is invalid.
    private func value(_ text: String, _ type: AttributeType) -> Value? {
        switch type {
        case .boolean: return Self.boolean(text)
        case .integer16, .integer32, .integer64:
            return Self.wholeNumber(text).map(Value.integer)
        case .float, .double:
            guard let number = Double(text), number.isFinite else { return .none }
            return .double(number)
        case .decimal: return Value(storedDecimal: text)
        case .string: return .string(text)
        case .url: return URL(string: text)?.absoluteString == text ? .string(text) : .none
        case .uuid: return Value(uuid: text.utf8)
        case .date: return Timestamp(text).map(Value.date)
        case .data, .array, .dictionary: return .none
        }
    }

    private static func boolean(_ text: String) -> Value? {
        switch wholeNumber(text) {
        case 1: .boolean(true)
        case 0: .boolean(false)
        default: .none
        }
    }

    /// Parses an integer; Xcode also retains values such as `0.0` and `NO` after a type is changed.
    static func wholeNumber(_ text: String) -> Int64? {
        switch text.lowercased() {
        case "yes", "true": return 1
        case "no", "false": return 0
        default: break
        }
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 1 || parts.count == 2 && parts[1].allSatisfy({ $0 == "0" }) else {
            return nil
        }
        return Int64(parts[0])
    }
}

extension Timestamp {
    /// The seconds from 1970-01-01 to 2001-01-01, Foundation's reference date.
    private static let referenceSeconds: Int64 = 978_307_200

    /// Parses seconds since 2001-01-01T00:00:00Z.
    fileprivate init?(sinceReferenceDate text: String) {
        guard let interval = Double(text), let seconds = Int64(exactly: interval.rounded(.down))
        else { return nil }
        // The precision of doubles in the usual range is better than a microsecond.
        let microseconds = ((interval - interval.rounded(.down)) * 1e6).rounded()
        let carry: Int64 = microseconds >= 1e6 ? 1 : 0
        let (sum, overflow) = seconds.addingReportingOverflow(Self.referenceSeconds + carry)
        guard !overflow else { return nil }
        self.init(seconds: sum, nanoseconds: carry == 1 ? 0 : Int32(microseconds) * 1000)
    }
}
