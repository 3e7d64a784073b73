import EntityMapper
import ObjectGraph
import ValueTransforms

extension TypeDecision {
    /// Returns the type of the attribute for values, or `nil` if they are not an attribute.
    ///
    /// Values are converted only with sufficient confidence; below it, the conversion becomes a
    /// hint.
    ///
    /// - Parameters:
    ///   - profile: The statistics of the values.
    ///   - key: The key of the attribute, which is evidence of dates in numbers (T5).
    ///   - elements: The statistics of the elements if some values are arrays.
    ///   - minimum: The minimum confidence of a conversion.
    /// - Returns: The decision, or `nil` if the type is unknown (T12) or most values are objects.
    package static func decide(
        for profile: NodeProfile, key: String, elements: NodeProfile? = nil,
        minimum: Double = 0.6
    ) -> TypeDecision? {
        if profile.map != nil { return dictionary(for: profile) }
        let kinds = profile.kinds
        let others = kinds.scalars + kinds.arrays
        guard others > 0, kinds.objects < others else { return nil }
        var decision =
            kinds.arrays > 0
            ? list(of: profile, elements: elements, key: key, minimum: minimum)
            : scalar(of: profile, key: key, minimum: minimum)
        decision?.leftOver = kinds.objects
        return decision
    }

    /// Returns the decision for a map that is kept as a dictionary.
    package static func dictionary(for profile: NodeProfile) -> TypeDecision {
        TypeDecision(
            .dictionary, rule: profile.map?.rule ?? .manyKeys,
            confidence: profile.map?.confidence ?? 0.9,
            fact: "objects", count: profile.kinds.objects)
    }

    static func scalar(of profile: NodeProfile, key: String, minimum: Double) -> TypeDecision {
        let kinds = profile.kinds
        switch (kinds.booleans, kinds.numbers, kinds.texts) {
        case (_, 0, 0):
            return TypeDecision(
                .boolean, rule: .plainType, confidence: 1, fact: "truth values",
                count: kinds.booleans)
        case (0, 0, _):
            return text(of: profile, key: key, minimum: minimum)
        case (0, _, profile.texts.empty):
            var decision = number(of: profile, key: key, minimum: minimum)
            decision.readEmptyTextsAsNil(profile.texts.empty)
            return decision
        default:
            var decision = TypeDecision(
                .string, rule: .mixedKinds, confidence: 0.8, fact: "scalars of several kinds",
                count: kinds.scalars)
            let parts = [
                (kinds.booleans, "truth value"), (kinds.numbers, "number"), (kinds.texts, "text"),
            ]
            let list = parts.filter { $0.0 > 0 }.map { TextLines.count($0.0, $0.1) }
            decision.remark = "mixed: " + list.joined(separator: ", ")
            return decision
        }
    }

    /// Decides the type of arrays, possibly mixed with scalars (R6, T3).
    private static func list(
        of profile: NodeProfile, elements: NodeProfile?, key: String, minimum: Double
    ) -> TypeDecision? {
        let kinds = elements?.kinds ?? KindCounts()
        let isKnown = profile.kinds.scalars + kinds.scalars + kinds.arrays > 0
        guard isKnown else { return nil }
        var decision = TypeDecision(
            .array, rule: profile.kinds.scalars > 0 ? .mixedKinds : .mixedArray, confidence: 0.95,
            fact: "lists", count: profile.kinds.arrays + profile.kinds.scalars)
        guard kinds.arrays == 0, kinds.objects == 0, kinds.scalars > 0, let elements else {
            decision.fact = "lists of any content"
            return decision
        }
        let inner = scalar(of: elements, key: key, minimum: minimum)
        decision.element = inner.type
        decision.cases = inner.cases
        // Elements are never converted, so a hint about their type would be useless.
        if !inner.cases.isEmpty { decision.remark = inner.remark }
        return decision
    }

    /// Makes empty texts read as nil (T10).
    mutating func readEmptyTextsAsNil(_ count: Int) {
        guard count > 0, type != .string else { return }
        emptyTexts = count
        // Date transforms and the default URL transform already do.
        if type != .date, type != .url {
            transform = .emptyTextAsNull(then: transform ?? .default)
        }
        remark = remark ?? "\(count) empty text\(count == 1 ? " reads" : "s read") as nil"
    }
}
