import Payload

/// The statistics of all values at a node.
package struct NodeProfile: Sendable {
    package let step: SchemaStep
    /// The parent, whose index is lower; `nil` for a document.
    package let parent: SchemaNodeID?
    /// The children; members are in byte order of their keys.
    package internal(set) var children: [SchemaNodeID] = []
    /// The number of values, nulls included.
    package internal(set) var count = 0
    package internal(set) var kinds = KindCounts()
    package internal(set) var texts = TextStatistics()
    package internal(set) var numbers = NumberStatistics()
    /// The first three distinct scalars, as they are written, at most 200 bytes each.
    package internal(set) var examples: [String] = []
    /// The distinct scalars.
    package internal(set) var values = ValueSample()
    /// Indicates whether some of the scalars are in wrappers such as `{"$oid": "5a…"}` (R4).
    package internal(set) var isUnited = false
    /// The lengths of arrays.
    package internal(set) var lengths = LengthRange()
    /// The keys of the entries, if the node is a map; statistics as of values.
    package internal(set) var keys: KeyStatistics?
    /// The decision of the rules M, if the node is a map.
    package internal(set) var map: MapDecision?
    /// The columns of an object node's records.
    ///
    /// They are scalars in the object and in its to-one objects, at most 4 levels deep, and each
    /// array and map there as a whole; at most 256, shallow ones first, then in byte order.
    package internal(set) var columns: [SchemaNodeID] = []
    /// The candidates for an identity of the records, single and compound ones.
    package internal(set) var candidates: [KeyTable] = []
    /// The shapes by the value of each discriminator.
    package internal(set) var variants: [VariantTable] = []
}

/// The number of values of each kind.
package struct KindCounts: Sendable, Hashable {
    package internal(set) var nulls = 0
    package internal(set) var booleans = 0
    /// Integers in 64 bits with sign.
    package internal(set) var integers = 0
    /// Integers out of 64 bits with sign.
    package internal(set) var bigIntegers = 0
    /// Numbers with a fraction or an exponent.
    package internal(set) var fractions = 0
    package internal(set) var texts = 0
    package internal(set) var objects = 0
    package internal(set) var arrays = 0
}

/// The range of lengths of texts or arrays.
package struct LengthRange: Sendable, Hashable {
    package internal(set) var shortest = Int.max
    package internal(set) var longest = 0
}

/// The statistics of texts at a node, with counts by form.
package struct TextStatistics: Sendable {
    package internal(set) var empty = 0
    package internal(set) var lengths = LengthRange()
    /// The texts that fit each form; one text may fit several.
    package internal(set) var forms: [TextForm: Int] = [:]
    /// The collections of URLs, absolute or of the form `/a/b/1/`: the last two steps before the
    /// last one, joined by a slash (`issues/comments`); at most 64, then counted as overflow.
    package internal(set) var collections: [String: Int] = [:]
    package internal(set) var collectionOverflow = 0
    /// The last steps of the URLs that have a collection.
    package internal(set) var collectionKeys = ValueSample()
    /// The distinct texts and their counts while there are at most 64 of at most 40 bytes.
    package internal(set) var words: [String: Int]? = [:]
}

/// A form of a text.
package enum TextForm: String, Hashable, Sendable, CaseIterable {
    // Dates, by rule T4.
    case iso8601, isoDay, twitterDate, httpDate, monthDayYear, spacedDateTime, dotNetDate
    /// `dd/MM/yyyy` and `MM/dd/yyyy`; a text that fits both counts for both.
    case dayMonthYear, monthDayYearSlashes
    case isoMonth
    case uuid
    /// With scheme and host.
    case url
    /// Begins with `/` and has two steps or more.
    case relativeURL
    /// Base64 by T7: 24 characters or more, decodable, with upper, lower and digits, and
    /// no path.
    case base64
    /// An integer or a decimal number, without and with leading zeros.
    case integer, decimal, leadingZeros
    /// 16 hex digits or more.
    case hex
    /// At most 128 letters, digits and signs of ASCII, without white space: `DE`, `text/html`.
    case code
    /// A decimal number with two digits after the point, as amounts of money have: `12.50`.
    case hundredths
}

/// The statistics of numbers at a node.
package struct NumberStatistics: Sendable, Hashable {
    package internal(set) var least = Int64.max
    package internal(set) var greatest = Int64.min
    /// Integers beyond 2⁵³ in magnitude.
    package internal(set) var beyondDouble = 0
    /// Fractions that are whole numbers within 2⁵³, such as `1.0`.
    package internal(set) var wholeFractions = 0
    /// Fractions whose digits a double does not give back.
    package internal(set) var inexactFractions = 0
    /// Numbers with more than 38 digits.
    package internal(set) var beyondDecimal = 0
    /// Zeros, which represent "never" among dates.
    package internal(set) var zeros = 0
    /// Numbers in 1e8…4.2e9, and in 1e11…4.2e12, by T5.
    package internal(set) var inSeconds = 0
    package internal(set) var inMilliseconds = 0
}

/// The keys of a map.
package struct KeyStatistics: Sendable {
    /// The distinct keys.
    package internal(set) var values = ValueSample()
    package internal(set) var texts = TextStatistics()
    package internal(set) var numbers = NumberStatistics()
    package internal(set) var examples: [String] = []
    package internal(set) var count = 0
    package internal(set) var areIntegers = false
    /// For a map of texts: whether key → value holds in 98 % of the repeats, and their number.
    package internal(set) var repeats = 0
    package internal(set) var agreeingRepeats = 0
}

/// The rule by which an object node is a map.
package struct MapDecision: Sendable, Hashable {
    /// `M1` to `M5`, or `--map`.
    package let rule: InferenceRule
    package let confidence: Double
    package let evidence: String
    /// The member that equals the key, by M2.
    package internal(set) var keyMember: String?
    /// By M5: the values are not alike, and the map is a dictionary attribute as a whole.
    package internal(set) var isDictionary = false
}
