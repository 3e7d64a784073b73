import ObjectGraph

// The transforms that object maps give to attributes.

extension ValueTransform {
    /// Truth values, written as the numbers 1 and 0; read is what ``default`` reads.
    ///
    /// Source: TSNREST, which writes truth values like this unless they are declared as booleans.
    public static let booleanAsNumber = ValueTransform(
        "booleanAsNumber", form: NumberedBooleanForm())

    /// Truth values, written as `true` and `false`; of whole-number attributes, too, for 1 and 0.
    public static let truthValue = ValueTransform("truthValue", form: TruthForm())

    /// Dates in any form of ISO 8601, see ``iso8601``, or as seconds since 1970, a number or a text of
    /// one.
    ///
    /// Written is RFC 3339 in UTC to the second: `2014-10-23T09:50:11Z`. A fraction is cut off, never
    /// rounded.
    ///
    /// Source: TSNREST, which meant to read both, and rounded 59.6 seconds to 60.
    public static let serverDate = ValueTransform("serverDate", form: ServerDateForm())

    /// Values of an attribute, and the text, number or truth value that stands for each.
    ///
    /// - Parameters:
    ///   - pairs: What the attribute has, and what the payload says.
    ///   - readsUnknownAsNil: Whether anything else is nil; if not, it does not fit.
    /// - Returns: The transform.
    static func enumMap(
        _ pairs: KeyValuePairs<Value, Value>, readsUnknownAsNil: Bool
    ) -> ValueTransform {
        let list = pairs.map { "\($0.value): \($0.key)" }.joined(separator: ", ")
        let cases = pairs.map { (key: $0.value, value: $0.key) }
        let strict = ValueTransform("enumeration(\(list))", form: EnumerationForm(cases))
        guard readsUnknownAsNil else { return strict }
        return ValueTransform(
            "nilUnlessKnown(\(strict))", form: LenientEnumerationForm(inner: strict))
    }
}
