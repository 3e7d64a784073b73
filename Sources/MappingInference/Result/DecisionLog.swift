/// The decisions of a stage, and the parts of payloads that it did not map.
struct DecisionLog {
    var decisions: [InferenceDecision] = []
    var leftovers: [Leftover] = []

    /// Appends a decision with one sentence of evidence.
    mutating func decide(
        _ rule: InferenceRule, _ subject: String, _ outcome: String, _ evidence: String,
        confidence: Double, isApplied: Bool = true, override: String,
        rivals: [InferenceDecision.Rival] = []
    ) {
        decisions.append(
            InferenceDecision(
                rule: rule, subject: subject, outcome: outcome,
                evidence: [InferenceDecision.Evidence(fact: evidence)],
                confidence: (confidence * 100).rounded() / 100, isApplied: isApplied,
                override: override, rivals: rivals))
    }

    /// Appends a part that is not mapped.
    mutating func leave(
        _ path: String, _ count: Int, _ reason: Leftover.Reason, _ explanation: String
    ) {
        leftovers.append(
            Leftover(path: path, count: count, reason: reason, explanation: explanation))
    }

    mutating func append(_ other: DecisionLog) {
        decisions += other.decisions
        leftovers += other.leftovers
    }
}
