import MercatorPayload
import ObjectGraph

extension PlanCompiler {
    /// Compiles a dynamic mapping.
    mutating func compile(_ mapping: DynamicMapping) {
        if mapping.matchers.isEmpty {
            report(
                .matcher, mapping.name, nil, "there is no matcher to choose a mapping; add one")
        }
        var matchers: [MatcherPlan] = []
        for (number, matcher) in mapping.matchers.enumerated() {
            for problem in matcher.condition.problems {
                report(
                    problem.code, mapping.name, problem.subject,
                    "matcher \(number + 1): \(problem.message)")
            }
            let plans = matcher.mappings.map { name -> Int? in
                guard let index = mappingIndex(of: name, mapping.name, "matcher \(number + 1)")
                else {
                    return nil
                }
                guard index < mappings.mappings.count else {
                    report(
                        .matcher, mapping.name, name,
                        "matcher \(number + 1): '\(name)' is dynamic itself; name what it would "
                            + "choose")
                    return nil
                }
                return index
            }
            if matcher.mappings.isEmpty {
                report(
                    .matcher, mapping.name, nil,
                    "matcher \(number + 1) names no mapping; name those it may choose")
            }
            let known = zip(matcher.mappings, plans).compactMap { name, plan in
                plan.map { (name, $0) }
            }
            matchers.append(
                MatcherPlan(
                    condition: matcher.condition, plans: plans.map { $0 ?? 0 },
                    plansByName: Dictionary(known, uniquingKeysWith: { first, _ in first })))
        }
        add(DynamicPlan(mapping, matchers))
    }
}

extension MappingMatcher.Condition {
    /// A problem of a condition.
    package struct Problem {
        package let code: MappingProblem.Code
        package let subject: String?
        package let message: String
    }

    /// The problems of the condition: invalid paths, patterns and values.
    package var problems: [Problem] {
        var problems = paths.compactMap { path in
            path.problem.map {
                Problem(code: .path, subject: path.description, message: "\($0)")
            }
        }
        if case .matches(_, let pattern) = self {
            do {
                _ = try TextPattern(pattern)
            } catch {
                problems.append(
                    Problem(
                        code: .matcher, subject: pattern,
                        message: "the regular expression cannot be read: \(error)"))
            }
        }
        if case .predicate(let predicate) = self, let message = predicate.problem {
            problems.append(Problem(code: .matcher, subject: nil, message: message))
        }
        problems += values.filter { !$0.canBeInPayload }.map { value in
            Problem(
                code: .matcher, subject: nil,
                message: "a payload has no \(value.word) to compare with; use a text, a number, "
                    + "true, false or null, or a closure")
        }
        return problems
    }

    /// The constants that the condition compares values with.
    private var values: [Value] {
        switch self {
        case .equals(_, let value): [value]
        case .table(_, let values): values
        case .predicate(let predicate): predicate.values
        case .kind, .matches, .closure: []
        }
    }
}

extension Value {
    /// Indicates whether a payload can contain an equal value.
    fileprivate var canBeInPayload: Bool {
        switch self {
        case .null, .boolean, .integer, .double, .decimal, .string: true
        case .date, .data, .uuid, .array, .dictionary: false
        }
    }
}
