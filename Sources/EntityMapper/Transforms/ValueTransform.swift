public import ObjectGraph
public import Payload

/// How a value of a payload becomes a value of an attribute.
///
/// A transform has a name, so mappings can be compared and messages can say which one failed.
///
/// ```swift
/// statuses.addAttributeMapping(
///     from: "created_at", to: "createdAt", using: .date(format: "EEE MMM dd HH:mm:ss Z yyyy"))
/// let upperCase = ValueTransform("upperCase") { value in
///     value.string.map { .string($0.uppercased()) }
/// }
/// ```
///
/// | attribute | ``default`` accepts |
/// |---|---|
/// | boolean | `true`, `false`; the numbers 1 and 0; the texts true, t, yes, y, 1 and false, f, no, n, 0 in any case |
/// | integers | numbers without a fraction; texts that are such a number as a whole; `true` as 1, `false` as 0; all within the width |
/// | float, double | numbers; texts that are a number as a whole |
/// | decimal | the same, exactly, up to 38 digits |
/// | string | texts; numbers as they are written; `true` and `false` |
/// | date | texts in ISO 8601 / RFC 3339, see `Timestamp` |
/// | data | texts in base64 |
/// | uuid | texts of 32 digits in 8-4-4-4-12 |
/// | url | texts of characters that a URL may have |
/// | array, dictionary | arrays and objects, with everything inside |
///
/// `null` becomes nil whatever the transform. Numbers are not taken for dates: say
/// ``secondsSince1970`` or ``millisecondsSince1970``. Archived objects are never read.
public struct ValueTransform: Sendable, Hashable, CustomStringConvertible {
    /// The name; transforms with one name are taken to be the same.
    public let description: String
    let kind: Kind

    enum Kind: Sendable {
        case standard
        case date(DateFormat)
        case sinceEpoch(unitsPerSecond: Int64)
        case custom(@Sendable (PayloadValue) throws -> Value?)
    }

    private init(_ description: String, kind: Kind) {
        self.description = description
        self.kind = kind
    }

    /// A conversion of your own.
    ///
    /// - Parameters:
    ///   - name: What the conversion does.
    ///   - convert: Gives the value, which must be of the attribute's type; `nil` if it does not fit,
    ///     or an error that says why. It is not asked about `null`.
    public init(_ name: String, _ convert: @escaping @Sendable (PayloadValue) throws -> Value?) {
        self.init(name, kind: .custom(convert))
    }

    /// What the attribute's type says; see the table above.
    public static let `default` = ValueTransform("default", kind: .standard)

    /// Numbers, or texts of numbers, of seconds since 1970, with a fraction if there is one.
    public static let secondsSince1970 = ValueTransform(
        "secondsSince1970", kind: .sinceEpoch(unitsPerSecond: 1))

    /// Numbers, or texts of numbers, of milliseconds since 1970.
    public static let millisecondsSince1970 = ValueTransform(
        "millisecondsSince1970", kind: .sinceEpoch(unitsPerSecond: 1000))

    /// Dates as HTTP headers have them: `Sun, 31 Aug 2014 00:29:15 GMT` (RFC 9110, IMF-fixdate).
    public static let httpDate = ValueTransform(
        "httpDate", kind: .date(DateFormat("EEE, dd MMM yyyy HH:mm:ss zzz")))

    /// Dates in a fixed form, in English and without a locale.
    ///
    /// The letters are those of Unicode Technical Standard 35: `yyyy`, `yy`, `MM`, `M`, `MMM`,
    /// `MMMM`, `dd`, `d`, `HH`, `H`, `hh`, `h`, `a`, `mm`, `ss`, `S` (a fraction of any length),
    /// `EEE`, `EEEE`, `Z`, `XXX`, `X`, `zzz` (`GMT`, `UTC` or an offset); text in single quotes and
    /// all other characters stand for themselves. Without a zone, UTC is meant.
    ///
    /// - Parameter format: The form. A letter that is not listed is a problem of the plan.
    /// - Returns: The transform.
    public static func date(format: String) -> ValueTransform {
        ValueTransform("date(\(format))", kind: .date(DateFormat(format)))
    }

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
    var isStandard: Bool {
        if case .standard = kind { true } else { false }
    }
}
