import MercatorPayload
import PayloadFormats
import Testing

private func format(_ name: String, _ types: MIMETypePattern...) -> PayloadFormat {
    PayloadFormat(name: name, mimeTypes: types) { try PayloadDocument(parsing: $0, options: $1) }
}

@Suite("Finding the format of a payload")
struct RegistryTests {
    @Test(arguments: [
        ("application/json", "JSON"), ("APPLICATION/JSON", "JSON"),
        (" application/json ; charset=utf-8", "JSON"), ("application/vnd.api+json", "JSON"),
        ("application/x-www-form-urlencoded", "form"), ("text/xml;charset=x", "XML"),
        ("application/atom+xml", "XML"), ("application/x-plist", "property list"),
        ("application/x-ndjson", "NDJSON"),
    ])
    func `built-in types are known`(mimeType: String, name: String) throws {
        #expect(try PayloadFormatRegistry().format(forMIMEType: mimeType).name == name)
    }

    @Test(arguments: [
        ("json", "JSON"), ("XML", "XML"), ("plist", "property list"), ("jsonl", "NDJSON"),
    ])
    func `path extensions are known`(pathExtension: String, name: String) throws {
        let registry = PayloadFormatRegistry()
        #expect(try registry.format(forPathExtension: pathExtension).name == name)
    }

    @Test func `a format is registered and forgotten`() throws {
        var registry = PayloadFormatRegistry()
        let own = format("own", "application/json", "text/own")
        registry.register(own)
        registry.register(own, forPathExtension: "OWN")
        #expect(try registry.format(forMIMEType: "application/json") == own)
        #expect(try registry.format(forPathExtension: "own") == own)
        registry.unregister(own)
        #expect(try registry.format(forMIMEType: "application/json") == .json)
        #expect(throws: PayloadFormatError.self) { try registry.format(forMIMEType: "text/own") }
        #expect(throws: PayloadFormatError.self) { try registry.format(forPathExtension: "own") }
        #expect(registry == PayloadFormatRegistry())
    }

    @Test(arguments: [true, false])
    func `an exact type beats a pattern whatever the order`(exactFirst: Bool) throws {
        let (exact, pattern) = (format("exact"), format("pattern"))
        var registry = PayloadFormatRegistry([])
        if exactFirst { registry.register(exact, forMIMEType: "application/xml+whatever") }
        registry.register(pattern, forMIMEType: "application/xml+*")
        if !exactFirst { registry.register(exact, forMIMEType: "application/xml+whatever") }
        #expect(try registry.format(forMIMEType: "application/xml+whatever") == exact)
        #expect(try registry.format(forMIMEType: "application/xml+different") == pattern)
    }

    @Test func `among equals the newest wins, also when registered again`() throws {
        var registry = PayloadFormatRegistry([format("a", "x/y"), format("b", "x/y")])
        #expect(try registry.format(forMIMEType: "x/y").name == "b")
        registry.register(format("a", "x/y"))
        #expect(try registry.format(forMIMEType: "x/y").name == "a")
        registry.register(format("c", "x/*"))
        registry.register(format("d", "*/z"))
        #expect(try registry.format(forMIMEType: "x/z").name == "d")
        #expect(try registry.format(forMIMEType: "x/w").name == "c")
    }

    @Test func `every entry is searched`() throws {
        let registry = PayloadFormatRegistry(
            ["a/a", "b/b", "c/c"].map { format($0, MIMETypePattern($0)) })
        #expect(try registry.format(forMIMEType: "b/b").name == "b/b")
    }

    @Test func `an unknown type names itself and what is known`() throws {
        let registry = PayloadFormatRegistry([format("a", "x/y", "x/*"), format("b", "a/b", "x/y")])
        let error = try #require(throws: PayloadFormatError.self) {
            try registry.format(forMIMEType: "foobar")
        }
        #expect(error.code == .unknownMIMEType)
        #expect(
            error.description
                == "expected a registered MIME type (a/b, x/*, x/y), found 'foobar': "
                + "register a format for it")
        let other = try #require(throws: PayloadFormatError.self) {
            try PayloadFormatRegistry([]).format(forPathExtension: "doc")
        }
        #expect(other.code == .unknownPathExtension)
        #expect(other.description.contains("there is none"))
        #expect(other.description.contains("'doc'"))
    }

    @Test(
        arguments: [
            ("application/*+json", "application/a+json", true),
            ("application/*+json", "application/json", false), ("*", "", true),
            ("*/*", "a/b", true),
            ("", "", true), ("", "a", false), ("a*b*c", "aXbYbZc", true),
            ("a*b*c", "aXbYbZcd", false),
            ("text/*", "TEXT/plain; q=1", true), ("Text/Plain", "text/plain", true),
            ("a", "ab", false),
            ("ab", "a", false), ("a**", "a", true), ("a/b;x", "a/b", true),
        ] as [(String, String, Bool)])
    func `stars stand for any characters`(pattern: String, type: String, matches: Bool) {
        #expect(MIMETypePattern(pattern).matches(type) == matches)
    }

    @Test func `an own format reads and writes with its closures`() throws {
        let reversed = PayloadFormat(
            name: "reversed", mimeTypes: ["x/r"], writer: { $0.jsonBytes().reversed() },
            reader: { try PayloadDocument(parsing: $0.reversed(), options: $1) })
        let document = try reversed.document(from: Array("]2,1[".utf8))
        #expect(document.root.count == 2)
        #expect(try reversed.bytes(from: document) == Array("]2,1[".utf8))
        #expect("\(reversed)" == "reversed")
        #expect(Set(PayloadFormat.builtIn + [.json, format("JSON")]).count == 7)
    }

    @Test func `codes match errors in catch clauses`() throws {
        do {
            _ = try PayloadFormatRegistry([]).format(forMIMEType: "a/b")
            Issue.record("expected an error")
        } catch PayloadFormatError.Code.unknownMIMEType {
            #expect(!(PayloadFormatError.Code.malformed ~= CancellationError()))
        }
    }
}
