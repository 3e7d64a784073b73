public import EntityMapper
import MercatorPayload
public import ObjectGraph

// The named transforms that are not for dates.

extension ValueTransform {
    /// Requires the kind of the attribute's type, without conversion.
    ///
    /// Boolean attributes accept `true` and `false`, numeric and decimal attributes numbers,
    /// strings strings, arrays arrays, and dictionaries objects; the plan reports attributes of
    /// other types. Values are written in the same kinds; decimals are written as numbers with all
    /// their digits.
    public static let identity = ValueTransform("identity", form: IdentityForm())

    /// Reads and writes bytes, or the UTF-8 bytes of a string attribute, in base64.
    ///
    /// Source: RFC 4648, section 4; padding is required, line breaks are rejected.
    public static let base64 = ValueTransform(
        "base64", form: Base64Form(name: "base64", alphabet: .standard))

    /// Reads and writes base64 in the URL and file name alphabet.
    ///
    /// Padding is optional and not written.
    ///
    /// Source: RFC 4648, section 5.
    public static let base64URL = ValueTransform(
        "base64URL", form: Base64Form(name: "base64URL", alphabet: .url))

    /// Writes an array with exactly one element as that element, as some servers do.
    ///
    /// Values are read as by ``default``. An array with an array or null as its only element is
    /// written unchanged.
    public static let wrapped = ValueTransform("wrapped", form: WrappedForm())

    /// Removes duplicate elements from an array, and keeps the first occurrence of each.
    ///
    /// `1` and `1.0` are different elements. The array is written unchanged.
    public static let unique = ValueTransform("unique", form: UniqueForm())

    /// Reads a key as a dictionary with that key: `"admin"` is read as `{"admin": {}}`.
    ///
    /// Numbers and Boolean values are read as the strings of their spelling. Other dictionaries
    /// cannot be written.
    public static let keyOfDictionary = ValueTransform("keyOfDictionary", form: KeyForm())

    /// Removes the white space at both ends of a string.
    ///
    /// White space inside the string, and values that are not strings, are unchanged. White space
    /// at the ends of a stored string is written.
    public static let trimmed = trimmed(then: .default)

    /// Removes the white space at both ends of a string before another transform reads it.
    ///
    /// - Parameter transform: The transform that reads the trimmed string, and writes values.
    /// - Returns: The transform.
    public static func trimmed(then transform: ValueTransform) -> ValueTransform {
        ValueTransform(
            transform.isStandard ? "trimmed" : "trimmed(then: \(transform))",
            form: TrimmedForm(inner: transform))
    }

    /// Reads the empty string as nil and all other values by another transform.
    ///
    /// nil is written as `null`; an empty string in a string attribute cannot be written.
    ///
    /// - Parameter transform: The transform that reads all other values, and writes values.
    /// - Returns: The transform.
    public static func emptyTextAsNull(then transform: ValueTransform = .default) -> ValueTransform
    {
        ValueTransform(
            "emptyTextAsNull(then: \(transform))", form: EmptyTextForm(inner: transform))
    }

    /// Reads the last step of a URL or a path: `/v1/customers/cus_1` as `cus_1`.
    ///
    /// The step is then read as by ``default``; an array keeps the step of each string. Query and
    /// fragment do not count. Values cannot be written, because the other steps are not stored.
    public static let lastStep = ValueTransform("lastStep", form: LastStepForm())

    /// Reads the scalar objects of MongoDB's Extended JSON: `{"$oid": "5a…"}` as `5a…`.
    ///
    /// Other values are read as by ``default``, and written without such an object.
    public static let extendedJSON = extendedJSON(then: .default)

    /// Reads the scalar objects of MongoDB's Extended JSON by another transform.
    ///
    /// - Parameter transform: The transform that reads the scalar, and writes values.
    /// - Returns: The transform.
    public static func extendedJSON(then transform: ValueTransform) -> ValueTransform {
        ValueTransform(
            transform.isStandard ? "extendedJSON" : "extendedJSON(then: \(transform))",
            form: ExtendedJSONForm(inner: transform))
    }

    /// Tries several transforms and uses the first successful one.
    ///
    /// If no transform can read a value, the issue contains their expectations, their number, and
    /// any reasons. A value is written by the first transform that can write it, so put the
    /// preferred transform first.
    ///
    /// ```swift
    /// let either = ValueTransform.firstOf([.default, .secondsSince1970])
    /// ```
    ///
    /// - Parameter transforms: The transforms in the order of attempts; the plan reports an empty
    ///   list.
    /// - Returns: The transform.
    public static func firstOf(_ transforms: [ValueTransform]) -> ValueTransform {
        let names = transforms.map(\.description).joined(separator: ", ")
        return ValueTransform("firstOf(\(names))", form: FirstOfForm(transforms: transforms))
    }

    /// Reads words for true and false, regardless of case.
    ///
    /// `true` and `false` themselves are read as well.
    ///
    /// ```swift
    /// let onOff = ValueTransform.booleanWords(true: ["on", "enabled"], false: ["off"])
    /// ```
    ///
    /// - Parameters:
    ///   - yes: The words for true; the first one is written.
    ///   - no: The words for false; the first one is written.
    /// - Returns: The transform. The plan reports duplicate words, and an empty list.
    public static func booleanWords(true yes: [String], false no: [String]) -> ValueTransform {
        let lists = [yes, no].map { $0.joined(separator: ", ") }
        let name = "booleanWords(true: \(lists[0]), false: \(lists[1]))"
        return ValueTransform(name, form: WordsForm(name: name, yes: yes, no: no))
    }

    /// Maps strings, numbers or Boolean values of the payload to values of the attribute.
    ///
    /// ```swift
    /// let state = ValueTransform.enumeration(["draft": 0, "public": 1, "published": 1])
    /// ```
    ///
    /// Any other value of the payload is an issue. A value of the attribute is written as the first
    /// value mapped to it; an unmapped value cannot be written.
    ///
    /// - Parameter cases: The values of the payload, and the corresponding values of the attribute,
    ///   which must be of its type.
    /// - Returns: The transform. The plan reports duplicate values of the payload.
    public static func enumeration(_ cases: KeyValuePairs<Value, Value>) -> ValueTransform {
        enumeration(cases: cases.map { ($0.key, $0.value) })
    }

    /// Returns the transform for pairs of a value of the payload and a value of the attribute.
    package static func enumeration(cases: [(key: Value, value: Value)]) -> ValueTransform {
        let list = cases.map { "\($0.key): \($0.value)" }.joined(separator: ", ")
        return ValueTransform("enumeration(\(list))", form: EnumerationForm(cases))
    }

    /// Accepts only the raw values of a Swift enumeration, converted as by ``default``.
    ///
    /// ```swift
    /// enum State: String, CaseIterable { case draft, published }
    /// let state = ValueTransform.enumeration(of: State.self)
    /// ```
    ///
    /// - Parameter type: The enumeration.
    /// - Returns: The transform. The plan reports an attribute with a type that differs from the
    ///   type of the raw values.
    public static func enumeration<Case: RawRepresentable & CaseIterable>(
        of type: Case.Type
    ) -> ValueTransform where Case.RawValue: AttributeValue {
        ValueTransform(
            "enumeration(of: \(String(reflecting: type)))",
            form: RawValueForm(cases: Set(type.allCases.map(\.rawValue.attributeValue))))
    }

    /// Reads and writes formatted numbers, such as `$932,480,932.00`, independent of the locale.
    ///
    /// ```swift
    /// let dollars = ValueTransform.number(prefix: "$", groupedBy: ",", fractionDigits: 2)
    /// ```
    ///
    /// The accepted strings have an optional minus sign before or after the prefix, digits with a
    /// separator between all groups of three or without separators, and any number of digits after
    /// the point; exponents and leading zeros are rejected. All digits of a number are written.
    ///
    /// - Parameters:
    ///   - prefix: The text before the number.
    ///   - suffix: The text after the number.
    ///   - separator: The separator between groups of three digits; `nil` for none.
    ///   - point: The decimal separator.
    ///   - fractionDigits: The minimum number of fraction digits to write.
    /// - Returns: The transform. The plan reports an ambiguous one.
    public static func number(
        prefix: String = "", suffix: String = "", groupedBy separator: Character? = nil,
        point: Character = ".", fractionDigits: Int = 0
    ) -> ValueTransform {
        let parts = [prefix, separator.map(String.init) ?? "", "\(point)", suffix]
        let list = parts.map { "'\($0)'" }.joined(separator: " ")
        let name = "number(\(list) \(fractionDigits))"
        return ValueTransform(
            name,
            form: NumberTextForm(
                name: name, prefix: prefix, suffix: suffix, separator: separator, point: point,
                fractionDigits: fractionDigits))
    }
}
