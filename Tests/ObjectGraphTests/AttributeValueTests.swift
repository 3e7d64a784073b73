import Foundation
import ObjectGraph
import Testing

@Suite("Swift types as attribute values")
struct AttributeValueTests {
    private enum Visibility: String, AttributeValue, CaseIterable { case everyone, friends }
    private enum Level: Int16, AttributeValue { case low = 1, high }

    private func survives<T: AttributeValue & Equatable>(_ value: T) -> Bool {
        T(attributeValue: value.attributeValue) == value
    }

    @Test func `come back as they were`() throws {
        #expect(survives(true) && survives("text") && survives(2.5) && survives(Float(0.1)))
        #expect(survives(Int.min) && survives(Int64.max) && survives(Int32.min))
        #expect(survives(Int16.max) && survives(UInt32.max) && survives(UInt16.max))
        #expect(survives(UInt8.max) && survives(Timestamp.distantPast) && survives(UUID()))
        #expect(
            survives(Decimal(25) / 100) && survives(Data([0, 255])) && survives([UInt8](0...9)))
        #expect(survives(try #require(URL(string: "https://example.org/a?b=c"))))
        #expect(survives([1, 2, 3]) && survives(["a": [true]]) && survives([[String]]()))
        #expect(survives(Visibility.friends) && survives(Level.high))
        #expect(survives(Optional("a")) && survives(String?.none) && survives([1, nil]))
    }

    @Test func `name the type of their attribute`() {
        #expect(Int.attributeType == .integer64 && UInt32.attributeType == .integer64)
        #expect(UInt16.attributeType == .integer32 && UInt8.attributeType == .integer16)
        #expect([UInt8].attributeType == .data && [Int].attributeType == .array)
        #expect([String: Int].attributeType == .dictionary && Visibility.attributeType == .string)
        #expect(Level.attributeType == .integer16 && Date.attributeType == .date)
        #expect(Visibility?.attributeType == .string && Visibility?.isOptionalAttribute)
        #expect(!Visibility.isOptionalAttribute)
    }

    @Test func `refuse values that do not fit`() {
        #expect(Int16(attributeValue: 32768) == nil)
        #expect(UInt8(attributeValue: -1) == nil)
        #expect(Int(attributeValue: 1.0) == nil)
        #expect(Double(attributeValue: 1) == nil)
        #expect(String(attributeValue: 1) == nil)
        #expect(String(attributeValue: .null) == nil)
        #expect(Visibility(attributeValue: "nobody") == nil)
        #expect([Int](attributeValue: [1, "a"]) == nil)
        #expect([Int](attributeValue: .data([1])) == nil)
        #expect([String: Int](attributeValue: ["a": .null]) == nil)
        #expect(Int?(attributeValue: "a") == nil)
        #expect(Int?(attributeValue: .null) == .some(.none))
    }

    @Test func `become null where a number has no stored form`() {
        #expect(Double.nan.attributeValue == .null)
        #expect(Float.nan.attributeValue == .null)
        #expect(Decimal.nan.attributeValue == .null)
        #expect(Date(timeIntervalSince1970: 1e12).attributeValue == .null)
        #expect(Date(timeIntervalSince1970: .infinity).attributeValue == .null)
        #expect(Date(timeIntervalSince1970: .nan).attributeValue == .null)
    }

    @Test(
        arguments: [
            (0.0, 0, 0), (-0.5, -1, 500_000_000), (1.25, 1, 250_000_000),
            (-1e-12, 0, 0), (0.999_999_999_9, 1, 0),
        ] as [(Double, Int64, Int32)])
    func `round dates to the nanosecond`(interval: Double, seconds: Int64, nanoseconds: Int32) {
        let instant = Timestamp(Date(timeIntervalSince1970: interval))
        #expect(instant == Timestamp(seconds: seconds, nanoseconds: nanoseconds))
    }
}

@Suite("Exact decimals")
struct DecimalTests {
    @Test(arguments: [
        ("0", "0"), ("1", "1"), ("12345", "12345"), ("10000", "10000"),
        ("18446744073709551615", "18446744073709551615"),
        ("18446744073709551616", "18446744073709551616"),
        ("99999999999999999999999999999999999999", "99999999999999999999999999999999999999"),
        ("12345678901234567890123456789012345678", "12345678901234567890123456789012345678"),
    ])
    func `keep 38 digits at any exponent`(digits: String, text: String) throws {
        let significand = try #require(UInt128(digits))
        for exponent in [-60, -20, -1, 0, 1, 20, 60] {
            let number = Decimal(isNegative: false, significand: significand, exponent: exponent)
            #expect(number == Decimal(string: "\(text)e\(exponent)"))
            let negative = Decimal(isNegative: true, significand: significand, exponent: exponent)
            #expect(negative == Decimal(string: "-\(text)e\(exponent)"))
        }
    }

    @Test(
        arguments: [
            (1, 127, true), (1, 128, false), (1, 165, false), (12, 126, true),
            (1, -128, true), (1, -129, false), (10, -129, true), (.max, 128, false),
            (0, 9999, true),
            (1, .max, false), (1, .min, false),
        ] as [(UInt128, Int, Bool)])
    func `end where Decimal ends`(significand: UInt128, exponent: Int, isPossible: Bool) {
        let number = Decimal(isNegative: false, significand: significand, exponent: exponent)
        #expect((number != nil) == isPossible)
        #expect(number?.isNaN != true)
    }
}
