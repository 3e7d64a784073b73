public import ObjectGraph

// The named transforms that are not for dates.

extension ValueTransform {
    /// No conversion: the kind must be the attribute's own.
    ///
    /// Booleans take `true` and `false`, numbers and decimals numbers, strings texts, arrays arrays,
    /// dictionaries objects; other types are a problem of the plan. Written is the same, decimals as
    /// numbers with all their digits.
    public static let identity = ValueTransform("identity", form: IdentityForm())

    /// Bytes, or for a string attribute the UTF-8 of its text, in base64.
    ///
    /// Source: RFC 4648, section 4; padding is needed, line breaks are refused.
    public static let base64 = ValueTransform(
        "base64", form: Base64Form(name: "base64", alphabet: .standard))

    /// The same in the alphabet for URLs and file names, with or without padding; written without.
    ///
    /// Source: RFC 4648, section 5.
    public static let base64URL = ValueTransform(
        "base64URL", form: Base64Form(name: "base64URL", alphabet: .url))

    /// Arrays that are written as their element where they have exactly one, for servers that do so.
    ///
    /// It reads what ``default`` reads. An array of one array, or of `null`, is written as it is.
    public static let wrapped = ValueTransform("wrapped", form: WrappedForm())

    /// Arrays without duplicates, in the order in which elements come first: ordered sets.
    ///
    /// `1` and `1.0` are different elements. Written is the array as it is.
    public static let unique = ValueTransform("unique", form: UniqueForm())

    /// A dictionary with one key, from the key: `"admin"` is read as `{"admin": {}}`.
    ///
    /// Numbers and truth values are taken as the texts they are written as. Dictionaries of another
    /// shape cannot be written.
    public static let keyOfDictionary = ValueTransform("keyOfDictionary", form: KeyForm())

    /// Texts without the white space at both ends.
    ///
    /// White space within, and values that are no texts, stay as they are. A text with white space at
    /// an end is written with it and read without.
    public static let trimmed = trimmed(then: .default)

    /// Texts without the white space at both ends, then read by another transform.
    ///
    /// - Parameter transform: What reads the rest, and writes.
    /// - Returns: The transform.
    public static func trimmed(then transform: ValueTransform) -> ValueTransform {
        ValueTransform(
            transform.isStandard ? "trimmed" : "trimmed(then: \(transform))",
            form: TrimmedForm(inner: transform))
    }

    /// The empty text as nil; everything else as another transform reads it.
    ///
    /// nil is written as `null`; an empty text of a string attribute cannot be written.
    ///
    /// - Parameter transform: What reads all other values, and writes.
    /// - Returns: The transform.
    public static func emptyTextAsNull(then transform: ValueTransform = .default) -> ValueTransform
    {
        ValueTransform(
            "emptyTextAsNull(then: \(transform))", form: EmptyTextForm(inner: transform))
    }

    /// The first of several transforms that fits.
    ///
    /// When none does, the issue says how many there were, and what each of them has to say. The
    /// first that can write a value writes it; put the one you prefer in front.
    ///
    /// ```swift
    /// let either = ValueTransform.firstOf([.default, .secondsSince1970])
    /// ```
    ///
    /// - Parameter transforms: What to try, in this order; nothing at all is a problem of the plan.
    /// - Returns: The transform.
    public static func firstOf(_ transforms: [ValueTransform]) -> ValueTransform {
        let names = transforms.map(\.description).joined(separator: ", ")
        return ValueTransform("firstOf(\(names))", form: FirstOfForm(transforms: transforms))
    }

    /// Words for true and false, in any case; `true` and `false` themselves are read, too.
    ///
    /// ```swift
    /// let onOff = ValueTransform.booleanWords(true: ["on", "enabled"], false: ["off"])
    /// ```
    ///
    /// - Parameters:
    ///   - yes: The words for true; the first is written.
    ///   - no: The words for false; the first is written.
    /// - Returns: The transform. A word that is there twice, or none, is a problem of the plan.
    public static func booleanWords(true yes: [String], false no: [String]) -> ValueTransform {
        let lists = [yes, no].map { $0.joined(separator: ", ") }
        let name = "booleanWords(true: \(lists[0]), false: \(lists[1]))"
        return ValueTransform(name, form: WordsForm(name: name, yes: yes, no: no))
    }

    /// Texts, numbers or truth values that stand for values of the attribute, one by one.
    ///
    /// ```swift
    /// let state = ValueTransform.enumeration(["draft": 0, "public": 1, "published": 1])
    /// ```
    ///
    /// Anything else is an issue. A value is written as the first that stands for it; one that
    /// nothing stands for cannot be written.
    ///
    /// - Parameter cases: What the payload says, and what the attribute gets, which must be of its
    ///   type.
    /// - Returns: The transform. A value of the payload that is there twice is a problem of the plan.
    public static func enumeration(_ cases: KeyValuePairs<Value, Value>) -> ValueTransform {
        let list = cases.map { "\($0.key): \($0.value)" }.joined(separator: ", ")
        return ValueTransform("enumeration(\(list))", form: EnumerationForm(cases))
    }

    /// The raw values of a Swift enumeration, converted as by ``default``; all others are issues.
    ///
    /// ```swift
    /// enum State: String, CaseIterable { case draft, published }
    /// let state = ValueTransform.enumeration(of: State.self)
    /// ```
    ///
    /// - Parameter type: The enumeration.
    /// - Returns: The transform. An attribute of another type than the raw values' is a problem of the
    ///   plan.
    public static func enumeration<Case: RawRepresentable & CaseIterable>(
        of type: Case.Type
    ) -> ValueTransform where Case.RawValue: AttributeValue {
        ValueTransform(
            "enumeration(of: \(String(reflecting: type)))",
            form: RawValueForm(cases: Set(type.allCases.map(\.rawValue.attributeValue))))
    }

    /// Numbers as texts that people read, such as `$932,480,932.00`, the same in every locale.
    ///
    /// ```swift
    /// let dollars = ValueTransform.number(prefix: "$", groupedBy: ",", fractionDigits: 2)
    /// ```
    ///
    /// Read are a minus before or after the prefix, digits with a separator after every three or with
    /// none at all, and any number of digits behind the point; not exponents and zeros in front.
    /// Written are all digits that the number has.
    ///
    /// - Parameters:
    ///   - prefix: What stands in front.
    ///   - suffix: What stands behind.
    ///   - separator: What stands between groups of three digits; `nil` for nothing.
    ///   - point: What stands before the fraction.
    ///   - fractionDigits: How many digits of the fraction to write at least.
    /// - Returns: The transform. One that is ambiguous is a problem of the plan.
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
