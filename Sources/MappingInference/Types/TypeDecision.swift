package import EntityMapper
package import ObjectGraph

/// The type of an attribute, as decided from the values at its place (rules T1 to T12, R6, I11).
package struct TypeDecision: Hashable, Sendable {
    /// The type of the attribute.
    package internal(set) var type: AttributeType
    /// The transform; `nil` for the default one.
    package internal(set) var transform: ValueTransform?
    /// The type of the elements of a list, if they have one.
    package internal(set) var element: AttributeType?
    /// The rule: `T4`.
    package internal(set) var rule: InferenceRule
    /// The confidence from 0 to 1, in hundredths.
    package internal(set) var confidence: Double
    /// The values that decided, in words: `dates`.
    package internal(set) var fact: String
    /// The number of values that fit, of those that are neither null nor an empty text.
    package internal(set) var count: Int
    package internal(set) var total: Int
    /// The empty texts that read as nil (T10).
    package internal(set) var emptyTexts = 0
    /// The objects among the scalars, which the attribute does not keep (T3).
    package internal(set) var leftOver = 0
    /// The advice in words, such as `all 151 are numbers`.
    package internal(set) var remark: String?
    /// The value of `--type` that follows the advice, such as `double`.
    package internal(set) var advice: String?
    /// The texts of an enumeration (T9), in order of bytes; empty if there is none.
    package internal(set) var cases: [String] = []

    /// Creates a decision that all values support.
    init(
        _ type: AttributeType, _ transform: ValueTransform? = nil, rule: InferenceRule,
        confidence: Double, fact: String, count: Int
    ) {
        self.type = type
        self.transform = transform
        self.rule = rule
        self.confidence = confidence
        self.fact = fact
        self.count = count
        total = count
    }

    /// The type and the transform as the value of `--type`: `date:isoDay`.
    package var text: String {
        type.rawValue + (transform.map { ":\($0)" } ?? "")
    }

    /// Returns the advice for an attribute such as `User.lat`.
    package func hint(for subject: String) -> String? {
        guard let remark else { return nil }
        return remark + (advice.map { "; --type \(subject)=\($0)" } ?? "")
    }
}
