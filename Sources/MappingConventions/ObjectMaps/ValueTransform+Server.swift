public import EntityMapper
import ObjectGraph
import ValueTransforms

// The transforms of attributes in object maps.

extension ValueTransform {
    /// Writes Boolean values as the numbers 1 and 0, and reads values as ``default`` does.
    ///
    /// Source: TSNREST, which writes Boolean values in this form unless they are declared as
    /// booleans.
    public static let booleanAsNumber = ValueTransform(
        "booleanAsNumber", form: NumberedBooleanForm())

    /// Writes Boolean values, and the integers 1 and 0, as `true` and `false`.
    public static let truthValue = ValueTransform("truthValue", form: TruthForm())

    /// Reads dates in any format of ISO 8601, or as seconds since 1970.
    ///
    /// Seconds may be a number or a string. For the formats, see ``iso8601``.
    ///
    /// Dates are written in RFC 3339 in UTC to the second: `2014-10-23T09:50:11Z`. A fraction is
    /// truncated, never rounded.
    ///
    /// Source: TSNREST, which intended to read both formats, and rounded 59.6 seconds to 60.
    public static let serverDate = ValueTransform("serverDate", form: ServerDateForm())

    /// Returns a transform that maps values of an attribute to values of the payload.
    ///
    /// - Parameters:
    ///   - pairs: Pairs of an attribute value and the string, number or Boolean value in the
    ///     payload.
    ///   - readsUnknownAsNil: Whether other values are read as nil; otherwise they are type
    ///     mismatches.
    /// - Returns: The transform.
    static func enumMap(
        _ pairs: KeyValuePairs<Value, Value>, readsUnknownAsNil: Bool
    ) -> ValueTransform {
        let strict = ValueTransform.enumeration(cases: pairs.map { ($0.value, $0.key) })
        guard readsUnknownAsNil else { return strict }
        return ValueTransform(
            "nilUnlessKnown(\(strict))", form: LenientEnumerationForm(inner: strict))
    }
}
