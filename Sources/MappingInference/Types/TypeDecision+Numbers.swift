import ObjectGraph
import ValueTransforms

extension TypeDecision {
    /// Decides the type of numbers (T1, T2, T5).
    static func number(of profile: NodeProfile, key: String, minimum: Double) -> TypeDecision {
        var decision = plainNumber(of: profile)
        guard let date = date(fromNumbersOf: profile, key: key) else { return decision }
        if date.confidence >= minimum { return date }
        decision.remark = "possibly dates"
        decision.advice = date.text
        return decision
    }

    /// Decides the type of texts that a wrapper key declares to be numbers (R4).
    ///
    /// Returns `nil` unless all texts are numbers.
    static func number(_ type: AttributeType, inTextsOf profile: NodeProfile) -> TypeDecision? {
        let count = profile.kinds.texts
        let texts = profile.texts
        guard count > 0, count == profile.kinds.scalars, texts.empty == 0,
            texts[.integer] + (type == .decimal ? texts[.decimal] : 0) >= count
        else { return nil }
        return TypeDecision(
            type, rule: .wrappedScalar, confidence: 0.95, fact: "numbers", count: count)
    }

    /// Decides the type of texts that a wrapper key declares to be milliseconds (R4).
    ///
    /// Returns `nil` unless all texts are integers.
    static func moment(inTextsOf profile: NodeProfile) -> TypeDecision? {
        let count = profile.kinds.texts
        guard count > 0, count == profile.kinds.scalars, profile.texts[.integer] == count else {
            return nil
        }
        return TypeDecision(
            .date, .millisecondsSince1970, rule: .wrappedScalar, confidence: 0.95, fact: "dates",
            count: count)
    }

    /// Decides the numeric type, ignoring dates.
    private static func plainNumber(of profile: NodeProfile) -> TypeDecision {
        let (kinds, numbers) = (profile.kinds, profile.numbers)
        let count = kinds.numbers
        let isExact = kinds.bigIntegers > 0 || numbers.inexactFractions > 0
        let isBeyondDouble = isExact || (kinds.fractions > 0 && numbers.beyondDouble > 0)
        if isBeyondDouble, numbers.beyondDecimal > 0 {
            var decision = TypeDecision(
                .string, rule: .exactNumber, confidence: 0.9, fact: "numbers of any length",
                count: count)
            decision.remark = "too many digits in \(numbers.beyondDecimal) of \(count) numbers"
            return decision
        }
        if isBeyondDouble {
            return TypeDecision(
                .decimal, rule: .exactNumber, confidence: 0.95, fact: "numbers with many digits",
                count: count)
        }
        return kinds.fractions > 0
            ? TypeDecision(.double, rule: .plainType, confidence: 1, fact: "numbers", count: count)
            : TypeDecision(
                .integer64, rule: .plainType, confidence: 1, fact: "integers", count: count)
    }

    /// Decides the type of an identity (I11).
    ///
    /// Integers mixed with texts of integers become integers. No value is converted if its text
    /// would change.
    ///
    /// - Parameters:
    ///   - profile: The statistics of the identity's values.
    ///   - hasTextsOnly: Whether the format has no numbers, like XML.
    /// - Returns: The decision: integers, decimals, UUIDs, URLs or texts.
    package static func identity(
        for profile: NodeProfile, hasTextsOnly: Bool = false
    ) -> TypeDecision {
        let (kinds, texts) = (profile.kinds, profile.texts)
        let count = kinds.texts - texts.empty
        // `1.0` and `1` are the same identity.
        let integers =
            kinds.integers + kinds.bigIntegers
            + (profile.numbers.wholeFractions == kinds.fractions ? kinds.fractions : 0)
        func decision(_ type: AttributeType, _ fact: String) -> TypeDecision {
            TypeDecision(
                type, rule: .identityType, confidence: 0.95, fact: fact, count: count + integers)
        }
        let isWritten = hasTextsOnly && count > 0 && texts[.integer] == count
        if integers > 0 || isWritten && texts[.leadingZeros] == 0 {
            // Keys of maps count as integers and as texts.
            let areIntegers =
                count <= 0 || (texts[.integer] == count && texts[.leadingZeros] == 0)
            let longest = count > 0 ? texts.lengths.longest : 0
            if areIntegers, kinds.bigIntegers == 0, longest <= 18 {
                return decision(.integer64, "integers")
            }
            if areIntegers, profile.numbers.beyondDecimal == 0, longest <= 38 {
                return decision(.decimal, "integers beyond 64 bits")
            }
            return decision(.string, "integers and texts")
        }
        if count > 0, texts[.uuid] == count { return decision(.uuid, "UUIDs") }
        if count > 0, texts[.url] == count { return decision(.url, "URLs") }
        return decision(.string, "texts")
    }
}

extension TextStatistics {
    /// The number of texts in a format.
    subscript(form: TextForm) -> Int { forms[form] ?? 0 }
}

extension ScalarWrapper {
    /// Numeric types by the wrapper key of MongoDB's Extended JSON.
    static let numbers: [String: AttributeType] = [
        "$numberLong": .integer64, "$numberInt": .integer64, "$numberDouble": .double,
        "$numberDecimal": .decimal,
    ]
}
