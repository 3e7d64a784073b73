import EntityMapper
import MappingConventions
import MercatorPayload
import ObjectGraph
import Testing
import ValueTransforms

@Suite("Transforms of one's own")
struct TransformClosureTests {
    @Test func `take what attributes can have`() throws {
        let upper = ValueTransform("upper") { $0.string?.uppercased() }
        #expect(try convert(#""a""#, to: .string, using: upper) == .value("A"))
        let words = ValueTransform("words") { value in
            value.string?.split(separator: " ").map(String.init)
        }
        #expect(try convert(#""a b""#, to: .array, using: words) == .value(["a", "b"]))
        let count = ValueTransform("count") { $0.string?.count }
        #expect(try convert(#""abc""#, to: .integer64, using: count) == .value(3))
        let fixed = ValueTransform("fixed") { _ in "x" }
        #expect(try convert("1", to: .string, using: fixed) == .value("x"))
        let value = ValueTransform("value") { value in value.string.map { .string($0 + "!") } }
        #expect(try convert(#""a""#, to: .string, using: value) == .value("a!"))
        let nothing = ValueTransform("nothing") { _ in nil }
        #expect(try !accepts(#""a""#, as: .string, using: nothing))
    }

    @Test func `read and write with values of their own types`() throws {
        let percent = ValueTransform("percent") {
            $0.double.map { $0 / 100 }
        } reverse: {
            $0 * 100
        }
        #expect(try convert("50", to: .double, using: percent) == .value(0.5))
        #expect(written(0.5, .double, using: percent) == "50.0")
        let lower = ValueTransform("lower") {
            $0.string?.lowercased()
        } reverse: { text in
            text.isEmpty ? nil : text.uppercased()
        }
        #expect(written("a", .string, using: lower) == #""A""#)
        #expect(written("", .string, using: lower).hasPrefix("invalid: "))
    }

    @Test(
        arguments: [
            ("1409445000500000", "2014-08-31T00:30:00.5Z"),
            (#""1409445000500001""#, "2014-08-31T00:30:00.500001Z"),
            ("1409445000500000.5", "2014-08-31T00:30:00.5000005Z"),
        ])
    func `microseconds are dates by name`(json: String, date: String) throws {
        let instant = try #require(Timestamp(date))
        #expect(
            try convert(json, to: .date, using: .microsecondsSince1970) == .value(.date(instant)))
        #expect(
            try reread(.date(instant), .date, using: .microsecondsSince1970) == .date(instant))
    }

    @Test(
        arguments: [
            (#""1441888808""#, "2015-09-10T12:40:08Z"), ("1441888808", "2015-09-10T12:40:08Z"),
            (#""2015-09-10T12:40:08Z""#, "2015-09-10T12:40:08Z"), (#""x""#, nil),
        ])
    func `dates of servers are seconds, also as text`(json: String, date: String?) throws {
        let expected = date.flatMap { Timestamp($0) }
        guard let expected else {
            #expect(try !accepts(json, as: .date, using: .serverDate))
            return
        }
        #expect(try convert(json, to: .date, using: .serverDate) == .value(.date(expected)))
    }
}
