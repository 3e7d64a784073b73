import MercatorPayload
import TestSupport
import Testing

@Suite("Paths")
struct PayloadPathTests {
    @Test(arguments: [
        ("", []), ("a", ["a"]), ("headline.text", ["headline", "text"]),
        (#"a\.b.c"#, ["a.b", "c"]),
        (#""a.b".c"#, ["a.b", "c"]), (#""say \"hi\"".x"#, [#"say "hi""#, "x"]),
        (#"a\\b"#, [#"a\b"#]), (#"\@id"#, ["@id"]), (#""@id"."(x)""#, ["@id", "(x)"]),
        ("a@b", ["a@b"]), (#""""#, [""]), (#""".a."""#, ["", "a", ""]), ("é.日本", ["é", "日本"]),
        (#"a\(b\)\{c\}"#, ["a(b){c}"]), (#"a"b"#, [#"a"b"#]), ("a b", ["a b"]), ("0", ["0"]),
        (#"\a"#, ["a"]), (#"\self"#, ["self"]), (#""self".a"#, ["self", "a"]), ("self.a", ["a"]),
        ("self", []), ("selfish", ["selfish"]), ("_links.self.href", ["_links", "self", "href"]),
    ])
    func `points separate keys, quotes and backslashes keep them together`(
        text: String, keys: [String]
    ) throws {
        let path = try PayloadPath(text)
        #expect(path.components.map(\.key) == keys)
        #expect(path.components.map(\.utf8) == keys.map { Array($0.utf8) })
        #expect(path.problem == nil)
        #expect(path == PayloadPath(keys.map(PayloadPathComponent.key)))
        #expect(try PayloadPath(path.description) == path)
    }

    @Test(
        arguments: [
            (".", .emptyComponent, 0), ("a.", .emptyComponent, 2), (".a", .emptyComponent, 0),
            ("a..b", .emptyComponent, 2), (#""a"#, .missingQuotationMark, 2),
            (#""a\""#, .missingQuotationMark, 4), (#""a"b"#, .expectedPoint, 3),
            (#"a\"#, .unfinishedEscape, 2), ("@id", .reservedCharacter, 0),
            ("a.@parent", .misplacedContext, 2), ("(a", .reservedCharacter, 0),
            ("a.@count.b", .unexpectedComponent, 8), ("@root.@parent", .misplacedContext, 6),
            ("a.{b", .reservedCharacter, 2), ("a.{}", .reservedCharacter, 2),
            ("{a}b", .reservedCharacter, 0), ("{a.b}", .reservedCharacter, 0),
            ("a(b)", .reservedCharacter, 1), (#""\"#, .unfinishedEscape, 2),
        ] as [(String, PayloadPathError.Code, Int)])
    func `a malformed path tells what and where`(
        text: String, code: PayloadPathError.Code, offset: Int
    ) throws {
        let error = try #require(throws: PayloadPathError.self) { try PayloadPath(text) }
        #expect(error.code == code)
        #expect(error.offset == offset)
        #expect(error.description.contains("character \(offset + 1) of path '\(text)'"))
    }

    @Test func `a malformed literal keeps its problem and never matches`() throws {
        let path: PayloadPath = "a..b"
        #expect(path.problem?.code == .emptyComponent)
        #expect(path.description == "a..b")
        #expect(path != PayloadPath.root)
        #expect(path.appending("c").problem == path.problem)
        #expect(PayloadPath.root.appending(path).problem == path.problem)
        #expect(try PayloadDocument(parsing: "{}").root.value(at: path) == nil)
        #expect(
            path.problem?.description == "expected a name, found '.', at character 3 of path "
                + "'a..b': write \"\" for an empty key")
    }

    @Test func `a path leads through objects`() throws {
        let payload = #"{"a": {"b.c": {"d": 7}, "n": null}, "list": [{"x": 1}]}"#
        let root = try PayloadDocument(parsing: payload).root
        #expect(root.value(at: #"a.b\.c.d"#)?.int64 == 7)
        #expect(root.value(at: "a.n")?.isNull == true)
        #expect(root.value(at: "a.n.x") == nil)
        #expect(root.value(at: "a.missing") == nil)
        #expect(root.value(at: "a.n.x.y") == nil)
        #expect(root.value(at: "@root.a.n")?.isNull == true)
        #expect(root.value(at: "@parent.a") == nil)
        #expect(root.value(at: .root)?.kind == .object)
        #expect(root.value(at: PayloadPath("a").appending("n"))?.kind == .null)
    }

    @Test func `keys that differ in bytes differ`() {
        let composed = PayloadPathComponent.key("\u{E9}")
        let decomposed = PayloadPathComponent.key("e\u{301}")
        #expect(composed != decomposed)
        #expect(Set([composed, decomposed]).count == 2)
    }

    @Test(arguments: [UInt64.random(in: 0...(.max))])
    func `any keys survive being written and read`(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let alphabet = Array("ab.\\\"@(){}é日 ".unicodeScalars)
        let paths = (0..<2_000).map { _ in
            PayloadPath(
                (0..<Int.random(in: 0...4, using: &generator)).map { _ in
                    let scalars = (0..<Int.random(in: 0...5, using: &generator)).map { _ in
                        alphabet[Int.random(in: 0..<alphabet.count, using: &generator)]
                    }
                    return .key(String(String.UnicodeScalarView(scalars)))
                })
        }
        #expect(try paths.map { try PayloadPath($0.description) } == paths)
    }
}
