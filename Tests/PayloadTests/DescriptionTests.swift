import MercatorPayload
import Testing

@Suite("Printing payloads")
struct DescriptionTests {
    @Test(arguments: [
        "null", "true", "12.50", #""a\"é""#, "[]", "{}", #"{"a":[1,{"b\n":null}],"c":"x"}"#,
    ])
    func `short values print as JSON`(text: String) throws {
        let document = try PayloadDocument(parsing: text)
        #expect("\(document.root)" == text)
        #expect(String(reflecting: document) == text)
    }

    @Test func `long values print their beginning`() throws {
        let long = [
            "[" + (0..<50_000).map { "\($0)" }.joined(separator: ",") + "]",
            "\"" + String(repeating: "é", count: 200_000) + "\"",
            String(repeating: "[", count: 500) + String(repeating: "]", count: 500),
            "{" + (0..<9_000).map { "\"k\($0)\": {\"a\": \"b\"}" }.joined(separator: ",") + "}",
        ]
        for text in long {
            let document = try PayloadDocument(parsing: text)
            #expect("\(document.root)".count == 501)
            #expect(document.description.hasSuffix("…"))
            var dumped = ""
            dump(document, to: &dumped)
            dump(document.root, to: &dumped)
            #expect(dumped.count < 2000)
        }
    }
}
