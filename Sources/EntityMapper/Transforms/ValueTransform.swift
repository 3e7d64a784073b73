public import MercatorPayload
public import ObjectGraph

/// A conversion between values of a payload and values of an attribute, in both directions.
///
/// A transform has a name, which identifies it in messages and in comparisons of mappings. It is
/// stateless and independent of the locale, so the same transform can be used by any number of
/// mappings and tasks.
///
/// ```swift
/// statuses.addAttributeMapping(
///     from: "created_at", to: "createdAt", using: .date(format: "EEE MMM dd HH:mm:ss Z yyyy"))
/// statuses.addAttributeMapping(
///     from: "state", to: "state", using: .enumeration(["draft": 0, "public": 1]))
/// let upperCase = ValueTransform("upperCase") { $0.string?.uppercased() }
/// ```
///
/// | attribute | ``default`` reads | and writes |
/// |---|---|---|
/// | boolean | `true`, `false`; 1 and 0; the strings listed below | `true`, `false` |
/// | integers | numbers and numeric strings without fraction, in range; `true`, `false` | numbers |
/// | float, double | numbers; numeric strings | numbers |
/// | decimal | numbers; numeric strings; exactly, up to 38 digits | strings |
/// | string | strings; numbers as they are spelled; `true` and `false` | strings |
/// | date | strings in ISO 8601 / RFC 3339, see `Timestamp`; `""` as nil | RFC 3339 in UTC |
/// | data | strings in base64 | base64 |
/// | uuid | strings of 32 digits in 8-4-4-4-12 | such strings, in capitals |
/// | url | strings that are a URL (RFC 3986, and non-ASCII letters); `""` as nil | strings |
/// | array | arrays with all their contents; other values as a single element | arrays |
/// | dictionary | objects with all their contents | objects, keys sorted |
///
/// A boolean attribute accepts the strings true, t, yes, y, 1 and false, f, no, n, 0 in any case.
/// An integer attribute reads `true` as 1 and `false` as 0. A string is numeric if all of it is a
/// number. Decimals are written as strings because other readers parse numbers as doubles. Dates
/// are written with as many fraction digits as the instant has.
///
/// If a schema struct or a plain value declares the elements of an array or a dictionary, as in
/// `[UUID]` and `[String: Decimal]`, each element is converted like an attribute of its type.
///
/// `null` is read as nil regardless of the transform, and nil is written as `null`. A written value
/// is read back as the same value, except where the documentation of a transform states that its
/// form cannot represent it; infinite numbers cannot be written at all.
///
/// | not converted by default | reason | alternative |
/// |---|---|---|
/// | number → date | the unit is unknown | ``secondsSince1970``, ``millisecondsSince1970`` |
/// | string → date in several formats | ambiguous strings depend on the order | ``firstOf(_:)`` |
/// | string → number from a prefix | `"12px"` would be cut, `"abc"` be 0 | `number(prefix:…)` |
/// | string or array → dictionary | `{"text": {}}` is rarely meant | ``keyOfDictionary`` |
/// | array → single value | the choice of an element is a guess | a custom transform |
/// | archived objects ↔ data | decoding archives can run foreign code | ``base64`` |
/// | mutable copies, sets | values are copied on change; arrays keep their order | ``unique`` |
/// | named time zones, locales | their rules change over time | `date(format:offset:)` |
///
/// Source: RestKit's default value transformers.
public struct ValueTransform: Sendable, Hashable, CustomStringConvertible {
    /// The name; transforms with equal names are considered equal.
    public let description: String
    package let form: any ValueCodec

    package init(_ description: String, form: some ValueCodec) {
        self.description = description
        self.form = form
    }

    /// Creates a custom conversion that only reads.
    ///
    /// Writing an attribute with this conversion is an error that names the missing reverse.
    ///
    /// - Parameters:
    ///   - name: A name that identifies the conversion.
    ///   - convert: Returns the value, which must be of the attribute's type; `nil` or an error if
    ///     the value does not match. It is not called for `null`.
    public init(_ name: String, _ convert: @escaping @Sendable (PayloadValue) throws -> Value?) {
        self.init(name, form: CustomForm(name: name, convert: convert, reverse: nil))
    }

    /// Creates a custom conversion that reads and writes.
    ///
    /// ```swift
    /// let percent = ValueTransform("percent") { value in
    ///     value.double.map { .double($0 / 100) }
    /// } reverse: { value in
    ///     Double(attributeValue: value).map { .double($0 * 100) }
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - name: A name that identifies the conversion.
    ///   - convert: Returns the value, which must be of the attribute's type; `nil` or an error if
    ///     the value does not match. It is not called for `null`.
    ///   - reverse: Returns the value to write for a value of the attribute, which is written as by
    ///     ``default``; `nil` or an error if there is none. It is not called for nil.
    public init(
        _ name: String, _ convert: @escaping @Sendable (PayloadValue) throws -> Value?,
        reverse: @escaping @Sendable (Value) throws -> Value?
    ) {
        self.init(name, form: CustomForm(name: name, convert: convert, reverse: reverse))
    }

    /// Creates a custom conversion that only reads, with a result of any attribute value type.
    ///
    /// ```swift
    /// let upperCase = ValueTransform("upperCase") { $0.string?.uppercased() }
    /// let words = ValueTransform("words") { $0.string?.split(separator: " ").map(String.init) }
    /// ```
    ///
    /// - Parameters:
    ///   - name: A name that identifies the conversion.
    ///   - convert: Returns the value, which must be of the attribute's type; `nil` or an error if
    ///     the value does not match. It is not called for `null`.
    public init<Result: AttributeValue>(
        _ name: String, _ convert: @escaping @Sendable (PayloadValue) throws -> Result?
    ) {
        self.init(
            name,
            form: CustomForm(
                name: name, convert: { try convert($0)?.ownValue }, reverse: nil))
    }

    /// Creates a custom conversion that reads and writes values of any attribute types.
    ///
    /// ```swift
    /// let percent = ValueTransform("percent") { $0.double.map { $0 / 100 } } reverse: { $0 * 100 }
    /// ```
    ///
    /// - Parameters:
    ///   - name: A name that identifies the conversion.
    ///   - convert: Returns the value, which must be of the attribute's type; `nil` or an error if
    ///     the value does not match. It is not called for `null`.
    ///   - reverse: Returns the value to write for a value of the attribute, which is written as by
    ///     ``default``; `nil` or an error if there is none. It is not called for nil.
    public init<Result: AttributeValue, Written: AttributeValue>(
        _ name: String, _ convert: @escaping @Sendable (PayloadValue) throws -> Result?,
        reverse: @escaping @Sendable (Result) throws -> Written?
    ) {
        self.init(
            name,
            form: CustomForm(
                name: name, convert: { try convert($0)?.ownValue },
                reverse: { try Result(ownValue: $0).flatMap(reverse)?.ownValue }))
    }

    /// Emits a helpful compiler error for a closure whose result type no attribute can have.
    ///
    /// - Parameters:
    ///   - name: A name that identifies the conversion.
    ///   - convert: The closure.
    @available(*, unavailable, message: "return a Value, another AttributeValue, or nil")
    public init<Result>(
        _ name: String, _ convert: @escaping @Sendable (PayloadValue) throws -> Result?
    ) {
        self.init(name, form: CustomForm(name: name, convert: { _ in nil }, reverse: nil))
    }

    /// The conversion to the attribute's type; see the table above.
    public static let `default` = ValueTransform("default", form: StandardForm())

    /// Tests whether two transforms have the same name.
    ///
    /// - Parameters:
    ///   - left: A transform.
    ///   - right: Another transform.
    /// - Returns: `true` if the names are equal.
    public static func == (left: Self, right: Self) -> Bool {
        left.description == right.description
    }

    /// Hashes the name.
    ///
    /// - Parameter hasher: The hasher.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(description)
    }
}

extension ValueTransform {
    /// Indicates whether the transform is ``default``.
    package var isStandard: Bool { form is StandardForm }

    /// The defect of the transform itself, independent of the attribute; `nil` if there is none.
    package var fault: String? { form.fault }

    /// Returns the reason why the transform does not support a type; `nil` if it does.
    package func problem(for type: AttributeType) -> String? {
        form.problem(for: type).map { "'\(self)' \($0)" }
    }
}

extension AttributeValue {
    /// The value to store: the value itself if it is a `Value`, or else its attribute value.
    fileprivate var ownValue: Value { (self as? Value) ?? attributeValue }

    fileprivate init?(ownValue: Value) {
        guard let value = ownValue as? Self else {
            self.init(attributeValue: ownValue)
            return
        }
        self = value
    }
}
