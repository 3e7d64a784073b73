import EntityMapper
import MercatorPayload
import ObjectGraph

/// A check of a mapping and its nested mappings, run before a payload is read.
struct ObjectMappingCheck {
    private(set) var problems: [MappingProblem] = []
    private var seen: Set<ObjectMappingKey> = []
    private var current: [ObjectMappingKey] = []
    /// The mappings that map the same representation again, by mapping.
    private var aggregated: [ObjectMappingKey: [ObjectMappingKey]] = [:]

    /// Checks a mapping for reading.
    ///
    /// - Throws: ``MappingPlanError`` with every problem found.
    static func run(_ mapper: any RecordMapper, at root: PayloadPath) throws(MappingPlanError) {
        let problems = problems(of: mapper, at: root)
        guard problems.isEmpty else { throw MappingPlanError(problems: problems) }
    }

    /// Returns all problems of a mapping.
    static func problems(of mapper: any RecordMapper, at root: PayloadPath) -> [MappingProblem] {
        var check = ObjectMappingCheck()
        check.checkRoot(root)
        mapper.check(&check)
        check.checkAggregation()
        return check.problems
    }

    /// Returns whether a mapping has not been checked yet.
    ///
    /// If so, it becomes the current mapping until ``end()``.
    mutating func begin(_ key: ObjectMappingKey) -> Bool {
        guard seen.insert(key).inserted else { return false }
        current.append(key)
        return true
    }

    mutating func end() { current.removeLast() }

    private mutating func report(
        _ code: MappingProblem.Code, _ mapping: String, _ subject: String?, _ message: String
    ) {
        problems.append(
            MappingProblem(code: code, mapping: mapping, subject: subject, message: message))
    }

    private mutating func checkRoot(_ path: PayloadPath) {
        if let problem = path.problem { report(.path, "", "\(path)", "root path: \(problem)") }
        guard path.needsRecord else { return }
        report(
            .path, "", "\(path)",
            "root path '\(path)': there is no record to begin at; begin with a key, @root or "
                + "@metadata")
    }

    /// Checks the path of a property.
    mutating func check(_ label: PropertyLabel) {
        if label.source.isRest {
            report(
                .path, label.mapping, label.name,
                "the path to '\(label.name)': plain values have no '@rest'; map the keys one by one"
            )
        }
        guard let problem = label.source.problem else { return }
        report(.path, label.mapping, label.name, "the path to '\(label.name)': \(problem)")
    }

    /// Checks that a transform supports the type of a property.
    mutating func check(
        _ conversion: Conversion, of label: PropertyLabel, _ policyProblem: String?
    ) {
        if let policyProblem {
            report(.transform, label.mapping, label.name, "'\(label.name)'\(policyProblem)")
        }
        for problem in conversion.transform.problems(of: conversion.type) {
            report(.transform, label.mapping, label.name, "'\(label.name)'\(problem)")
        }
    }
}

/// Checks of dynamic and recursive mappings.
extension ObjectMappingCheck {
    /// Checks the matchers of a dynamic mapping.
    mutating func check(_ matchers: [MappingMatcher], of mapping: String, among names: [String]) {
        if matchers.isEmpty {
            report(.matcher, mapping, nil, "there is no matcher to choose a mapping; add one")
        }
        for (index, name) in names.enumerated() where names[..<index].contains(name) {
            report(.name, mapping, name, "two mappings are named '\(name)'; rename one of them")
        }
        for (number, matcher) in matchers.enumerated() {
            let subject = "matcher \(number + 1)"
            for problem in matcher.condition.problems {
                report(problem.code, mapping, problem.subject, "\(subject): \(problem.message)")
            }
            if matcher.mappings.isEmpty {
                report(
                    .matcher, mapping, nil,
                    "\(subject) names no mapping; name those it may choose")
            }
            for name in matcher.mappings where !names.contains(name) {
                report(
                    .mapping, mapping, subject,
                    "\(subject): no mapping is named '\(name)'"
                        + Suggestion.text(for: name, among: names) + "; add it with add(_:as:)")
            }
        }
    }

    /// Records that a mapping reads the same representation as the current mapping.
    mutating func noteAggregation(of mapper: any RecordMapper) {
        guard let key = current.last else { return }
        aggregated[key, default: []].append(mapper.key)
    }

    /// Reports mappings that map the same representation in an infinite recursion.
    private mutating func checkAggregation() {
        for key in aggregated.keys.sorted(by: { $0.name < $1.name }) {
            var seen: Set<ObjectMappingKey> = []
            var open = aggregated[key] ?? []
            while let next = open.popLast() {
                guard seen.insert(next).inserted else { continue }
                open += aggregated[next] ?? []
            }
            guard seen.contains(key) else { continue }
            report(
                .path, key.name, nil,
                "relationships without a source lead from a representation to itself for ever; "
                    + "give one of them a path")
        }
    }
}
