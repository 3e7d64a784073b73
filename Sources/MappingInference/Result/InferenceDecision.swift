/// A decision, with its evidence and the option that changes it.
public struct InferenceDecision: Sendable, Hashable {
    /// The rule.
    public var inferenceRule: InferenceRule
    /// The code of the rule, such as `K2`.
    public var rule: String { inferenceRule.code }
    /// The subject: an entity, a property (`Post.userID`) or a path.
    public var subject: String
    /// The outcome in a few words: `connects to User.userID`.
    public var outcome: String
    /// The evidence.
    public var evidence: [Evidence]
    /// The confidence from 0 to 1, in hundredths.
    public var confidence: Double
    /// Indicates whether the decision is applied; otherwise it is only possible.
    public var isApplied: Bool
    /// The option that reverts the decision, or applies it if possible: `--no-connect Post.userID`.
    public var override: String
    /// The rejected candidates.
    public var rivals: [Rival]

    package init(
        rule: InferenceRule, subject: String, outcome: String, evidence: [Evidence],
        confidence: Double,
        isApplied: Bool, override: String, rivals: [Rival] = []
    ) {
        inferenceRule = rule
        self.subject = subject
        self.outcome = outcome
        self.evidence = evidence
        self.confidence = confidence
        self.isApplied = isApplied
        self.override = override
        self.rivals = rivals
    }

    /// The source of the decision: an option, an earlier mapping, a description, or payloads.
    public var origin: Origin {
        switch inferenceRule {
        case .request, .byHand: .request
        case .earlier: .earlier
        case .describedIdentity, .describedVersions, .describedKey, .describedType,
            .describedCases, .describedAlternatives, .describedNesting:
            .description
        default: .payloads
        }
    }

    /// The origins of decisions.
    public enum Origin: String, Sendable, Hashable, CaseIterable {
        /// An option.
        case request = "on request"
        /// An earlier mapping.
        case earlier = "from an earlier mapping"
        /// A description of the API.
        case description = "from the description"
        /// The values and names in payloads.
        case payloads = "from the payloads"
    }

    /// A fact that was counted.
    public struct Evidence: Sendable, Hashable {
        /// The fact: `values found`.
        public var fact: String
        /// The number of values or records that support the fact; `nil` if the fact has no count.
        public var count: Int?
        /// The total number of values or records.
        public var total: Int?

        package init(fact: String, count: Int? = nil, total: Int? = nil) {
            self.fact = fact
            self.count = count
            self.total = total
        }
    }

    /// A candidate that was not chosen.
    public struct Rival: Sendable, Hashable {
        /// The outcome in a few words.
        public var outcome: String
        /// The confidence from 0 to 1, in hundredths.
        public var confidence: Double
        /// The reason for the rejection.
        public var reason: String

        package init(outcome: String, confidence: Double, reason: String) {
            self.outcome = outcome
            self.confidence = confidence
            self.reason = reason
        }
    }
}
