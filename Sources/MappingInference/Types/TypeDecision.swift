package import EntityMapper
package import ObjectGraph

/// The type of an attribute, as decided from its values (T1 to T12, R6, I11).
package struct TypeDecision: Hashable, Sendable {
    /// The type of the attribute.
    package internal(set) var type: AttributeType
    /// The transform; `nil` for the default one.
    package internal(set) var transform: ValueTransform?
    /// The element type of an array, if it is uniform.
    package internal(set) var element: AttributeType?
    /// The rule that decided.
    package internal(set) var rule: InferenceRule
    /// The confidence from 0 to 1, rounded to hundredths.
    package internal(set) var confidence: Double
    /// The values that decided: `dates`.
    package internal(set) var fact: String
    /// The number of matching values, out of ``total`` that are neither null nor empty.
    package internal(set) var count: Int
    package internal(set) var total: Int
    /// The number of empty texts that read as nil (T10).
    package internal(set) var emptyTexts = 0
    /// The number of objects mixed with the scalars, which are not mapped (T3).
    package internal(set) var leftOver = 0
    /// The hint: `all 151 are numbers`.
    package internal(set) var remark: String?
    /// The value of `--type` that follows the hint: `double`.
    package internal(set) var advice: String?
    /// The cases of an enumeration (T9) in byte order; empty for any other type.
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

    /// The type and transform as a value of `--type`: `date:isoDay`.
    package var text: String {
        type.rawValue + (transform.map { ":\($0)" } ?? "")
    }

    /// Returns the hint for an attribute such as `User.lat`, with the flag that follows it.
    package func hint(for subject: String) -> String? {
        guard let remark else { return nil }
        return remark + (advice.map { "; --type \(subject)=\($0)" } ?? "")
    }
}
