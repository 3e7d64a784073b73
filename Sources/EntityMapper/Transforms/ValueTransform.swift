public import ObjectGraph
public import Payload

/// How a value of a payload becomes a value of an attribute, and back.
///
/// A transform has a name, so mappings can be compared and messages can say which one failed. It is
/// a value without state and knows no locale, so one may serve any number of mappings and tasks.
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
/// | boolean | `true`, `false`; the numbers 1 and 0; the texts true, t, yes, y, 1 and false, f, no, n, 0 in any case | `true`, `false` |
/// | integers | numbers without a fraction; texts that are such a number as a whole; `true` as 1, `false` as 0; all within the width | numbers |
/// | float, double | numbers; texts that are a number as a whole | numbers |
/// | decimal | the same, exactly, up to 38 digits | texts, because others read numbers as doubles |
/// | string | texts; numbers as they are written; `true` and `false` | texts |
/// | date | texts in ISO 8601 / RFC 3339, see `Timestamp`; the empty text as nil | RFC 3339 in UTC, with as many digits as the instant has |
/// | data | texts in base64 | base64 |
/// | uuid | texts of 32 digits in 8-4-4-4-12 | such texts, in capitals |
/// | url | texts that are a URL (RFC 3986, and letters beyond ASCII); the empty text as nil | texts |
/// | array | arrays with everything inside; anything else as an array of one | arrays |
/// | dictionary | objects, with everything inside | objects, keys sorted |
///
/// Where a schema struct or a plain value says what is in an array or a dictionary, as `[UUID]` and
/// `[String: Decimal]` do, each element is converted as an attribute of its type would be.
///
/// `null` becomes nil whatever the transform, and nil becomes `null`. What is written reads back as
/// the same value, except where a transform's own description says what its form cannot hold;
/// infinite numbers cannot be written at all.
///
/// | not by default | because | instead |
/// |---|---|---|
/// | number → date | seconds or milliseconds would be a guess | ``secondsSince1970``, ``millisecondsSince1970`` |
/// | text → date in several forms | a text that fits two forms would change its meaning with their order | ``firstOf(_:)``, by name |
/// | text → number where only a part is one | `"12px"` would lose its end, `"abc"` become 0 | ``number(prefix:suffix:groupedBy:point:fractionDigits:)`` |
/// | text or array → dictionary | nobody means `{"text": {}}` unless they say so | ``keyOfDictionary`` |
/// | array → single value | which one would be a guess | a transform of your own |
/// | archived objects ↔ data | reading the archives of others runs their choice of code | ``base64`` |
/// | mutable copies, sets | values are copied when changed, and an array keeps its order | ``unique`` |
/// | named time zones, locales | their rules change between systems and years | `date(format:offset:)` |
///
/// Source: RestKit's default value transformers.
public struct ValueTransform: Sendable, Hashable, CustomStringConvertible {
    /// The name; transforms with one name are taken to be the same.
    public let description: String
    let form: any ValueForm

    init(_ description: String, form: some ValueForm) {
        self.description = description
        self.form = form
    }

    /// A conversion of your own that only reads.
    ///
    /// Writing an attribute that has it is an error that says so.
    ///
    /// - Parameters:
    ///   - name: What the conversion does.
    ///   - convert: Gives the value, which must be of the attribute's type; `nil` if it does not fit,
    ///     or an error that says why. It is not asked about `null`.
    public init(_ name: String, _ convert: @escaping @Sendable (PayloadValue) throws -> Value?) {
        self.init(name, form: CustomForm(name: name, convert: convert, reverse: nil))
    }

    /// A conversion of your own that reads and writes.
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
    ///   - name: What the conversion does.
    ///   - convert: Gives the value, which must be of the attribute's type; `nil` if it does not fit,
    ///     or an error that says why. It is not asked about `null`.
    ///   - reverse: Gives what to write for a value of the attribute, as ``default`` writes values of
    ///     its kind; `nil` if there is nothing for it, or an error that says why. It is not asked
    ///     about nil.
    public init(
        _ name: String, _ convert: @escaping @Sendable (PayloadValue) throws -> Value?,
        reverse: @escaping @Sendable (Value) throws -> Value?
    ) {
        self.init(name, form: CustomForm(name: name, convert: convert, reverse: reverse))
    }

    /// A conversion of your own that only reads, and gives a value of any type that attributes can have.
    ///
    /// ```swift
    /// let upperCase = ValueTransform("upperCase") { $0.string?.uppercased() }
    /// let words = ValueTransform("words") { $0.string?.split(separator: " ").map(String.init) }
    /// ```
    ///
    /// - Parameters:
    ///   - name: What the conversion does.
    ///   - convert: Gives the value, which must be of the attribute's type; `nil` if it does not fit,
    ///     or an error that says why. It is not asked about `null`.
    public init<Result: AttributeValue>(
        _ name: String, _ convert: @escaping @Sendable (PayloadValue) throws -> Result?
    ) {
        self.init(
            name,
            form: CustomForm(
                name: name, convert: { try convert($0)?.ownValue }, reverse: nil))
    }

    /// A conversion of your own that reads and writes, with values of any types that attributes can
    /// have.
    ///
    /// ```swift
    /// let percent = ValueTransform("percent") { $0.double.map { $0 / 100 } } reverse: { $0 * 100 }
    /// ```
    ///
    /// - Parameters:
    ///   - name: What the conversion does.
    ///   - convert: Gives the value, which must be of the attribute's type; `nil` if it does not fit,
    ///     or an error that says why. It is not asked about `null`.
    ///   - reverse: Gives what to write for a value, as ``default`` writes values of its kind; `nil` if
    ///     there is nothing for it, or an error that says why. It is not asked about nil.
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

    /// Says what is wrong with a closure that gives something that no attribute can have.
    ///
    /// - Parameters:
    ///   - name: What the conversion does.
    ///   - convert: The closure.
    @available(
        *, unavailable, message: "a transform gives a Value or another AttributeValue, or nil"
    )
    public init<Result>(
        _ name: String, _ convert: @escaping @Sendable (PayloadValue) throws -> Result?
    ) {
        self.init(name, form: CustomForm(name: name, convert: { _ in nil }, reverse: nil))
    }

    /// What the attribute's type says; see the table above.
    public static let `default` = ValueTransform("default", form: StandardForm())

    /// Whether both have the same name.
    ///
    /// - Parameters:
    ///   - left: A transform.
    ///   - right: Another one.
    /// - Returns: Whether the names are equal.
    public static func == (left: Self, right: Self) -> Bool {
        left.description == right.description
    }

    /// Feeds the name.
    ///
    /// - Parameter hasher: The hasher.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(description)
    }
}

extension ValueTransform {
    /// Whether it is ``default``.
    var isStandard: Bool { form is StandardForm }

    /// What is wrong with the transform, whatever the attribute; `nil` if nothing is.
    var fault: String? { form.fault }

    /// Why the transform does not serve attributes of a type; `nil` if it does.
    func problem(for type: AttributeType) -> String? {
        form.problem(for: type).map { "'\(self)' \($0)" }
    }
}

extension AttributeValue {
    /// The value to store; a `Value` is one already.
    fileprivate var ownValue: Value { (self as? Value) ?? attributeValue }

    fileprivate init?(ownValue: Value) {
        guard let value = ownValue as? Self else {
            self.init(attributeValue: ownValue)
            return
        }
        self = value
    }
}
