import MercatorPayload
import Testing

/// Tests of block boundaries: the parser examines eight or sixteen bytes at once, and single
/// bytes near the end.
///
/// Results must not depend on the position of a token within such a block.
@Suite("Where blocks of bytes meet")
struct BlockBorderTests {
    @Test(arguments: [
        "\\\"", "\\\\", "\\\\\\\\\\\\", "\\u00e9", "\\uD83D\\uDE00", "é", "日", "😀",
        "日本語한국어ไทยπ", "привет мир", "\u{7F}", " ",
    ])
    func `text is the same wherever it stands`(piece: String) throws {
        for lead in 0...40 {
            let before = String(repeating: "x", count: lead)
            for tail in 0...17 {
                let text = before + piece + String(repeating: "y", count: tail)
                let root = try PayloadDocument(parsing: "[\"\(text)\",\"\(text)\"]").root
                let expected = before + decoded(piece) + String(repeating: "y", count: tail)
                #expect(root[0]?.string == expected, "\(lead) before, \(tail) behind")
                #expect(root[1]?.string == expected, "\(lead) before, \(tail) behind")
            }
        }
    }

    private func decoded(_ piece: String) -> String {
        switch piece {
        case "\\\"": "\""
        case "\\\\": "\\"
        case "\\\\\\\\\\\\": "\\\\\\"
        case "\\u00e9": "\u{E9}"
        case "\\uD83D\\uDE00": "\u{1F600}"
        default: piece
        }
    }

    @Test(arguments: 0...40)
    func `a run of backslashes ends a string or does not`(count: Int) {
        for lead in 0...17 {
            let text = String(repeating: "x", count: lead) + String(repeating: "\\", count: count)
            let code: PayloadError.Code? = count.isMultiple(of: 2) ? nil : .unexpectedEnd
            #expect(refusal(of: "\"\(text)\"") == code, "\(lead) before")
        }
    }

    @Test(
        arguments: [
            ([0x1F], .controlCharacter), ([0x0A], .controlCharacter), ([0x80], .invalidUTF8),
            ([0xC0, 0x80], .invalidUTF8), ([0xED, 0xA0, 0x80], .invalidUTF8),
            ([0xE0, 0x80, 0x80], .invalidUTF8), ([0xF4, 0x90, 0x80, 0x80], .invalidUTF8),
            ([0xC3, 0x22], .invalidUTF8), ([0xE6, 0x97, 0x22], .invalidUTF8),
            (Array("\\x".utf8), .invalidEscape), (Array("\\u12G4".utf8), .invalidEscape),
            (Array("\\uDE00".utf8), .loneSurrogate), (Array("\\uD83D?".utf8), .loneSurrogate),
        ] as [([UInt8], PayloadError.Code)])
    func `a fault is found wherever it stands`(
        piece: [UInt8], code: PayloadError.Code
    ) {
        for lead in 0...40 {
            for tail in 0...17 {
                let before = [UInt8](repeating: 0x78, count: lead)
                let behind = [UInt8](repeating: 0x79, count: tail)
                let payload = [0x5B, 0x22] + before + piece + behind + [0x22, 0x5D]
                #expect {
                    try PayloadDocument(parsing: payload)
                } throws: { error in
                    code ~= error && (error as? PayloadError)?.byteOffset == lead + 2
                }
            }
        }
    }

    @Test(arguments: 1...40)
    func `numbers of any length stand anywhere`(digits: Int) throws {
        let integer = String(repeating: "7", count: digits)
        for lead in 0...9 {
            let blanks = String(repeating: " ", count: lead)
            for number in [integer, "-" + integer, "\(integer).\(integer)", "\(integer)e\(digits)"]
            {
                let alone = try PayloadDocument(parsing: blanks + number).root
                #expect(alone.double == Double(number), "\(number) behind \(lead) blanks")
                let list = try PayloadDocument(parsing: "[\(blanks)\(number),\(number)]").root
                #expect(list.elements.map(\.double) == [Double(number), Double(number)])
                #expect(refusal(of: "[\(blanks)0\(integer)]") == .leadingZero)
            }
        }
    }

    @Test(arguments: [" ", "\n", "\t", "\r\n", "\n    ", "  \n"])
    func `white space of any length stands anywhere`(kind: String) throws {
        for count in 0...70 {
            let blank = String(repeating: kind, count: count)
            let tokens = [
                "{", "\"a\"", ":", "[", "1", ",", "true", "]", ",", "\"b\"", ":", "{", "}", "}",
            ]
            let payload = blank + tokens.joined(separator: blank) + blank
            let root = try PayloadDocument(parsing: payload).root
            #expect(root["a"]?[0]?.int64 == 1, "\(count) times")
            #expect(root["a"]?[1]?.bool == true, "\(count) times")
            #expect(root["b"]?.kind == .object, "\(count) times")
        }
    }
}

/// The parser estimates the size of the tape from the beginning of a payload.
@Suite("Payloads whose parts differ")
struct UnevenPayloadTests {
    @Test func `much can follow a beginning that needed little`() throws {
        let text = String(repeating: "text ", count: 4)
        let sparse = (0..<70_000).map { "\"\($0) \(text)\"" }
        let dense = (0..<300_000).map { $0.isMultiple(of: 3) ? "[]" : "\($0 % 10)" }
        let payload =
            "[[\(sparse.joined(separator: ","))],[\(dense.joined(separator: ","))],{\"a\":1}]"
        let root = try PayloadDocument(parsing: payload).root
        #expect(root[0]?.count == sparse.count)
        #expect(root[0]?[69_999]?.string == "69999 \(text)")
        #expect(root[1]?.count == dense.count)
        #expect(root[1]?[299_999]?.int64 == 9)
        #expect(root[2]?["a"]?.int64 == 1)
    }

    @Test(arguments: [65_520, 65_530, 65_551, 65_552, 65_553, 65_560, 131_072])
    func `containers stay open while room is made`(count: Int) throws {
        let depth = 100
        let members = (0..<count).map { "{\"k\":[\($0)]}" }.joined(separator: ",")
        let payload =
            String(repeating: "{\"in\":[", count: depth) + members
            + String(repeating: "]}", count: depth)
        var place = try PayloadDocument(parsing: payload).root
        for _ in 0..<depth {
            place = try #require(place["in"].flatMap { $0.count == 1 ? $0[0] : $0 })
        }
        #expect(place.count == count)
        #expect(place[count - 1]?["k"]?[0]?.int64 == Int64(count - 1))
    }

    @Test func `a fault behind much else is found where it is`() {
        let payload = "[" + String(repeating: "{\"a\":[1,2]},", count: 100_000) + "!"
        #expect {
            try PayloadDocument(parsing: payload)
        } throws: { error in
            PayloadError.Code.expectedValue ~= error
                && (error as? PayloadError)?.byteOffset == payload.utf8.count - 1
        }
    }
}
