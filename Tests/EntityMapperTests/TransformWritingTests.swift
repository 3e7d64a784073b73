import EntityMapper
import Foundation
import MercatorPayload
import ObjectGraph
import TestSupport
import Testing
import ValueTransforms

@Suite("Writing values")
struct TransformWritingTests {
    @Test(
        arguments: [
            (true, .boolean, "true"), (false, .boolean, "false"), (42, .integer16, "42"),
            (.integer(.min), .integer64, "-9223372036854775808"), (2.5, .double, "2.5"),
            (.double(1e20), .double, "1e+20"), (.double(Double(Float(0.1))), .float, "0.1"),
            ("a\"b", .string, #""a\"b""#), ("https://a.org", .url, #""https://a.org""#),
            (.data([0xFF, 0xEF]), .data, #""/+8=""#), (.data([]), .data, #""""#),
            ([1, "a", .null, [1.5]], .array, #"[1,"a",null,[1.5]]"#),
            (["b": 1, "a": ["d": true, "c": 2]], .dictionary, #"{"a":{"c":2,"d":true},"b":1}"#),
            (.null, .integer64, "null"), (.null, .date, "null"),
        ] as [(Value, AttributeType, String)])
    func `gives what the attribute's type says`(
        value: Value, type: AttributeType, expected: String
    ) {
        #expect(written(value, type) == expected)
    }

    @Test func `gives decimals and identifiers as texts`() throws {
        // Rule 215
        let price = try #require(Decimal(string: "12345678901234567890.05"))
        #expect(written(.decimal(price), .decimal) == #""12345678901234567890.05""#)
        #expect(written(.decimal(price), .decimal, using: .identity) == "12345678901234567890.05")
        let uuid = try #require(UUID(uuidString: "6ba7b810-9dad-11d1-80b4-00c04fd430c8"))
        #expect(written(.uuid(uuid), .uuid) == #""6BA7B810-9DAD-11D1-80B4-00C04FD430C8""#)
    }

    @Test(
        arguments: [
            (Value.double(.infinity), AttributeType.double), (.double(-.infinity), .float),
            ([1, .double(.infinity)], .array), (["a": [.double(.infinity)]], .dictionary),
        ] as [(Value, AttributeType)])
    func `refuses infinite numbers`(value: Value, type: AttributeType) {
        #expect(written(value, type) == "invalid: a payload has no number that is infinite")
    }

    @Test func `asks a reverse of one's own`() {
        let percent = ValueTransform("percent") { value in
            value.double.map { .double($0 / 100) }
        } reverse: { value in
            Double(attributeValue: value).map { .double($0 * 100) }
        }
        #expect(written(0.25, .double, using: percent) == "25.0")
        #expect(written(.null, .double, using: percent) == "null")
        #expect(
            written("x", .string, using: percent)
                == "invalid: the transform 'percent' has no form for the value")
    }

    @Test func `says that there is no reverse, and what a reverse says`() {
        let oneWay = ValueTransform("oneWay") { _ in .null }
        #expect(
            written("secret", .string, using: oneWay)
                == "invalid: the transform 'oneWay' has no reverse; make it with one, "
                + "or leave the attribute out of what is written")
        struct Refusal: Error, CustomStringConvertible {
            let description = "too long"
        }
        let strict = ValueTransform("strict") { _ in
            .null
        } reverse: { _ in
            throw Refusal()
        }
        #expect(
            written("secret", .string, using: strict)
                == "invalid: the transform 'strict' says: too long")
    }

    /// Transforms and types, with values that their form can represent.
    @Test(
        arguments: [
            (.base64, .data), (.base64, .string), (.base64URL, .data), (.base64URL, .string),
            (.iso8601, .date), (.secondsSince1970, .date), (.millisecondsSince1970, .date),
            (.wrapped, .array), (.firstOf([.identity, .default]), .decimal),
            (.emptyTextAsNull(), .date), (.emptyTextAsNull(), .integer64),
            (.number(prefix: "$", suffix: " €", groupedBy: ",", fractionDigits: 2), .integer64),
            (.number(groupedBy: ".", point: ",", fractionDigits: 0), .decimal),
            (.identity, .boolean), (.identity, .integer64), (.identity, .double),
            (.identity, .float), (.identity, .decimal), (.identity, .string), (.identity, .array),
            (.identity, .dictionary),
        ] as [(ValueTransform, AttributeType)], 0..<20)
    func `reads back as it was`(cell: (ValueTransform, AttributeType), seed: Int) throws {
        let (transform, type) = cell
        var random = RandomValues(SeededGenerator(seed: UInt64(seed)))
        let value = random.value(of: type)
        guard value != .double(.infinity) else { return }
        #expect(try reread(value, type, using: transform) == value, "\(random.generator)")
    }

    @Test(arguments: AttributeType.allCases, 0..<20)
    func `reads back by default as it was`(type: AttributeType, seed: Int) throws {
        var random = RandomValues(SeededGenerator(seed: UInt64(seed)))
        let value = random.value(of: type)
        guard value != .double(.infinity) else { return }
        #expect(try reread(value, type, using: .default) == value, "\(random.generator)")
    }

    @Test(arguments: 0..<200)
    func `reads back dates as they were, down to the unit of their form`(seed: Int) throws {
        var random = SeededGenerator(seed: UInt64(seed))
        let instant = try #require(
            Timestamp(
                seconds: .random(in: -62_135_000_000...253_402_000_000, using: &random),
                nanoseconds: .random(in: 0..<1_000_000_000, using: &random)))
        let offset = 60 * Int.random(in: -1439...1439, using: &random)
        let forms: [(ValueTransform, unit: Int128)] = [
            (.iso8601, 1), (.secondsSince1970, 1), (.millisecondsSince1970, 1), (.default, 1),
            (.httpDate, 1_000_000_000), (.asctimeDate, 1_000_000_000),
            (.usDate, 86_400_000_000_000), (.isoDay, 86_400_000_000_000),
            (.dotNetDate(offset: offset), 1_000_000),
            (.date(format: "yyyy-MM-dd HH:mm:ss.SSSSSS XXX", offset: offset), 1000),
            (.date(format: "d. MMMM yyyy, h:mm a", offset: offset), 60_000_000_000),
            (.date(format: "EEEE d/M/yyyy H ZZZZ", offset: offset), 3_600_000_000_000),
            (.date(format: "x X xx XX xxx XXX Z ZZZZZ zzz yyyyMMddHHmmssSSSSSSSSS"), 1),
        ]
        for (transform, unit) in forms {
            let again = try reread(.date(instant), .date, using: transform)
            guard case .date(let read) = again else {
                Issue.record("\(transform) lost \(instant), \(random)")
                continue
            }
            let lost = nanoseconds(instant) - nanoseconds(read)
            #expect(0..<unit ~= lost, "\(transform) made \(read) of \(instant), \(random)")
            #expect(try reread(again ?? .null, .date, using: transform) == again, "\(random)")
        }
    }

    private func nanoseconds(_ instant: Timestamp) -> Int128 {
        Int128(instant.seconds) * 1_000_000_000 + Int128(instant.nanoseconds)
    }

    @Test(
        arguments: [
            ("2014-08-31T00:29:15.25Z", .default, #""2014-08-31T00:29:15.25Z""#),
            ("2014-08-31T00:29:15Z", .iso8601, #""2014-08-31T00:29:15Z""#),
            ("2014-08-31T00:29:15.25Z", .secondsSince1970, "1409444955.25"),
            ("1969-12-31T23:59:59.75Z", .secondsSince1970, "-0.25"),
            ("2014-08-31T00:29:15.000000001Z", .millisecondsSince1970, "1409444955000.000001"),
            ("2014-08-31T00:29:15Z", .httpDate, #""Sun, 31 Aug 2014 00:29:15 GMT""#),
            ("1994-11-06T08:49:37Z", .rfc850Date, #""Sunday, 06-Nov-94 08:49:37 GMT""#),
            ("1994-11-06T08:49:37Z", .asctimeDate, #""Sun Nov  6 08:49:37 1994""#),
            ("1994-11-16T08:49:37Z", .asctimeDate, #""Wed Nov 16 08:49:37 1994""#),
            ("2014-08-31T23:29:15.25Z", .usDate, #""08/31/2014""#),
            ("2014-08-31T23:29:15.25Z", .isoDay, #""2014-08-31""#),
            (
                "2014-08-31T23:30:00Z", .date(format: "yyyy-MM-dd h:mm a", offset: 3600),
                #""2014-09-01 12:30 AM""#
            ),
            (
                "2014-08-31T12:00:05.0129Z", .date(format: "H:m:s.SS d.M.yyyy ZZZZ"),
                #""12:0:5.01 31.8.2014 GMT""#
            ),
            (
                "2014-08-31T12:00:00Z", .date(format: "X yyyyMMddHH", offset: 7200),
                #""+02 2014083114""#
            ),
            (
                "2014-08-31T12:00:00Z", .date(format: "ZZZZ ZZZZZ yyyyMMddHH", offset: -12_600),
                #""GMT-03:30 -03:30 2014083108""#
            ),
        ] as [(String, ValueTransform, String)])
    func `gives dates in their form`(
        text: String, transform: ValueTransform, expected: String
    ) throws {
        let instant = try #require(Timestamp(text))
        #expect(written(.date(instant), .date, using: transform) == expected)
    }

    @Test(
        arguments: [
            ("2069-01-01T00:00:00Z", .rfc850Date), ("1968-12-31T23:59:59Z", .rfc850Date),
            ("2014-08-31T14:00:00Z", .date(format: "yyyy-MM-dd hh:mm")),
            ("2014-08-31T14:00:00Z", .date(format: "HH:mm")),
            ("2014-08-31T14:00:00Z", .date(format: "dd HH:mm")),
            ("9999-12-31T23:59:59Z", .date(format: "yyyy-MM-dd HH:mm", offset: 3600)),
        ] as [(String, ValueTransform)])
    func `gives no text that means another date`(text: String, transform: ValueTransform) throws {
        let instant = try #require(Timestamp(text))
        #expect(
            written(.date(instant), .date, using: transform)
                == "invalid: the date has no text as \(transform)")
    }
}
