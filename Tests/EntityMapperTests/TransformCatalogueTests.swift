import EntityMapper
import Foundation
import MercatorPayload
import ObjectGraph
import RepresentationWriting
import Testing
import ValueTransforms

/// RestKit's own tests of value conversions, by their number in the acceptance catalogue.
///
/// Rows with intended differences contain an explanation. The following rows have no counterpart:
///
/// | row | because |
/// |---|---|
/// | AC-055, AC-304 | archived objects are not read, because decoding can run foreign code |
/// | AC-058, AC-076, AC-316 | values are copied on change, so there are no mutable variants |
/// | AC-295, AC-296 | attributes cannot be sets; an array keeps its order |
/// | AC-037, AC-065 and others | mappings read payloads; `RepresentationWriter` writes them |
/// | AC-052, AC-061 | paths locate values: `MappingValueTests`, `PayloadPathTests` |
/// | AC-035, AC-074 | destinations are objects of a graph, not dictionaries |
/// | AC-302 | `null` is nil whatever the transform, so none is for `null` alone |
/// | AC-283 | the wrong attribute is a problem of the plan, before any value is read |
/// | AC-071 | equal values are not written: `MappingValueTests` |
/// | AC-205, AC-206, AC-208, AC-322, AC-323 | there is no list of converters to edit |
@Suite("RestKit's conversions")
struct TransformCatalogueTests {
    struct Row: Sendable, CustomTestStringConvertible {
        let id: String
        let json: String
        let type: AttributeType
        var transform = ValueTransform.default
        /// The value as text; `nil` for an issue.
        let expected: String?

        var testDescription: String { id }
    }

    private static let eastern = ValueTransform.date(format: "MM-dd-yyyy", offset: -5 * 3600)
    private static let dollars = ValueTransform.number(
        prefix: "$", groupedBy: ",", fractionDigits: 2)

    private static let values = [
        Row(id: "AC-034", json: "31337", type: .integer64, expected: "31337"),
        Row(id: "AC-040", json: #""true""#, type: .boolean, expected: "true"),
        Row(id: "AC-041", json: #""T""#, type: .boolean, expected: "true"),
        Row(id: "AC-043", json: #""yes""#, type: .boolean, expected: "true"),
        Row(id: "AC-044", json: #""NO""#, type: .boolean, expected: "false"),
        Row(id: "AC-046", json: #""n""#, type: .boolean, expected: "false"),
        Row(id: "AC-047", json: #""187""#, type: .integer64, expected: "187"),
        Row(id: "AC-049", json: #""187""#, type: .string, expected: #""187""#),
        Row(id: "AC-050", json: #""187""#, type: .decimal, expected: "187"),
        Row(
            id: "AC-053", json: #"["Hacking", "Running"]"#, type: .array,
            expected: #"["Hacking", "Running"]"#),
        Row(id: "AC-059", json: #""Jeff""#, type: .array, expected: #"["Jeff"]"#),
        Row(id: "AC-061", json: #""12345""#, type: .integer64, expected: "12345"),
        Row(id: "AC-062", json: "true", type: .string, expected: #""true""#),
        Row(id: "AC-064", json: "false", type: .integer64, expected: "0"),
        Row(id: "AC-065", json: "123", type: .string, expected: #""123""#),
        Row(id: "AC-067", json: #""1234.5678""#, type: .double, expected: "1234.5678"),
        Row(
            id: "AC-068", json: "[1, 2, 3, 1]", type: .array, transform: .unique,
            expected: "[1, 2, 3]"),
        Row(
            id: "AC-070", json: #""http://www.restkit.org""#, type: .url,
            expected: #""http://www.restkit.org""#),
        // RestKit keeps the old value silently; here that is an issue.
        Row(id: "AC-088", json: #"{"wrong": "data"}"#, type: .integer64, expected: nil),
        // A number is accepted as text by RestKit's mappings, but not by its URL transformer.
        Row(id: "AC-281", json: "12345", type: .url, expected: nil),
        Row(id: "AC-284", json: #""12345""#, type: .integer64, expected: "12345"),
        Row(id: "AC-287 1", json: #""TRUE""#, type: .boolean, expected: "true"),
        Row(id: "AC-287 2", json: #""t""#, type: .boolean, expected: "true"),
        Row(id: "AC-287 3", json: #""YES""#, type: .boolean, expected: "true"),
        Row(id: "AC-287 4", json: #""Y""#, type: .boolean, expected: "true"),
        Row(id: "AC-287 5", json: #""1""#, type: .boolean, expected: "true"),
        Row(id: "AC-289", json: "[]", type: .integer64, expected: nil),
        // RestKit converts it to 0 (Q-5).
        Row(id: "AC-290", json: #"":*7vxck#sf#adsa""#, type: .integer64, expected: nil),
        Row(id: "AC-292 0", json: "0", type: .boolean, expected: "false"),
        Row(id: "AC-292 1", json: "1", type: .boolean, expected: "true"),
        Row(
            id: "AC-293", json: #"["one", "two", "three"]"#, type: .array, transform: .unique,
            expected: #"["one", "two", "three"]"#),
        Row(id: "AC-298", json: #""123456.7890""#, type: .decimal, expected: "123456.789"),
        Row(id: "AC-299", json: #""abdskjfsdkfjs""#, type: .decimal, expected: nil),
        // RestKit falls back to a plain number, 0.
        Row(id: "SRC-10", json: #""abc""#, type: .decimal, expected: nil),
        Row(id: "AC-301", json: "null", type: .data, expected: "nil"),
        Row(
            id: "AC-317", json: #""key""#, type: .dictionary, transform: .keyOfDictionary,
            expected: "{key: {}}"),
        // A string becomes a dictionary only on request.
        Row(id: "AC-317 default", json: #""key""#, type: .dictionary, expected: nil),
        Row(
            id: "AC-325", json: #""$932,480,932,840,923.00""#, type: .integer64,
            transform: dollars, expected: "932480932840923"),
    ]

    private static let dates = [
        Row(
            id: "AC-038", json: #""11/27/1982""#, type: .date, transform: .usDate,
            expected: "1982-11-27T00:00:00Z"),
        Row(
            id: "AC-056", json: #""3001-01-01T00:00:00Z""#, type: .date,
            expected: "3001-01-01T00:00:00Z"),
        Row(
            id: "AC-199", json: #""457574400""#, type: .date, transform: .secondsSince1970,
            expected: "1984-07-02T00:00:00Z"),
        // No default conversion: the unit would be a guess.
        Row(id: "AC-199 default", json: #""457574400""#, type: .date, expected: nil),
        Row(
            id: "AC-200", json: #""08/09/2011""#, type: .date, transform: .usDate,
            expected: "2011-08-09T00:00:00Z"),
        Row(id: "AC-200 default", json: #""08/09/2011""#, type: .date, expected: nil),
        Row(
            id: "AC-202", json: #""11-27-1982""#, type: .date, transform: eastern,
            expected: "1982-11-27T05:00:00Z"),
        Row(
            id: "AC-205", json: #""03/01/2012""#, type: .date,
            transform: .date(format: "dd/MM/yyyy"), expected: "2012-01-03T00:00:00Z"),
        Row(
            id: "AC-211", json: #""\/Date(1112715000000)\/""#, type: .date,
            transform: .dotNetDate(), expected: "2005-04-05T15:30:00Z"),
        Row(
            id: "rule 240, offset", json: #""/Date(1112715000000-0500)/""#, type: .date,
            transform: .dotNetDate(), expected: "2005-04-05T15:30:00Z"),
        Row(
            id: "AC-212", json: #""/Date(-864000000000)/""#, type: .date,
            transform: .dotNetDate(), expected: "1942-08-16T00:00:00Z"),
        Row(
            id: "AC-305 number", json: "0", type: .date, transform: .secondsSince1970,
            expected: "1970-01-01T00:00:00Z"),
        Row(
            id: "AC-305 text", json: #""0""#, type: .date, transform: .secondsSince1970,
            expected: "1970-01-01T00:00:00Z"),
        Row(
            id: "AC-307", json: #"":*7vxck#sf#adsa""#, type: .date, transform: .secondsSince1970,
            expected: nil),
        Row(
            id: "AC-308", json: #""2013-09-11T09:24:56-04:00""#, type: .date,
            expected: "2013-09-11T13:24:56Z"),
        Row(id: "AC-314 nonsense", json: #"":*7vxck#sf#adsa""#, type: .date, expected: nil),
        // RestKit's timestamp transformer rejects the empty string, its mappings convert it to nil
        // (107).
        Row(id: "AC-314 empty", json: #""""#, type: .date, expected: "nil"),
        // RestKit fails on the second before 1970.
        Row(
            id: "Q-28", json: #""1969-12-31T23:59:59Z""#, type: .date,
            expected: "1969-12-31T23:59:59Z"),
        Row(id: "SRC-16 year", json: #""2009""#, type: .date, expected: nil),
        Row(
            id: "SRC-16 year, asked for", json: #""2009""#, type: .date, transform: .iso8601,
            expected: "2009-01-01T00:00:00Z"),
        Row(id: "SRC-16 century", json: #""45""#, type: .date, transform: .iso8601, expected: nil),
        Row(
            id: "SRC-16 basic", json: #""20090519""#, type: .date, transform: .iso8601,
            expected: "2009-05-19T00:00:00Z"),
        // RestKit loses the milliseconds.
        Row(
            id: "SRC-17", json: #""2013-09-11T09:24:56.123Z""#, type: .date,
            expected: "2013-09-11T09:24:56.123Z"),
        Row(
            id: "table 20", json: #""Sun, 06 Nov 1994 08:49:37 GMT""#, type: .date,
            transform: .httpDate, expected: "1994-11-06T08:49:37Z"),
        Row(
            id: "table 21", json: #""Sunday, 06-Nov-94 08:49:37 GMT""#, type: .date,
            transform: .rfc850Date, expected: "1994-11-06T08:49:37Z"),
        Row(
            id: "table 22", json: #""Sun Nov  6 08:49:37 1994""#, type: .date,
            transform: .asctimeDate, expected: "1994-11-06T08:49:37Z"),
        Row(
            id: "AC-326", json: #""Thursday, January 1, 1970""#, type: .date,
            transform: .date(format: "EEEE, MMMM d, yyyy"), expected: "1970-01-01T00:00:00Z"),
    ]

    @Test(arguments: values + dates)
    func `are read as the catalogue says`(row: Row) throws {
        let outcome = try convert(row.json, to: row.type, using: row.transform)
        switch outcome {
        case .value(let value): #expect("\(value)" == row.expected)
        case .issue(let expected, let found):
            #expect(row.expected == nil, "expected \(expected), found \(found)")
        }
    }

    @Test(
        arguments: [
            "2009-05-11 14:39:22", "2009-05-11T14:39:22", "2009-05-11 10:39:22-04:00",
            "2009-05-11T14:39:22-00:00", "2009-05-11T14:39:22-0000", "2009-05-11T14:39:22Z",
        ], [("", 0), (".777", 777_000_000)] as [(String, Int32)])
    func `name one instant in all of its spellings`(
        text: String, fraction: (digits: String, nanoseconds: Int32)
    ) throws {
        let spelled = text.replacing("39:22", with: "39:22" + fraction.digits)
        let expected = try #require(
            Timestamp(seconds: 1_242_052_762, nanoseconds: fraction.nanoseconds))
        #expect(try convert("\"\(spelled)\"", to: .date) == .value(.date(expected)))
    }

    @Test(arguments: [
        "", "Date(1)", "/Date()/", "/Date(-)/", "/Date(1.5)/", "/Date(1", "/Date(1)/x",
        "/Date(1+2)/", "/Date(1+02:00)/", "/Date(1+9900)/", "/Date(x)/", "/Date(+1)/",
        "/Date(99999999999999999999)/", "/Date(999999999999999)/", "/date(1)/", "/Date(1Z)/",
    ])
    func `refuse every other text as a date of .NET`(text: String) throws {
        // Rule 240; the empty string is nil, as for all dates.
        let isEmpty = try convert("\"\(text)\"", to: .date, using: .dotNetDate()) == .value(.null)
        #expect(try isEmpty || !accepts("\"\(text)\"", as: .date, using: .dotNetDate()))
        #expect(isEmpty == text.isEmpty)
    }

    struct Written: Sendable, CustomTestStringConvertible {
        let id: String
        let seconds: Int64
        let transform: ValueTransform
        let expected: String

        var testDescription: String { id }
    }

    @Test(arguments: [
        Written(
            id: "AC-203", seconds: 407_203_200, transform: .date(format: "MM-dd-yyyy"),
            expected: #""11-27-1982""#),
        Written(
            id: "AC-209", seconds: 1_409_444_955, transform: .default,
            expected: #""2014-08-31T00:29:15Z""#),
        Written(
            id: "AC-214", seconds: 1_000_212_360, transform: .dotNetDate(offset: -4 * 3600),
            expected: #""/Date(1000212360000-0400)/""#),
        Written(
            id: "AC-215", seconds: -1_000_212_360, transform: .dotNetDate(),
            expected: #""/Date(-1000212360000+0000)/""#),
        // RestKit writes .000Z or Z, depending on its global list of formatters.
        Written(
            id: "AC-221, AC-313", seconds: 0, transform: .default,
            expected: #""1970-01-01T00:00:00Z""#),
        Written(
            id: "AC-313 with milliseconds", seconds: 0,
            transform: .date(format: "yyyy-MM-dd'T'HH:mm:ss.SSSX"),
            expected: #""1970-01-01T00:00:00.000Z""#),
        Written(
            id: "AC-223", seconds: 0, transform: .usDate, expected: #""01/01/1970""#),
        Written(
            id: "AC-326", seconds: 0, transform: .date(format: "EEEE, MMMM d, yyyy"),
            expected: #""Thursday, January 1, 1970""#),
        // RestKit groups digits by the locale of the device.
        Written(
            id: "Q-29", seconds: 1_394_000_000, transform: .secondsSince1970,
            expected: "1394000000"),
    ])
    func `are written as the catalogue says`(row: Written) throws {
        let instant = try #require(Timestamp(seconds: row.seconds))
        #expect(written(.date(instant), .date, using: row.transform) == row.expected)
    }

    @Test func `write other values as the catalogue says`() throws {
        #expect(written("http://restkit.org", .url) == #""http://restkit.org""#)
        #expect(
            written(true, .boolean, using: .booleanWords(true: ["true"], false: ["no"]))
                == #""true""#)
        #expect(
            written(932_480_932_840_923, .integer64, using: Self.dollars)
                == #""$932,480,932,840,923.00""#)
        #expect(written(["key": [:]], .dictionary, using: .keyOfDictionary) == #""key""#)
        #expect(
            written(["key": 1], .dictionary, using: .keyOfDictionary)
                == "invalid: only a dictionary with one key and nothing behind it has one")
    }

    @Test func `take an object apart by a transform of one's own`() throws {
        let location = ValueTransform("location") { value in
            guard let latitude = value["latitude"]?.double,
                let longitude = value["longitude"]?.double
            else { return nil }
            return [.double(latitude), .double(longitude)]
        } reverse: { value in
            guard case .array(let parts) = value, parts.count == 2 else { return nil }
            return ["latitude": parts[0], "longitude": parts[1]]
        }
        let json = #"{"latitude":125.55,"longitude":200.5}"#
        #expect(try convert(json, to: .array, using: location) == .value([125.55, 200.5]))
        #expect(written([125.55, 200.5], .array, using: location) == json)
    }

    @Test func `try several in their order`() throws {
        // The last transform, inserted at the front, takes precedence.
        func always(_ text: String) -> ValueTransform {
            ValueTransform(text) { _ in
                .string(text)
            } reverse: { _ in
                .string(text)
            }
        }
        let three = ValueTransform.firstOf([always("3"), always("1"), always("2")])
        #expect(try convert("0", to: .string, using: three) == .value("3"))
        #expect(written("x", .string, using: three) == #""3""#)
    }

    @Test func `say how many failed, and why each of them`() throws {
        let never = ValueTransform("never") { _ in nil }
        let either = ValueTransform.firstOf([.isoDay, .secondsSince1970, never])
        #expect(
            try convert(#""secret""#, to: .date, using: either)
                == .issue(
                    expected:
                        "date as isoDay or secondsSince1970 or date from the transform 'never'",
                    found: "text (tried 3 transforms, none fits)"))
        #expect(
            written("x", .string, using: .firstOf([never]))
                == "invalid: tried 1 transform, none can write the value: 'never': "
                + "the transform 'never' has no reverse; make it with one, "
                + "or leave the attribute out of what is written")
    }
}
