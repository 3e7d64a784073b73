import MercatorPayload
import Testing

@Suite("What a payload error tells")
struct PayloadErrorTests {
    private func error(of payload: String) throws -> PayloadError {
        try #require(throws: PayloadError.self) { try PayloadDocument(parsing: payload) }
    }

    @Test(arguments: [
        ("[1 2]", 3, 1, 4), ("[1,\n 2 3]", 7, 2, 4), ("[1,\r\n 2 3]", 8, 2, 4),
        ("[1,\r\n\r\n\n2 3]", 10, 4, 3), ("[1,\r 2 3]", 7, 2, 4), ("[\"日本😀\" 1]", 14, 1, 8),
        ("[1", 2, 1, 3), ("\n\n", 2, 3, 1), ("\u{FEFF}x", 3, 1, 1), ("\u{FEFF}\n x", 5, 2, 2),
    ])
    func `the place is counted in bytes, lines and Unicode scalars`(
        payload: String, offset: Int, line: Int, column: Int
    ) throws {
        let error = try error(of: payload)
        #expect(error.byteOffset == offset)
        #expect(error.line == line)
        #expect(error.column == column)
    }

    @Test(arguments: [
        (
            "[1 2]",
            "expected ',' or ']', found '2', at line 1, column 4 (byte 3): "
                + "put a comma between elements, or close the array"
        ),
        (
            "[1",
            "expected more of the payload, found the end of the payload, at line 1, column 3 "
                + "(byte 2): see whether it was cut off"
        ),
        (
            "[\u{0}]",
            "expected a value, found byte 0x00, at line 1, column 2 (byte 1): "
                + "put text between quotation marks"
        ),
        (
            "[日]",
            "expected a value, found '日', at line 1, column 2 (byte 1): "
                + "put text between quotation marks"
        ),
    ])
    func `it says what was expected, what was found, where, and what to do`(
        payload: String, description: String
    ) throws {
        #expect(try error(of: payload).description == description)
    }

    @Test(arguments: [
        ("[1 2]", "[1 2]", 3), ("[1,\n 2 3,\n4]", " 2 3,", 3), ("[1", "[1", 2), ("", "", 0),
        (
            "[\"0123456789012345678901234567890\" x, 1234567890123456789012345]",
            "345678901234567890\" x, 12345678901234567", 20
        ),
        ("[\"日日日日日日日日日日\" x]", "日日日日日日\" x]", 8), ("[1\u{0}]", "[1\u{FFFD}]", 2),
    ])
    func `the excerpt is a short piece of one line`(
        payload: String, text: String, caret: Int
    ) throws {
        let excerpt = try error(of: payload).excerpt
        #expect(excerpt.text == text)
        #expect(excerpt.caret == caret)
        #expect(excerpt.description == text + "\n" + String(repeating: " ", count: caret) + "^")
    }

    @Test func `a broken byte shows as a number and as a replacement character`() throws {
        let error = try #require(throws: PayloadError.self) {
            try PayloadDocument(parsing: [0x22, 0x61, 0xFF, 0x22])
        }
        #expect(error.found == "byte 0xFF")
        #expect(error.excerpt.text == "\"a\u{FFFD}\"")
        #expect(error.code == .invalidUTF8)
    }

    @Test func `a code catches its error and no other`() {
        var caught = ""
        do {
            _ = try PayloadDocument(parsing: "[1,]")
        } catch PayloadError.Code.leadingZero {
            caught = "wrong"
        } catch PayloadError.Code.trailingComma {
            caught = "right"
        } catch {
            caught = "late"
        }
        #expect(caught == "right")
        #expect("\(PayloadError.Code.trailingComma)" == "trailingComma")
        #expect(Set([PayloadError.Code.trailingComma, .trailingComma]).count == 1)
    }

    @Test func `equal faults are equal errors`() throws {
        #expect(try error(of: "[1 2]") == error(of: "[1 2]"))
        #expect(try error(of: "[1 2]") != error(of: "[1 3]"))
    }

    @Test func `a limit names the option that raises it`() throws {
        let error = try error(of: String(repeating: "[", count: 600))
        #expect(error.description.contains("limits.nestingDepth"))
        #expect(error.byteOffset == 512)
    }
}

@Suite("Places of many bytes")
struct LocationsTests {
    @Test(
        arguments: [
            "[1, 2]", "[\n1,\r\n 2\r]", "\u{FEFF}[\n\"é👍\", 1]", "\r\n\r\n[1]\n\n", "",
        ])
    func `are the same in one walk as one by one`(text: String) throws {
        let document = try PayloadDocument(parsing: text.isEmpty ? "0" : text)
        let offsets = Array(0...(text.utf8.count + 2)) + [text.utf8.count + 2]
        #expect(
            document.locations(ofBytes: offsets)
                == offsets.map { document.location(ofByte: $0) })
        let some = offsets.filter { $0 % 3 == 1 }
        #expect(
            document.locations(ofBytes: some) == some.map { document.location(ofByte: $0) })
    }
}
