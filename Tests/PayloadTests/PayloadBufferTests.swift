import MercatorPayload
import TestSupport
import Testing

@Suite("Writing JSON from front to back")
struct PayloadBufferTests {
    private func written(_ write: (inout PayloadBuffer) -> Void) -> String {
        var buffer = PayloadBuffer()
        write(&buffer)
        return String(decoding: buffer.takeBytes(), as: UTF8.self)
    }

    @Test(
        arguments: [
            0, 1, -1, 9, 10, 99, 100, 10_007, 99_999_999, 100_000_000, -100_000_001, 1_234_567_890,
            9_999_999_999_999_999, 10_000_000_000_000_000, 10_000_000_000_000_001,
            999_999_999_999_999_999, .max, .min,
        ] as [Int64])
    func `whole numbers have all their digits`(number: Int64) {
        #expect(written { $0.append(number) } == "\(number)")
    }

    @Test(arguments: [
        0, -0.0, 1, -1, 0.1, 0.5, -2.25, 0.001, -0.001, 0.0004, 1e-7, 3.7, 99.999, 123_456.789,
        999_999_999.999, 1e9, 1e15, 1e16, 1.0.nextUp, 0.1 + 0.2, 2.675, .pi,
        .leastNonzeroMagnitude,
        .greatestFiniteMagnitude, 9_007_199_254_740_992, 1e300,
    ])
    func `doubles have the fewest digits that tell them apart`(number: Double) {
        #expect(written { $0.append(number) } == number.description)
    }

    @Test(arguments: 0..<20 as Range<UInt64>)
    func `any double is written as Swift describes it`(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<2000 {
            let bits = random.next()
            let few =
                Double(Int64(bitPattern: bits) >> (bits % 60))
                / [1, 10, 100, 1000, 3][
                    Int(bits % 5)]
            for number in [Double(bitPattern: bits), few, few.nextUp] where number.isFinite {
                #expect(written { $0.append(number) } == number.description, "seed \(seed)")
            }
        }
    }

    @Test(arguments: [
        "\"", "\\", "\n", "\u{0}", "\u{1F}", "\u{7F}", "é", "𝄞", " ", "!", "#", "[", "]",
    ])
    func `a character is escaped wherever it stands`(character: String) throws {
        for length in 0..<50 {
            let text = String(repeating: "a", count: length) + character + "bc" + character
            let json = written { $0.appendQuoted(text) }
            #expect(try PayloadDocument(parsing: json).root.string == text)
            let isEscaped = ["\"", "\\", "\n", "\u{0}", "\u{1F}"].contains(character)
            #expect((json.utf8.count > text.utf8.count + 2) == isEscaped)
        }
    }

    @Test(arguments: 0..<8 as Range<UInt64>)
    func `numbers of any length have all their digits`(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<2000 {
            let number = Int64(bitPattern: random.next()) >> (random.next() % 64)
            #expect(written { $0.append(number) } == "\(number)", "seed \(seed)")
        }
    }

    @Test(arguments: [
        (date: (1, 2, 3), time: (4, 5, 6), nanoseconds: 0, text: "0001-02-03T04:05:06Z"),
        ((2024, 12, 31), (23, 59, 59), 0, "2024-12-31T23:59:59Z"),
        ((9999, 10, 20), (0, 0, 0), 250_000_000, "9999-10-20T00:00:00.25Z"),
        ((1987, 6, 5), (12, 34, 56), 1, "1987-06-05T12:34:56.000000001Z"),
    ])
    func `an instant has two digits for each part, and four for the year`(
        date: (Int, Int, Int), time: (Int, Int, Int), nanoseconds: Int, text: String
    ) {
        let json = written {
            $0.appendInstant(date: date, time: time, nanoseconds: nanoseconds)
        }
        #expect(json == "\"\(text)\"")
    }

    @Test(arguments: [
        "", "a", "plain text of some length", "a\"b\\c\n", "é", "seven bytes, then é",
        "é, and more than eight bytes",
    ])
    func `a text that is a part of bytes is written like a string`(text: String) {
        let bytes = Array("xx".utf8) + Array(text.utf8) + Array("é".utf8)
        let json = written { $0.appendQuoted(utf8: bytes, 2..<2 + text.utf8.count) }
        #expect(json == written { $0.appendQuoted(text) })
    }

    @Test(arguments: [
        ("[]", true), ("[1,-2,30]", true), ("[1.5]", false), ("[1e5]", false), ("[[1]]", false),
        (#"["1"]"#, false), ("[null]", false), ("[", false), ("12", false),
    ])
    func `a list that is a part of bytes is written if it has whole numbers only`(
        list: String, isWhole: Bool
    ) {
        var isWritten = false
        let json = written {
            isWritten = $0.append(integers: Array("\(list),".utf8), 0..<list.utf8.count)
        }
        #expect(isWritten == isWhole)
        #expect(json == (isWhole ? list : ""))
    }

    @Test func `commas become brackets`() {
        let json = written { buffer in
            let list = buffer.open()
            for number in 1...2 {
                buffer.append(UInt8(ascii: ","))
                buffer.append(Int64(number))
            }
            buffer.append(UInt8(ascii: ","))
            let object = buffer.open()
            buffer.append(UInt8(ascii: ","))
            buffer.appendKey("é")
            buffer.close(buffer.open(), isObject: false)
            let place = buffer.count
            buffer.append(UInt8(ascii: ","))
            buffer.appendKey("nobody")
            _ = buffer.open()
            buffer.abandon(to: place)
            buffer.close(object, isObject: true)
            buffer.close(list, isObject: false)
        }
        #expect(json == #"[1,2,{"é":[]}]"#)
    }

    @Test func `what was written can be repeated, also while memory grows`() {
        let json = written { buffer in
            buffer.appendQuoted("x")
            for _ in 0..<12 { buffer.repeatBytes(0..<buffer.count) }
        }
        #expect(json == String(repeating: "\"x\"", count: 1 << 12))
    }

    @Test(arguments: [(512, true), (513, false)])
    func `containers inside one another are counted`(depth: Int, isFine: Bool) {
        var buffer = PayloadBuffer()
        let places = (0..<depth).map { place in
            if place > 0 { buffer.append(UInt8(ascii: ",")) }
            return buffer.open()
        }
        for place in places.reversed() { buffer.close(place, isObject: false) }
        #expect(((try? buffer.takeCheckedBytes()) != nil) == isFine)
    }

    @Test(arguments: [
        ("1", true), ("-0", true), ("12.50", true), ("1e5", true), ("0", true), ("01", false),
        ("-01.5", false), ("1.", false), (".5", false), ("1.2.3", false),
        ("-", false), ("abc", false), ("+1", false), ("1e", false),
    ])
    func `a text that is no number is found`(text: String, isNumber: Bool) {
        var buffer = PayloadBuffer()
        buffer.append(PayloadNode.array([.number(text)]))
        #expect(((try? buffer.takeCheckedBytes()) != nil) == isNumber)
    }
}
