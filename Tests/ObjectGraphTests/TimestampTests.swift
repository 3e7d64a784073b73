import ObjectGraph
import TestSupport
import Testing

@Suite("Timestamps")
struct TimestampTests {
    @Test(
        arguments: [
            ("1970-01-01T00:00:00Z", 0, 0), ("1969-12-31T23:59:59.999999999Z", -1, 999_999_999),
            ("2014-08-31T00:29:15.25Z", 1_409_444_955, 250_000_000),
            ("2014-08-31t00:29:15,25z", 1_409_444_955, 250_000_000),
            ("2014-08-31 00:29:15", 1_409_444_955, 0), ("2014-08-31T00:29", 1_409_444_940, 0),
            ("2014-08-31", 1_409_443_200, 0), ("2014-08-31T02:29:15+02:00", 1_409_444_955, 0),
            ("2014-08-30T20:29:15-0400", 1_409_444_955, 0),
            ("2014-08-31T02:29:15+02", 1_409_444_955, 0),
            ("1970-01-01T00:00:00.000000001Z", 0, 1),
            ("1970-01-01T00:00:00.1234567899Z", 0, 123_456_789),
            ("2016-02-29T00:00:00Z", 1_456_704_000, 0), ("2000-02-29", 951_782_400, 0),
            ("2016-12-31T23:59:60Z", 1_483_228_800, 0),
            ("0001-01-01T00:00:00Z", -62_135_596_800, 0),
            ("9999-12-31T23:59:59.999999999Z", 253_402_300_799, 999_999_999),
            ("2014-08-31T00:29:15-00:00", 1_409_444_955, 0),
        ] as [(String, Int64, Int32)])
    func `read ISO 8601`(text: String, seconds: Int64, nanoseconds: Int32) throws {
        let instant = try #require(Timestamp(text))
        #expect(instant.seconds == seconds)
        #expect(instant.nanoseconds == nanoseconds)
    }

    @Test(arguments: [
        "", "2014", "2014-08", "2014-8-31", "2014-08-32", "2014-13-01", "2014-00-01", "2014-01-00",
        "2015-02-29", "1900-02-29", "2014-04-31", "0000-01-01", "10000-01-01", "2014-08-31T",
        "2014-08-31T24:00:00Z", "2014-08-31T00:60:00Z", "2014-08-31T00:00:61Z", "2014-08-31T00",
        "2014-08-31T00:00:00.Z", "2014-08-31T00:00:00+24:00", "2014-08-31T00:00:00+02:60",
        "2014-08-31T00:00:00+2", "2014-08-31T00:00:00+02:", "2014-08-31T00:00:00Zx", " 2014-08-31",
        "2014-08-31Z", "2014/08/31", "2014-08-31T00:00Z ", "+2014-08-31", "२०१४-08-31",
        "9999-12-31T23:59:60Z", "9999-12-31T23:59:59-01:00", "0001-01-01T00:00:00+00:01",
    ])
    func `refuse everything else`(text: String) {
        #expect(Timestamp(text) == nil)
    }

    @Test(
        arguments: [
            (0, 0, "1970-01-01T00:00:00Z"), (0, 1, "1970-01-01T00:00:00.000000001Z"),
            (-1, 500_000_000, "1969-12-31T23:59:59.5Z"), (951_782_400, 0, "2000-02-29T00:00:00Z"),
            (-62_135_596_800, 0, "0001-01-01T00:00:00Z"),
            (253_402_300_799, 999_999_999, "9999-12-31T23:59:59.999999999Z"),
        ] as [(Int64, Int32, String)])
    func `print RFC 3339`(seconds: Int64, nanoseconds: Int32, text: String) throws {
        let instant = try #require(Timestamp(seconds: seconds, nanoseconds: nanoseconds))
        #expect(instant.description == text)
        #expect(instant.sortableText == text.dropLast().replacing("T", with: " "))
    }

    @Test(
        arguments: [
            (-62_135_596_801, 0), (253_402_300_800, 0), (0, -1), (0, 1_000_000_000), (.max, 0),
            (.min, 0),
        ] as [(Int64, Int32)])
    func `end with the years 1 and 9999`(seconds: Int64, nanoseconds: Int32) {
        #expect(Timestamp(seconds: seconds, nanoseconds: nanoseconds) == nil)
    }

    @Test(arguments: 0..<200)
    func `survive the way through text`(seed: Int) throws {
        var random = SeededGenerator(seed: UInt64(seed))
        let bounds = Timestamp.distantPast.seconds...Timestamp.distantFuture.seconds
        let instant = try #require(
            Timestamp(
                seconds: .random(in: bounds, using: &random),
                nanoseconds: .random(in: 0..<1_000_000_000, using: &random)))
        let other = try #require(
            Timestamp(
                seconds: instant.seconds,
                nanoseconds: .random(in: 0..<1_000_000_000, using: &random)))
        #expect(Timestamp(instant.description) == instant)
        #expect(Timestamp(sortableText: instant.sortableText) == instant)
        #expect((instant < other) == (instant.sortableText < other.sortableText))
        let parts = instant.components
        #expect(
            Timestamp(
                year: parts.year, month: parts.month, day: parts.day, hour: parts.hour,
                minute: parts.minute, second: parts.second, nanoseconds: instant.nanoseconds)
                == instant)
    }

    @Test(arguments: [(86_400, false), (-86_400, false), (86_399, true), (Int.min, false)])
    func `refuse offsets of a day`(offset: Int, isValid: Bool) {
        let instant = Timestamp(year: 2014, month: 8, day: 31, offset: offset)
        #expect((instant != nil) == isValid)
    }
}
