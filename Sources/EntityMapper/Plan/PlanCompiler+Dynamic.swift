import ObjectGraph
import Payload

extension PlanCompiler {
    /// Compiles a mapping that is chosen for each representation.
    mutating func compile(_ mapping: DynamicMapping) {
        if mapping.matchers.isEmpty {
            report(
                .matcher, mapping.name, nil, "there is no matcher to choose a mapping; add one")
        }
        var matchers: [MatcherPlan] = []
        for (number, matcher) in mapping.matchers.enumerated() {
            check(matcher.condition, "matcher \(number + 1)", of: mapping.name)
            let plans = matcher.mappings.map { name -> Int? in
                guard let place = place(of: name, mapping.name, "matcher \(number + 1)") else {
                    return nil
                }
                guard place < mappings.mappings.count else {
                    report(
                        .matcher, mapping.name, name,
                        "matcher \(number + 1): '\(name)' is dynamic itself; name what it would "
                            + "choose")
                    return nil
                }
                return place
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

    private mutating func check(
        _ condition: MappingMatcher.Condition, _ subject: String, of mapping: String
    ) {
        var paths: [PayloadPath] = []
        switch condition {
        case .equals(let path, let value):
            paths = [path]
            check([value], subject, of: mapping)
        case .table(let path, let values):
            paths = [path]
            check(values, subject, of: mapping)
        case .kind(let path, _): paths = [path]
        case .matches(let path, let pattern):
            paths = [path]
            do {
                _ = try Regex<AnyRegexOutput>(pattern)
            } catch {
                report(
                    .matcher, mapping, pattern,
                    "\(subject): the regular expression cannot be read: \(error)")
            }
        case .predicate(let predicate): paths = predicate.paths
        case .closure: break
        }
        for path in paths {
            guard let problem = path.problem else { continue }
            report(.path, mapping, path.description, "\(subject): \(problem)")
        }
    }

    /// Reports values that no payload has.
    private mutating func check(_ values: [Value], _ subject: String, of mapping: String) {
        for value in values {
            switch value {
            case .null, .boolean, .integer, .double, .decimal, .string: continue
            case .date, .data, .uuid, .array, .dictionary:
                report(
                    .matcher, mapping, nil,
                    "\(subject): a payload has no \(value.word) to compare with; use a text, a "
                        + "number, true, false or null, or a closure")
            }
        }
    }
}
