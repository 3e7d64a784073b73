import MappingInference
import Testing

@Suite("Names: identities and sensitive members")
struct NamesIdentityTests {
    typealias Letter = IdentityClass.Letter

    @Test(
        "The classes of identities, without case and separators",
        arguments: [
            ("id", nil, Letter.a, 1.0), ("_ID", nil, .a, 1), ("pk", nil, .a, 1),
            ("@id", nil, .a, 1), ("AlbumId", "Album", .b, 0.95), ("Track ID", "Track", .b, 0.95),
            ("areaId", "Area", .b, 0.95), ("suite_id", "CheckSuite", .b, 0.95),
            ("checkSuiteNumber", "CheckSuite", .b, 0.95), ("uuid", nil, .c, 0.9),
            ("node_id", "Repo", .c, 0.9), ("id_str", nil, .c, 0.8), ("html-URL", nil, nil, 0),
            ("url", nil, .d, 0.6), ("screenName", nil, .e, 0.55), ("cca3", "Country", .e, 0.55),
            ("code", "Country", .e, 0.55), ("name", "Hashtag", .f, 0.6), ("text", nil, .f, 0.6),
            ("AlbumId", nil, nil, 0), ("AlbumId", "Track", nil, 0), ("body", "Post", nil, 0),
            ("", nil, nil, 0), ("valid", nil, nil, 0),
        ] as [(String, String?, Letter?, Double)])
    func classes(key: String, entity: String?, letter: Letter?, score: Double) {
        let found = IdentityNames.class(of: key, entity: entity)
        #expect(found?.letter == letter)
        #expect((found?.score ?? 0) == score)
    }

    @Test(
        "names of secrets and of personal details",
        arguments: [
            "password", "cardNumber", "iban", "access_token", "API-Key", "apikeys", "userEmail",
            "phone", "Authorization", "cvv", "pin", "client_secret", "x-auth-token", "ssn",
            "homephone", "PASSWD", "privateKey", "card", "emails",
        ])
    func sensitive(name: String) {
        #expect(Sensitivity.isSensitive(name: name))
        let masked = Sensitivity.masked(example: "4111 1111", name: name)
        #expect(masked == "text, 9 characters")
    }

    @Test(
        "Other names are shown", arguments: ["title", "pinned", "cardinality", "name", "opinion"])
    func open(name: String) {
        #expect(!Sensitivity.isSensitive(name: name))
        #expect(Sensitivity.masked(example: "a", name: name) == "a")
    }

    @Test("a token of 40 characters shows its length; addresses and dates are shown")
    func randomTexts() {
        let token = "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b"
        #expect(Sensitivity.masked(example: token, name: "x") == "text, 40 characters")
        let key = "sk_live_4eC39HqLyjWDarjtT1zdp7dc"
        #expect(Sensitivity.masked(example: key, name: "x") == "text, 32 characters")
        #expect(
            Sensitivity.masked(example: "1", name: "pin", kind: "number") == "number, 1 character")
        for text in [
            "2014-08-31T00:29:15.123456Z", "/api/v2/pokemon/25/moves/3/9/",
            "12345678901234567890123",
            "f81d4fae-7dec-11d0-a765-00a0c91e6bf6", "some-article-about-2024-olympics",
        ] {
            #expect(Sensitivity.masked(example: text, name: "x") == text)
        }
    }

    @Test("Examples have at most 40 characters, and no control characters")
    func examples() {
        let long = Sensitivity.masked(example: String(repeating: "ab ", count: 30), name: "x")
        #expect(long.count == 40)
        #expect(long.hasSuffix("…"))
        #expect(
            Sensitivity.masked(example: "a\n\u{1B}[31m\u{202E}\0", name: "x")
                == "a\\n\\u{1b}[31m\\u{202e}\\u{0}")
        #expect(
            Sensitivity.masked(example: String(repeating: "\0", count: 99), name: "x").count == 40)
        #expect(
            Sensitivity.masked(example: String(repeating: "é", count: 40), name: "x").count == 40)
    }
}
