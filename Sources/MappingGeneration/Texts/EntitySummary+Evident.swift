import MappingInference
import ObjectGraph

/// Decisions that values alone justify, made on demand.
extension EntitySummary {
    /// Returns the decisions about an attribute or a nested relationship: `User.name`.
    func evidentDecisions(about subject: String) -> [InferenceDecision] {
        attributes.filter { "\(name).\($0.name)" == subject }.map { attribute in
            InferenceDecision(
                rule: .plainType, subject: subject, outcome: "is of type \(attribute.type)",
                evidence: [
                    .init(fact: "records have a value", count: attribute.count, total: records),
                    .init(fact: "distinct", count: attribute.distinct),
                ].filter { $0.count ?? 0 > 0 },
                confidence: 1, isApplied: true, override: "--type \(subject)=TYPE")
        }
            + relationships.filter { $0.source != nil && "\(name).\($0.name)" == subject }.map {
                let source = $0.source ?? ""
                return InferenceDecision(
                    rule: source.isEmpty ? .sameRecord : .nesting, subject: subject,
                    outcome: "refers to \($0.destination)",
                    evidence: [
                        .init(fact: source.isEmpty ? "in the same record" : "nested at \(source)")
                    ],
                    confidence: 0.95, isApplied: true, override: "")
            }
    }

    /// Tests whether the entity has records at a path, with or without trailing brackets.
    func isAt(_ path: String) -> Bool {
        paths.contains { $0.path == path || $0.path == "\(path)[]" }
    }
}
