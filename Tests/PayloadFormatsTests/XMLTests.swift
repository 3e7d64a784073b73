import MercatorPayload
import PayloadFormats
import Testing

@Suite("Reading XML")
struct XMLTests {
    @Test(arguments: [
        ReadingCase(
            "XH-1",
            #"<hash><float type="float">2.4</float><string>string</string><number type="integer">1</number></hash>"#,
            #"{"hash":{"float":{"type":"float","text":"2.4"},"string":"string","number":{"type":"integer","text":"1"}}}"#
        ),
        ReadingCase(
            "XH-2",
            #"<records type="array"><record><id>1</id></record><record><id>2</id></record></records>"#,
            #"{"records":{"type":"array","record":[{"id":"1"},{"id":"2"}]}}"#),
        ReadingCase(
            "rule 242 one child", "<records><record><id>1</id></record></records>",
            #"{"records":{"record":{"id":"1"}}}"#),
        ReadingCase(
            "XH-4",
            """
            <exchange_rate type="bank"><currency name="AUD" quota="1" rate="18.1"/>
            <currency name="BGN" quota="1" rate="12.7"/><currency name="EUR" quota="1" rate="24.9"/>
            </exchange_rate>
            """,
            #"{"exchange_rate":{"type":"bank","currency":[{"name":"AUD","quota":"1","rate":"18.1"},"#
                + #"{"name":"BGN","quota":"1","rate":"12.7"},{"name":"EUR","quota":"1","rate":"24.9"}]}}"#
        ),
        ReadingCase("XH-5", "<users />", #"{"users":{}}"#),
        ReadingCase("XH-5 open", "<users>\n</users>", #"{"users":{}}"#),
        ReadingCase(
            "XH-7",
            """
            <Channel><Image>url</Image><Image Width="65" Height="35">url2</Image>
            <Stream Bitrate="1">s</Stream></Channel>
            """,
            #"{"Channel":{"Image":["url",{"Width":"65","Height":"35","text":"url2"}],"#
                + #""Stream":{"Bitrate":"1","text":"s"}}}"#),
        ReadingCase("rule 246 CDATA", "<a><![CDATA[ <b>&amp; ]]></a>", #"{"a":" <b>&amp; "}"#),
        ReadingCase("CDATA between", "<a> x<![CDATA[ ]]>\n</a>", #"{"a":"x "}"#),
        ReadingCase("empty CDATA", "<a><![CDATA[]]></a>", #"{"a":""}"#),
        ReadingCase(
            "references", "<a>&lt;&#65;&#x1F600;&quot;&apos;&gt;&amp;</a>", #"{"a":"<A😀\"'>&"}"#),
        ReadingCase("kept white space", "<a>&#32;x y&#10;</a>", #"{"a":" x y\n"}"#),
        ReadingCase("layout", "<a>\n  x\n  y\n</a>", #"{"a":"x\n  y"}"#),
        ReadingCase("line breaks", "<a>x\r\ny\rz</a>", #"{"a":"x\ny\nz"}"#),
        ReadingCase("attribute white space", "<a b='x\r\ny\tz&#10;'/>", #"{"a":{"b":"x y z\n"}}"#),
        ReadingCase("attribute and child", "<a b='1'><b>2</b></a>", #"{"a":{"b":["1","2"]}}"#),
        ReadingCase("text and children", "<a>x<b/>y</a>", #"{"a":{"b":{},"text":"xy"}}"#),
        ReadingCase("child named text", "<a>x<text>y</text></a>", #"{"a":{"text":["y","x"]}}"#),
        ReadingCase(
            "prolog",
            "\u{FEFF}<?xml version='1.0' encoding='UTF-8'?>\n<!-- c --><?p x?>"
                + "<!DOCTYPE a SYSTEM 'file:///etc/passwd' [<!ELEMENT a (b|c)> <!-- > --> "
                + "<!ATTLIST a b CDATA '>'>]><a/><!-- d -->\n", #"{"a":{}}"#),
        ReadingCase("inside", "<a><!-- <b> --><?php x > ?>1<!---->2</a>", #"{"a":"12"}"#),
        ReadingCase("names", "<é:x-1.y _z=''/>", #"{"é:x-1.y":{"_z":""}}"#),
        ReadingCase("spaces in tags", "<a  b = \"1\"\n></a >", #"{"a":{"b":"1"}}"#),
    ])
    func `elements become members`(row: ReadingCase) throws {
        #expect(try json(.xml, row.payload) == row.expected)
    }

    @Test(arguments: [
        RefusalCase("", "emptyPayload", at: 0),
        RefusalCase("  ", "unexpectedEnd", at: 2),
        RefusalCase("x", "malformed", at: 0),
        RefusalCase("<a>", "unexpectedEnd", at: 3),
        RefusalCase("<a></b>", "malformed", at: 5),
        RefusalCase("<a/><b/>", "trailingContent", at: 4),
        RefusalCase("<a/>x", "trailingContent", at: 4),
        RefusalCase("<1/>", "malformed", at: 1),
        RefusalCase("<a b/>", "malformed", at: 4),
        RefusalCase("<a b=1/>", "malformed", at: 5),
        RefusalCase("<a b='1'c='2'/>", "malformed", at: 8),
        RefusalCase("<a b='1' b='2'/>", "malformed", at: 9),
        RefusalCase("<a b='<'/>", "malformed", at: 6),
        RefusalCase("<a b='&x;'/>", "malformed", at: 6),
        RefusalCase("<a>&nbsp;</a>", "malformed", at: 3),
        RefusalCase("<a>&#0;</a>", "malformed", at: 3),
        RefusalCase("<a>&#+65;</a>", "malformed", at: 3),
        RefusalCase("<a>&#xD800;</a>", "malformed", at: 3),
        RefusalCase("<a>&#99999999999;</a>", "malformed", at: 3),
        RefusalCase("<a>& b</a>", "malformed", at: 3),
        RefusalCase("<a>]]></a>", "malformed", at: 3),
        RefusalCase("<a>\u{1}</a>", "malformed", at: 3),
        RefusalCase("<a>\u{FFFE}</a>", "malformed", at: 3),
        RefusalCase("<a><!-- -- --></a>", "malformed", at: 10),
        RefusalCase("<a><!b></a>", "malformed", at: 4),
        RefusalCase("<a><?xml version='1.0'?></a>", "malformed", at: 5),
        RefusalCase(" <?xml version='1.0'?><a/>", "malformed", at: 3),
        RefusalCase("<!DOCTYPE a <", "malformed", at: 12),
        RefusalCase("<?xml version='1.0' encoding='KOI8-R'?><a/>", "unsupportedEncoding", at: 0),
        RefusalCase("<?xml version='1.0' encoding='UTF-16'?><a/>", "unsupportedEncoding", at: 0),
        RefusalCase("<!DOCTYPE a [<!ENTITY x 'y'>]><a/>", "entityDeclaration", at: 13),
        RefusalCase("<!DOCTYPE a [%x;]><a/>", "entityDeclaration", at: 13),
        RefusalCase(
            "<!DOCTYPE a [<!ENTITY x SYSTEM 'file:///etc/passwd'>]><a>&x;</a>", "entityDeclaration",
            at: 13),
    ])
    func `what is not well formed is refused where it stands`(row: RefusalCase) throws {
        let refusal = try #require(try Refusal(.xml, Array(row.payload.utf8)))
        #expect(refusal.code == row.code)
        #expect(refusal.offset == row.offset)
    }

    @Test func `a billion laughs are refused at the first`() throws {
        var bomb = "<!DOCTYPE lolz [<!ENTITY lol0 \"lol\">\n"
        for level in 1...9 {
            let references = String(repeating: "&lol\(level - 1);", count: 10)
            bomb += "<!ENTITY lol\(level) \"\(references)\">\n"
        }
        bomb += "]><lolz>&lol9;</lolz>"
        let refusal = try #require(try Refusal(.xml, Array(bomb.utf8)))
        #expect(refusal.code == "entityDeclaration")
        #expect(
            refusal.message
                == "expected a document that declares no entities, found one that does, "
                + "at line 1, column 17 (byte 16): write the characters themselves, or as &#38;")
    }

    @Test func `errors tell line and column`() throws {
        let error = try #require(throws: PayloadFormatError.self) {
            try PayloadFormat.xml.document(from: Array("<a>\n  <é></b>\n</a>".utf8))
        }
        #expect(error.location?.line == 2)
        #expect(error.location?.column == 8)
    }

    @Test(
        arguments: [
            ("<a><b><c/></b></a>", nil), ("<a><b><c><d/></c></b></a>", "nestingTooDeep"),
            ("<a>12345</a>", nil), ("<a>123456</a>", "stringTooLong"),
            ("<a>123<![CDATA[456]]></a>", "stringTooLong"), ("<a b='123456'/>", "stringTooLong"),
            ("<abcdef/>", "stringTooLong"), ("<a><b/><b/></a>", nil),
            ("<a><b/><b/><b/></a>", "tooManyElements"), ("<a><b/><c/><d/></a>", "tooManyElements"),
            ("<a b='' c='' d=''/>", "tooManyElements"), ("<a b='' c=''>x</a>", "tooManyElements"),
            ("<a>                              </a>", "payloadTooLarge"),
        ] as [(String, String?)])
    func `limits hold`(payload: String, code: String?) throws {
        let limits = PayloadLimits(
            payloadBytes: 30, nestingDepth: 3, stringBytes: 5, elementsPerContainer: 2)
        let refusal = try Refusal(.xml, Array(payload.utf8), PayloadOptions(limits: limits))
        #expect(refusal?.code == code)
    }

    @Test func `depth is limited however high the limit`() throws {
        let options = PayloadOptions(limits: PayloadLimits(nestingDepth: .max))
        let deep = { (count: Int) in
            Array(String(repeating: "<a>", count: count).utf8)
                + Array(String(repeating: "</a>", count: count).utf8)
        }
        #expect(try Refusal(.xml, deep(512), options) == nil)
        #expect(try Refusal(.xml, deep(100_000), options)?.code == "nestingTooDeep")
    }

    @Test func `other encodings are read`() throws {
        let text = "<?xml version='1.0'?><a>Kovács 😀</a>"
        let expected = #"{"a":"Kovács 😀"}"#
        let big = text.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
        let little = text.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
        #expect(try json(.xml, big) == expected)
        #expect(try json(.xml, [0xFE, 0xFF] + big) == expected)
        #expect(try json(.xml, little) == expected)
        #expect(try json(.xml, [0xFF, 0xFE] + little) == expected)
        let latin = "<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?><a>é</a>"
        let bytes = latin.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) }
        #expect(try json(.xml, bytes) == #"{"a":"é"}"#)
    }

    @Test(
        arguments: [
            ([0x3C, 0x61, 0x3E, 0xFF], "invalidUTF8"), ([0xFE, 0xFF, 0x00], "malformed"),
            ([0xFE, 0xFF, 0xD8, 0x00], "malformed"), ([0xFF, 0xFE], "emptyPayload"),
        ] as [([UInt8], String)])
    func `broken encodings are refused`(bytes: [UInt8], code: String) throws {
        #expect(try Refusal(.xml, bytes)?.code == code)
    }

    @Test func `a declaration that does not fit the bytes is called that`() throws {
        func message(_ name: String) throws -> String? {
            let text = "<?xml version='1.0' encoding='\(name)'?><a/>"
            return try Refusal(.xml, Array(text.utf8))?.message
        }
        #expect(
            try message("UTF-16")?.contains(
                "UTF-16, as the declaration says, found bytes that are not") == true)
        #expect(
            try message("utf-16le")?.contains("remove the encoding from the declaration") == true)
        #expect(try message("KOI8-R")?.contains("found 'KOI8-R' in the declaration") == true)
    }

    @Test func `a document that is cut off is refused, a damaged one never crashes`() throws {
        let document = Array(
            "<?xml version='1.0'?><!DOCTYPE a [<!ELEMENT a ANY>]><a b='é&amp;'><!-- x --><c>&#65;</c><![CDATA[y]]></a>"
                .utf8)
        #expect(try refusedBeginnings(of: document, .xml) == document.count)
        try readDamaged(document, .xml, seed: 11)
    }

    @Test func `it cannot be written`() throws {
        #expect(!PayloadFormat.xml.canWrite)
        let document = try PayloadDocument(parsing: "{}")
        let error = try #require(throws: PayloadFormatError.self) {
            try PayloadFormat.xml.bytes(from: document)
        }
        #expect(error.code == .writingNotSupported)
        #expect(error.location == nil)
        #expect(
            error.description
                == "expected a format that can be written, found XML: send another format, such as JSON"
        )
    }
}
