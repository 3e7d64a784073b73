import MercatorPayload
import TestSupport
import Testing

/// Expected values are hexadecimal where the compiler would round a decimal literal twice.
@Suite("Reading numbers")
struct NumberTests {
    private func value(_ number: String) throws -> PayloadValue {
        try PayloadDocument(parsing: number).root
    }

    @Test(
        arguments: [
            ("0", 0), ("-0", 0), ("7", 7), ("-7", -7), ("9223372036854775807", .max),
            ("-9223372036854775808", .min), ("9223372036854775808", nil),
            ("-9223372036854775809", nil), ("18446744073709551616", nil), ("1.0", 1),
            ("1e3", 1000), ("-1E+3", -1000), ("1.50e1", 15), ("1.5", nil), ("15e-1", nil),
            ("100e-2", 1), ("1e18", 1_000_000_000_000_000_000), ("1e19", nil), ("0e999", 0),
            ("0.000", 0), ("9.223372036854775807e18", .max), ("9.223372036854775808e18", nil),
            ("-922337203685477580800e-2", .min), ("1e-400", nil), ("1e400", nil),
            ("9007199254740993", 9_007_199_254_740_993), ("-0.0", 0),
            ("1e99999999999999999999", nil),
            ("1.0000000000000000000000000000000000000000000000000000", 1),
            ("1.0000000000000000000000000000000000000000000000000001", nil),
            ("10000000000000000000000000000000000000000000000e-46", 1),
        ] as [(String, Int64?)])
    func `integers are exact or not there`(number: String, expected: Int64?) throws {
        #expect(try value(number).int64 == expected)
    }

    @Test(
        arguments: [
            ("0", 0), ("-0", 0), ("18446744073709551615", .max), ("18446744073709551616", nil),
            ("-1", nil), ("1.8446744073709551615e19", .max), ("1e19", 10_000_000_000_000_000_000),
            ("99999999999999999999", nil), ("184467440737095516150", nil), ("1e20", nil),
        ] as [(String, UInt64?)])
    func `unsigned integers are exact or not there`(number: String, expected: UInt64?) throws {
        #expect(try value(number).uint64 == expected)
    }

    @Test(
        arguments: [
            ("0.0", 0), ("0.1", 0.1), ("1e308", 1e308), ("5e-324", .leastNonzeroMagnitude),
            ("2.2250738585072011e-308", Double.leastNormalMagnitude.nextDown),
            ("2.2250738585072014e-308", 2.2250738585072014e-308),
            ("1.7976931348623157e308", .greatestFiniteMagnitude),
            ("1.7976931348623158e308", .greatestFiniteMagnitude), ("1.7976931348623159e308", nil),
            ("1e400", nil), ("1e-400", nil), ("2.4703282292062327e-324", nil), ("0e-400", 0),
            ("2.4703282292062328e-324", .leastNonzeroMagnitude),
            ("9007199254740993", 9_007_199_254_740_992),
            ("9007199254740993.00000000000000000000000001", 9_007_199_254_740_994),
            ("9223372036854775807", 0x1p63), ("18446744073709551615", 0x1p64),
            ("1.00000000000000011102230246251565404236316680908203125", 1),
            ("1.00000000000000011102230246251565404236316680908203124", 1),
            ("1.00000000000000011102230246251565404236316680908203126", 1.0000000000000002),
            ("0.30000000000000004", 0.30000000000000004), ("1e23", 0x1.52d02c7e14af6p+76),
            ("1e22", 1e22),
            ("8.5e-22", 0x1.00e59088c6a6ap-70), ("123456789012345678e-30", 0x1.15fffe541dec4p-43),
            ("7.2057594037927933e16", 72_057_594_037_927_936), ("1.2e1", 12),
            ("89255e-22", 0x1.494af6ce5221fp-57),
            ("104110013277974872254e-225", 0x1.0b661a31987aep-681),
            ("358416272e-33", 0x1.bbb2a68c9d0b9p-82), ("1e0000000000000000000001", 10),
        ] as [(String, Double?)])
    func `doubles are the nearest or not there`(number: String, expected: Double?) throws {
        #expect(try value(number).double == expected)
        #expect(try value("-\(number)").double?.magnitude == expected)
    }

    @Test(arguments: ["-0", "-0.0", "-0e5", "-0e-400"])
    func `a negative zero keeps its sign as a double`(number: String) throws {
        let double = try #require(try value(number).double)
        #expect(double == 0)
        #expect(double.sign == .minus)
    }

    @Test(
        arguments: [
            ("0", "0"), ("-0.00", "0"), ("1.50", "15e-1"), ("15e-1", "15e-1"), ("100", "1e2"),
            ("-12.25", "-1225e-2"), ("0.001", "1e-3"), ("1e999", "1e999"), ("-10E-5", "-1e-4"),
            (
                "99999999999999999999999999999999999999",
                "99999999999999999999999999999999999999"
            ),
            ("1234567890.12345678901234567890", "12345678901234567890123456789e-19"),
            ("100000000000000000000000000000000000000", "1e38"),
            ("999999999999999999999999999999999999999", nil), ("1e99999999999", nil),
            ("12345678901234567890", "1234567890123456789e1"),
            ("10000000000000000000.5", "100000000000000000005e-1"),
        ] as [(String, String?)])
    func `decimals are exact and have one form`(number: String, expected: String?) throws {
        #expect(try value(number).decimal?.description == expected)
    }

    @Test func `a number keeps its text`() throws {
        #expect(try value(" -1.50E+03 ").numberText == "-1.50E+03")
        #expect(try value("\"1\"").numberText == nil)
    }

    @Test(arguments: [UInt64.random(in: 0...(.max))])
    func `random doubles come back as they were written`(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let doubles = (0..<5_000)
            .map { _ in Double(bitPattern: generator.next()) }
            .filter(\.isFinite)
        let payload = "[" + doubles.map(\.description).joined(separator: ",") + "]"
        let read = try PayloadDocument(parsing: payload).root.elements.map(\.double)
        #expect(read == doubles.map(Optional.some))
    }

    @Test(arguments: [UInt64.random(in: 0...(.max))])
    func `random short decimals agree with the standard library`(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let texts = (0..<5_000).map { _ -> String in
            let digits = UInt64.random(in: 0...(.max), using: &generator)
            let shift = UInt64.random(in: 0...63, using: &generator)
            return "\(digits >> shift)e\(Int.random(in: -40...40, using: &generator))"
        }
        let payload = "[" + texts.joined(separator: ",") + "]"
        let read = try PayloadDocument(parsing: payload).root.elements.map(\.double)
        #expect(read == texts.map(Double.init))
    }

    @Test(
        arguments: [
            ("[]", "[]"), ("[0]", "[0]"), ("[ 7 , -7 ]", "[7,-7]"), ("[-0]", nil), ("[1,-0]", nil),
            ("[-0,1]", nil), ("[-10]", "[-10]"), ("[1.0]", nil), ("[1e2]", nil), ("[\"1\"]", nil),
            ("[[1]]", nil), ("[null]", nil), ("[999999999999999999]", "[999999999999999999]"),
            ("[1000000000000000000]", nil),
        ] as [(String, String?)])
    func `arrays of integers have one spelling, or are none`(json: String, expected: String?) throws
    {
        let tape = try PayloadDocument(parsing: json).tape
        var text: [UInt8] = []
        if tape.integers(at: 0) != nil { tape.appendIntegers(at: 0, to: &text) }
        #expect(String(decoding: text, as: UTF8.self) == expected ?? "")
    }
}
