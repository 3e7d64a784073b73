import EntityMapper
import ObjectGraph
import Testing
import ValueTransforms

@Suite("Dates")
struct DateTests {
    private static let twitter = ValueTransform.date(format: "EEE MMM dd HH:mm:ss Z yyyy")

    @Test(
        arguments: [
            ("2012-03-22T11:05:42Z", 1_332_414_342, 0),
            ("2012-03-22T13:05:42+02:00", 1_332_414_342, 0),
            ("2012-03-22T11:05:42.123456789Z", 1_332_414_342, 123_456_789),
            ("2012-03-22T11:05:42", 1_332_414_342, 0), ("2012-03-22", 1_332_374_400, 0),
            ("1969-12-31T23:59:59.5Z", -1, 500_000_000), ("2016-02-29T00:00:00Z", 1_456_704_000, 0),
        ] as [(String, Int64, Int32)])
    func `reads ISO 8601 to the nanosecond`(
        text: String, seconds: Int64, nanoseconds: Int32
    ) throws {
        let expected = try #require(Timestamp(seconds: seconds, nanoseconds: nanoseconds))
        #expect(try convert("\"\(text)\"", to: .date) == .value(.date(expected)))
    }

    @Test(
        arguments: [
            "\"2012-02-30T00:00:00Z\"", "\"2015-02-29\"", "\"22.03.2012\"", "\" \"", "1332414342",
            "\"2012-03-22T25:00:00Z\"", "\"2012-03-22T11:05:42Zx\"", "true",
        ])
    func `takes no other date by default`(json: String) throws {
        #expect(try !accepts(json, as: .date))
    }

    @Test(
        arguments: [
            ("Sun Aug 31 00:29:15 +0000 2014", "EEE MMM dd HH:mm:ss Z yyyy", 1_409_444_955),
            ("Sun, 31 Aug 2014 00:29:15 GMT", "EEE, dd MMM yyyy HH:mm:ss zzz", 1_409_444_955),
            ("Sunday, 31 August 2014", "EEEE, d MMMM yyyy", 1_409_443_200),
            ("8/31/14 12:29 AM", "M/d/yy hh:mm a", 1_409_444_940),
            ("8/31/14 12:29 pm", "M/d/yy h:mm a", 1_409_488_140),
            ("2014-08-31 at 2 o'clock", "yyyy-MM-dd 'at' H 'o''clock'", 1_409_450_400),
            ("2014-08-31T02:29:15+02:00", "yyyy-MM-dd'T'HH:mm:ssXXX", 1_409_444_955),
            ("2014-08-31T02:29:15+02", "yyyy-MM-dd'T'HH:mm:ssX", 1_409_444_955),
            ("20140831002915", "yyyyMMddHHmmss", 1_409_444_955),
            ("31.12.69", "dd.MM.yy", -86400), ("1.1.68", "d.M.yy", 3_092_601_600),
            ("it's 2014", "'it''s' yyyy", 1_388_534_400), ("2014 ''", "yyyy ''''", 1_388_534_400),
        ] as [(String, String, Int64)])
    func `reads dates of a given form`(text: String, format: String, seconds: Int64) throws {
        let expected = try #require(Timestamp(seconds: seconds))
        #expect(
            try convert("\"\(text)\"", to: .date, using: .date(format: format))
                == .value(.date(expected)))
    }

    @Test func `reads a fraction of any length`() throws {
        let transform = ValueTransform.date(format: "HH:mm:ss.SSS")
        let expected = try #require(Timestamp(seconds: 3723, nanoseconds: 450_000_000))
        #expect(
            try convert("\"01:02:03.45\"", to: .date, using: transform) == .value(.date(expected)))
    }

    @Test(
        arguments: [
            ("Sun Aug 31 00:29:15 2014", "EEE MMM dd HH:mm:ss Z yyyy"),
            ("Xxx Aug 31 00:29:15 +0000 2014", "EEE MMM dd HH:mm:ss Z yyyy"),
            ("Sun Aux 31 00:29:15 +0000 2014", "EEE MMM dd HH:mm:ss Z yyyy"),
            ("13:00 PM", "hh:mm a"), ("0:00 AM", "h:mm a"), ("14:5", "HH:mm"),
            ("2014-08-32", "yyyy-MM-dd"),
            ("2014-08-31 ", "yyyy-MM-dd"), (" ", "yyyy"),
        ])
    func `takes no date of another form`(text: String, format: String) throws {
        #expect(try !accepts("\"\(text)\"", as: .date, using: .date(format: format)))
    }

    @Test func `takes text only for a form`() throws {
        #expect(
            try convert("20140831", to: .date, using: Self.twitter)
                == .issue(expected: "date as date(EEE MMM dd HH:mm:ss Z yyyy)", found: "number"))
    }

    @Test(arguments: [("Sun, 31 Aug 2014 00:29:15 GMT", true), ("Sun, 31 Aug 2014", false)])
    func `reads HTTP dates`(text: String, fits: Bool) throws {
        #expect(try accepts("\"\(text)\"", as: .date, using: .httpDate) == fits)
    }

    @Test(
        arguments: [
            ("1396356555", 1_396_356_555, 0), ("1396356555.5", 1_396_356_555, 500_000_000),
            ("\"1396356555.000000001\"", 1_396_356_555, 1), ("-1", -1, 0),
            ("-0.25", -1, 750_000_000), ("0", 0, 0), ("1.39e9", 1_390_000_000, 0),
        ] as [(String, Int64, Int32)])
    func `reads seconds since 1970`(json: String, seconds: Int64, nanoseconds: Int32) throws {
        let expected = try #require(Timestamp(seconds: seconds, nanoseconds: nanoseconds))
        #expect(
            try convert(json, to: .date, using: .secondsSince1970) == .value(.date(expected)))
    }

    @Test(
        arguments: [
            ("1396356555123", 1_396_356_555, 123_000_000), ("-1", -1, 999_000_000),
            ("0.5", 0, 500_000),
        ] as [(String, Int64, Int32)])
    func `reads milliseconds since 1970`(json: String, seconds: Int64, nanoseconds: Int32) throws {
        let expected = try #require(Timestamp(seconds: seconds, nanoseconds: nanoseconds))
        #expect(
            try convert(json, to: .date, using: .millisecondsSince1970)
                == .value(.date(expected)))
    }

    @Test(arguments: ["1e30", "true", "\"soon\"", "\"2012-03-22\"", "[]", "1e12"])
    func `takes no other seconds`(json: String) throws {
        #expect(try !accepts(json, as: .date, using: .secondsSince1970))
    }

    @Test(arguments: [
        ValueTransform.default, .iso8601, .secondsSince1970, .millisecondsSince1970, .httpDate,
        .rfc850Date, .asctimeDate, .usDate, .isoDay, .dotNetDate(), .date(format: "yyyy"),
    ])
    func `takes the empty text as nil`(transform: ValueTransform) throws {
        // Rule 107
        #expect(try convert(#""""#, to: .date, using: transform) == .value(.null))
        #expect(try !accepts(#"" ""#, as: .date, using: transform))
    }
}

@Suite("ISO 8601 in full")
struct WideDateTests {
    @Test(
        arguments: [
            ("20090519", "2009-05-19T00:00:00Z"), ("20090519T143922Z", "2009-05-19T14:39:22Z"),
            ("20090519T1439", "2009-05-19T14:39:00Z"), ("2009-05-19T14", "2009-05-19T14:00:00Z"),
            ("20090519T14+02", "2009-05-19T12:00:00Z"),
            ("2009-05-19T143922.5-0400", "2009-05-19T18:39:22.5Z"),
            ("20090519T14:39:22,25Z", "2009-05-19T14:39:22.25Z"),
            ("2009", "2009-01-01T00:00:00Z"), ("2009-05", "2009-05-01T00:00:00Z"),
            ("2009-139", "2009-05-19T00:00:00Z"), ("2009139", "2009-05-19T00:00:00Z"),
            ("2008-366", "2008-12-31T00:00:00Z"), ("2009-365", "2009-12-31T00:00:00Z"),
            ("2009-W21-2", "2009-05-19T00:00:00Z"), ("2009W212", "2009-05-19T00:00:00Z"),
            ("2009-W21", "2009-05-18T00:00:00Z"), ("2009-W01-1", "2008-12-29T00:00:00Z"),
            ("2009-W53-7", "2010-01-03T00:00:00Z"), ("2009W212T0930Z", "2009-05-19T09:30:00Z"),
            ("2009-05-19T24:00:00Z", "2009-05-20T00:00:00Z"),
            ("2009-05-19T14:39:22Z", "2009-05-19T14:39:22Z"),
        ])
    func `reads every form that has an instant`(text: String, instant: String) throws {
        let expected = try #require(Timestamp(instant))
        #expect(try convert("\"\(text)\"", to: .date, using: .iso8601) == .value(.date(expected)))
    }

    @Test(arguments: [
        "45", "200905", "20090", "2009-5", "2009-366", "2009-000", "2009-W54", "2008-W53",
        "2009-W00", "2009-W21-8", "2009-W21-0", "2009W21-2", "2009-W212", "2009-", "2009-05-",
        "2009T10", "2009-05T10:00Z", "2009-W21T10", "20090519T", "20090519T1", "20090519T14392",
        "2009-05-19T24:00:01Z", "2009-05-19T25", "20090230", "20090519T143922Zx", "2009-0519",
        "200905-19", "soon", "+2009-05-19",
    ])
    func `takes nothing else`(text: String) throws {
        #expect(try !accepts("\"\(text)\"", as: .date, using: .iso8601))
    }

    @Test(arguments: ["20090519", "2009", "2009-W21-2", "2009-139"])
    func `is created on request only`(text: String) throws {
        // Digits alone could as well be seconds.
        #expect(try !accepts("\"\(text)\"", as: .date))
    }
}
