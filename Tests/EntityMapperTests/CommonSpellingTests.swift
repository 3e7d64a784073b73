import MercatorPayload
import ObjectGraph
import TestSupport
import Testing
import ValueTransforms

@testable import EntityMapper

/// Values in common spellings are read without the definition of their form, and equally.
@Suite("Common spellings")
struct CommonSpellingTests {
    /// A transform with texts that are common for it, or only nearly so.
    struct Sample: Sendable, CustomTestStringConvertible {
        let transform: ValueTransform
        let type: AttributeType
        let common: @Sendable (inout SeededGenerator) -> String
        var uncommon: [String] = []

        var testDescription: String { "\(transform) as \(type)" }

        init(
            _ transform: ValueTransform, _ type: AttributeType, uncommon: [String] = [],
            _ common: @escaping @Sendable (inout SeededGenerator) -> String
        ) {
            (self.transform, self.type) = (transform, type)
            (self.common, self.uncommon) = (common, uncommon)
        }
    }

    @Test(arguments: numbers + dates + words, [1, 2] as [UInt64])
    func `are read as by the definition`(sample: Sample, seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<1500 {
            let text = sample.common(&random)
            let value = try agreement(on: quoted(text), sample)
            #expect(value != nil, "'\(text)' is uncommon, \(random)")
            var other = random.chance(0.2) ? random.pick(sample.uncommon + [""]) : text
            for _ in 0..<Int.random(in: 1...3, using: &random) { mutate(&other, &random) }
            try agreement(on: quoted(other), sample)
        }
        for text in sample.uncommon { try agreement(on: quoted(text), sample) }
    }

    /// Formats with texts of several lengths, or with words that letters follow.
    @Test(
        arguments: [
            "MMM'T'dd yyyy", "dd'th' EEE'x'", "zzz'X' dd.MM.yyyy", "yyyy zzz-dd", "d.M.yyyy HH:mm",
            "dd.MM.yyyy h:mm a", "EEEMMM dd yyyy", "MM MMM yyyy dd", "dd yyyy dd MM",
            "dd.MM.yyyyZdd",
            "HH:mm:ss.SSS dd", "yyyy-MM-dd'T'HH:mm:ssXXX", "MMMM dd, yyyy", "yyyy Z zzz", "ddMM",
        ], [1, 2] as [UInt64])
    func `of dates are read only in formats with one length`(format: String, seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let sample = Sample(.date(format: format), .date) { Self.text(format, &$0) }
        for _ in 0..<1000 {
            var text = sample.common(&random)
            try agreement(on: quoted(text), sample)
            mutate(&text, &random)
            try agreement(on: quoted(text), sample)
        }
    }

    @Test(arguments: numbers + dates + words)
    func `are distinguished from values that are no texts`(sample: Sample) throws {
        let values = [
            "0", "-1", "1.0", "1e3", "32768", "-32769", "2147483648", "253402300800",
            "-62135596801", "9223372036854775808", "true", "false", "[]", "{}", #"["1"]"#,
        ]
        for value in values { try agreement(on: value, sample) }
    }

    /// Returns the value of a common spelling, after comparing it with that of the definition.
    ///
    /// At the end of a payload, bytes cannot be read as whole words.
    @discardableResult
    private func agreement(on json: String, _ sample: Sample) throws -> Value? {
        var found: Value?
        for payload in ["[\(json)]", "[\(json), \"some more text\", \"and more\"]"] {
            let document = try PayloadDocument(parsing: payload)
            let position = document.tape.firstChild(of: 0)
            let form = sample.transform.form
            guard let common = form.common(document.tape, at: position, as: sample.type) else {
                continue
            }
            found = common.value(of: document.tape.bytes)
            let value = try #require(found)
            let defined = form.read(document, at: position, as: sample.type)
            #expect(
                defined == .value(value) && "\(defined)" == "\(Conversion.Outcome.value(value))",
                "\(json) by \(sample.testDescription)")
            #expect(!value.isNull, "\(json) by \(sample.testDescription)")
        }
        return found
    }

    private func quoted(_ text: String) -> String { ValueJSON.text(.string(text)) }

    /// Replaces, removes, doubles or inserts a character.
    private func mutate(_ text: inout String, _ random: inout SeededGenerator) {
        var characters = Array(text)
        let other = random.pick(Array("0159 -+.,:;/TZzGMaAbfFgéK\u{212A}\"\\\n@[`{$%"))
        let index = Int.random(in: 0...characters.count, using: &random)
        guard index < characters.count else { return text.append(other) }
        switch Int.random(in: 0..<5, using: &random) {
        case 0: characters.remove(at: index)
        case 1: characters.insert(characters[index], at: index)
        case 2: characters.insert(other, at: index)
        case 3: characters.swapAt(0, index)
        default: characters[index] = other
        }
        text = String(characters)
    }
}

extension CommonSpellingTests {
    private static let uncommonNumbers = [
        "-0", "0", "00", "-", "1e3", "1.0", "-1.", ".5", "12px", "9223372036854775807",
        "9223372036854775808", "-9223372036854775808", "9007199254740993", "2147483648", "32768",
        "0.00000000000000000001", "123456789012345678901234567890", "0.5000000000000000000",
    ]

    static let numbers: [Sample] = [
        Sample(.default, .integer64, uncommon: uncommonNumbers) {
            "\(Int64.random(in: -999_999_999_999_999...999_999_999_999_999_999, using: &$0))"
        },
        Sample(.default, .integer32, uncommon: uncommonNumbers) {
            "\(Int32.random(in: .min ... .max, using: &$0))"
        },
        Sample(.default, .integer16, uncommon: uncommonNumbers) {
            "\(Int16.random(in: .min ... .max, using: &$0))"
        },
        Sample(.default, .double, uncommon: uncommonNumbers) { decimal(&$0) },
        Sample(.default, .decimal, uncommon: uncommonNumbers) { decimal(&$0) },
        Sample(dollars, .decimal, uncommon: uncommonAmounts) { "$" + grouped(&$0, ",", ".") },
        Sample(dollars, .double, uncommon: uncommonAmounts) { "-$" + grouped(&$0, ",", ".") },
        Sample(dollars, .integer32, uncommon: uncommonAmounts) {
            "$-\(Int.random(in: 1...999, using: &$0)),\(Int.random(in: 100...999, using: &$0))"
        },
        Sample(euros, .decimal, uncommon: ["1.000", "1,5 EUR", "1.000,5 EUR ", "-1 EUR"]) {
            grouped(&$0, ".", ",") + " EUR"
        },
        Sample(.number(point: "e"), .double, uncommon: ["1.5", "1e", "e5", "1e5e5"]) {
            "\(Int.random(in: 0...999, using: &$0))e\(Int.random(in: 0...99, using: &$0))"
        },
    ]

    private static let dollars = ValueTransform.number(
        prefix: "$", groupedBy: ",", fractionDigits: 2)
    private static let euros = ValueTransform.number(suffix: " EUR", groupedBy: ".", point: ",")
    private static let uncommonAmounts = [
        "1,234", "$1,23", "$,123", "$12,34,567", "$0,123", "$012", "$1,234.", "$.5", "--$1", "-$-1",
        "$1,234,567,890,123,456,789,012.5", "$1234,567", "$1234.50", "$ 1", "$\u{301}1", "$1e3",
    ]

    private static func decimal(_ random: inout SeededGenerator) -> String {
        let fraction = random.chance(0.8) ? ".\(Int.random(in: 0...99_999, using: &random))" : ""
        return "\(Int.random(in: -9_999_999...9_999_999, using: &random))\(fraction)"
    }

    private static func grouped(
        _ random: inout SeededGenerator, _ separator: String, _ point: String
    ) -> String {
        var text = "\(Int.random(in: 1...999, using: &random))"
        for _ in 0..<Int.random(in: 0...3, using: &random) {
            text += separator + "\(Int.random(in: 100...999, using: &random))"
        }
        return random.chance(0.7)
            ? text + point + "\(Int.random(in: 0...999, using: &random))" : text
    }
}

extension CommonSpellingTests {
    private static let uncommonDates = [
        "2014-02-29T00:00:00Z", "2014-08-31", "2014-08-31T00:29:15.Z", "2014-08-31T00:29:15",
        "2014-08-31t00:29:15z", "0000-01-01T00:00:00Z", "0001-01-01T00:00:00+01:00",
        "9999-12-31T23:59:59-00:01", "2014-08-31T23:59:60Z", "2014-08-31T24:00:00+00:00",
        "2014-08-31T00:29:15+24:00", "2014-08-31T00:29:15+01:60", "2014-08-31T00:29:15+0100",
        "2014-08-31T00:29:15,25+01:00", "2014-08-31T00:29:15.1234567891Z", "20140831T002915Z",
    ]

    static let dates: [Sample] =
        [ValueTransform.default, .iso8601, .firstOf([.default, .secondsSince1970])].map {
            Sample($0, .date, uncommon: uncommonDates) { random in
                let fraction = Int.random(in: 0...9, using: &random)
                let digits = (0..<fraction).map { _ in Int.random(in: 0...9, using: &random) }
                return text("yyyy-MM-dd'T'HH:mm:ss", &random)
                    + (fraction == 0 ? "" : "." + digits.map { "\($0)" }.joined())
                    + random.pick(["Z", "+02:00", "-23:59", "+00:00"])
            }
        }
        + [
            ("EEE, dd MMM yyyy HH:mm:ss zzz", ["Sun, 31 Aug 2014 00:29:15 UTC"]),
            ("EEE MMM dd HH:mm:ss Z yyyy", ["Sun Aug 31 00:29:15 +02:00 2014"]),
            ("yyyy-MM-dd", ["2015-02-29"]), ("dd.MM.yyyy HH:mm", ["31.08.2014 24:00"]),
            ("MM/dd/yyyy", []), ("yyyyMMddHHmmss", ["20140230000000"]),
            ("yyyy-MM-dd'T'HH:mm:ssZ", ["2014-08-31T00:29:15Z"]), ("EEEddMMMyyyy", []),
            ("HH:mm:ss", []), ("yyyy 'è'MM", []),
        ].map { format, uncommon in
            Sample(.date(format: format), .date, uncommon: uncommon) { text(format, &$0) }
        }
        + [
            Sample(.date(format: "yyyy-MM-dd HH:mm", offset: 5400), .date) {
                text("yyyy-MM-dd HH:mm", &$0)
            },
            Sample(.secondsSince1970, .date, uncommon: ["1.5", "1e9", "253402300800"]) {
                "\(Int.random(in: -62_135_596_800...253_402_300_799, using: &$0))"
            },
            Sample(.millisecondsSince1970, .date, uncommon: ["-1", "-1000", "-0.5"]) {
                "\(Int.random(in: -9_999_999_999...9_999_999_999_999, using: &$0))"
            },
            Sample(.microsecondsSince1970, .date) {
                "\(Int.random(in: -9_999_999_999...9_999_999_999_999_999, using: &$0))"
            },
        ]

    /// Returns a random instant in a format.
    private static func text(_ format: String, _ random: inout SeededGenerator) -> String {
        var (text, isQuoted, rest) = ("", false, format[...])
        while let letter = rest.first {
            let count = isQuoted || letter == "'" ? 1 : rest.prefix { $0 == letter }.count
            rest.removeFirst(count)
            if letter == "'" {
                isQuoted.toggle()
            } else {
                text += isQuoted ? "\(letter)" : field(letter, count, &random)
            }
        }
        return text
    }

    private static func field(
        _ letter: Character, _ count: Int, _ random: inout SeededGenerator
    ) -> String {
        func digits(_ range: ClosedRange<Int>, _ count: Int = 2) -> String {
            let number = "\(Int.random(in: range, using: &random))"
            return String(repeating: "0", count: count - number.count) + number
        }
        return switch (letter, count) {
        case ("y", _): digits(1...9999, 4)
        case ("M", 2): digits(1...12)
        case ("M", 1), ("d", 1): "\(Int.random(in: 1...12, using: &random))"
        case ("S", _): digits(0...999, 3)
        case ("X", _): random.pick(["Z", "+01:30", "-10:00"])
        case ("h", _): "\(Int.random(in: 1...12, using: &random))"
        case ("a", _): random.pick(["am", "PM"])
        case ("M", _): random.pick(["Jan", "feb", "MAR", "Apr", "May", "Sep", "Nov", "Dec"])
        case ("d", _): digits(1...28)
        case ("H", _): digits(0...23)
        case ("m", _), ("s", _): digits(0...59)
        case ("E", _): random.pick(["Mon", "tue", "WED", "Thu", "Fri", "Sat", "Sun"])
        case ("z", _): "GMT"
        case ("Z", _): random.pick(["+", "-"]) + digits(0...23) + digits(0...59)
        default: String(repeating: letter, count: count)
        }
    }
}

extension CommonSpellingTests {
    static let words: [Sample] = [
        Sample(.default, .uuid, uncommon: uncommonUUIDs) { random in
            [8, 4, 4, 4, 12].map { count in
                String((0..<count).map { _ in random.pick(Array("0123456789abcdefABCDEF")) })
            }.joined(separator: "-")
        },
        Sample(.default, .data, uncommon: uncommonBase64) { base64("+/", &$0) },
        Sample(.base64, .data, uncommon: uncommonBase64) { base64("+/", &$0) },
        Sample(.base64URL, .data, uncommon: uncommonBase64) { base64("-_", &$0) },
        Sample(.enumeration(["a": 1, "bc": 2, "é": 3, "none": .null, "": 4, "5": 5]), .integer64) {
            $0.pick(["a", "bc", "é", "5"])
        },
        Sample(.enumeration(["low": "L", "x": 1]), .string, uncommon: ["x"]) { _ in "low" },
        Sample(.enumeration(of: State.self), .string, uncommon: ["e\u{301}", "", "Draft"]) {
            $0.pick(State.allCases.map(\.rawValue).filter { !$0.isEmpty })
        },
        Sample(
            .booleanWords(true: ["yes", "Ja", "\u{37E}"], false: ["No", "ärger"]), .boolean,
            uncommon: [";", "ÄRGER", "ärger", "\u{37E}", "true"]
        ) {
            $0.pick(["yes", "YES", "ja", "jA", "no", "NO"])
        },
        Sample(.trimmed(then: .default), .integer64, uncommon: [" 1", "1\u{A0}"]) {
            "\(Int.random(in: 0...99, using: &$0))"
        },
        Sample(.emptyTextAsNull(then: .base64), .data) { "ab" + base64("+/", &$0).suffix(2) },
    ]

    enum State: String, CaseIterable {
        case draft, pending, settled, disputed, refused, composed = "é", empty = ""
    }

    /// A UUID with a neighbor of the digits in each place.
    private static let uncommonUUIDs =
        "/:@[`{gG-\u{E1}".flatMap { other in
            (0..<36).map { index in
                var text = Array("6BA7B810-9DAD-11D1-80B4-00C04FD430C8")
                text[index] = other
                return String(text)
            }
        } + ["6BA7B8109DAD11D180B400C04FD430C8"]

    private static let uncommonBase64 = [
        "", "=", "==", "YQ", "YQ=", "YQ==", "YWI=", "YWI", "YWJj", "YWJjZ", "Y=Q=", "YQ===", "-_-_",
    ]

    private static func base64(_ last: String, _ random: inout SeededGenerator) -> String {
        let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789" + last)
        let count = 4 * Int.random(in: 1...16, using: &random)
        return String((0..<count).map { _ in random.pick(digits) })
    }
}
