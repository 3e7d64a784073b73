import Foundation
import TestSupport
import Testing

@Suite("Sensitive values, in all outputs", .endsInTime)
struct SensitiveValueTests {
    private let workshop: Workshop

    /// Values that no output may contain.
    private static let secrets = [
        "hunter2-secret", "5555444433331111", "DE03754619165111286589", "078-05-1120",
        "anna@a.example", "0790000001", "A1b2C3d4-E5f6G7h8-I9j0K1l2-M3n4O5p6-Q7r8",
    ]

    /// A value that is kept as data, because it looks like base64.
    private static let encoded = "A1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6Q7r8S9t0"

    private static let payload = """
        {"users": [{"id": 7, "name": "Anna", "password": "\(secrets[0])",
          "cardNumber": "\(secrets[1])", "iban": "\(secrets[2])", "ssn": "\(secrets[3])",
          "email": "\(secrets[4])", "phone": \(secrets[5].dropFirst()), "note": "\(secrets[6])",
          "seal": "\(encoded)",
          "extras": [{"name": "x", "mail": ["\(secrets[4])"]}], "emailVerified": true,
          "homepage": "https://anna.example/2014/08/31"}],
         "posts": [{"id": 1, "userId": 7, "title": "Maps"}, {"id": 2, "userId": 9, "title": "A"}]}
        """

    init() throws {
        workshop = try Workshop()
        try workshop.write(Self.payload, to: "page.json")
        try #require(try workshop.run("import", "page.json", "--into", "a.sqlite").status == 0)
        try workshop.write(
            Self.payload.replacing(#""id": 7"#, with: #""id": 70"#), to: "others.json")
        try #require(try workshop.run("import", "others.json", "--into", "c.sqlite").status == 0)
    }

    private func text(of name: String) throws -> String {
        try String(
            contentsOf: workshop.directory.appendingPathComponent(name), encoding: .utf8)
    }

    @Test(
        arguments: [
            ["infer", "page.json"], ["infer", "page.json", "--json"],
            ["infer", "page.json", "--why"], ["infer", "page.json", "--mermaid"],
            ["import", "page.json", "--into", "b.sqlite"],
            ["import", "page.json", "--into", "b.sqlite", "--json"],
            ["import", "page.json", "--into", "b.sqlite", "--dry-run"],
            ["diff", "page.json", "--into", "c.sqlite"],
            ["diff", "page.json", "--into", "c.sqlite", "--json"],
            ["explain", "page.json", "--into", "a.sqlite"],
            ["explain", "page.json", "--into", "a.sqlite", "--json"],
            ["schema", "a.sqlite"], ["schema", "a.sqlite", "--json"],
            ["schema", "a.sqlite", "--sql"], ["schema", "a.sqlite", "--swift"],
            ["show", "a.sqlite", "User"], ["show", "a.sqlite", "User", "7"],
            ["show", "a.sqlite", "User", "7", "--json"], ["show", "a.sqlite", "User", "--lines"],
            ["show", "a.sqlite", "Post", "1"], ["query", "a.sqlite", "User"],
            ["query", "a.sqlite", "User", "--json"], ["query", "a.sqlite", "User", "--lines"],
            ["query", "a.sqlite", "User", "--csv"],
            ["query", "a.sqlite", "User: email, password as x, iban, note, seal"],
            ["query", "a.sqlite", "User group by name: max(email), sum(phone), count", "--json"],
            ["query", "a.sqlite", "Post: title, user.email, user.phone", "--csv"],
            ["query", "a.sqlite", "SELECT * FROM User_view", "--sql"],
            ["query", "a.sqlite", "SELECT * FROM User_view", "--sql", "--csv"],
            ["query", "a.sqlite", "SELECT * FROM User_view", "--sql", "--json"],
        ])
    func `no output has one unless it is asked for`(arguments: [String]) throws {
        let run = try Tool.run(arguments, in: workshop.directory)
        #expect(run.status == 0)
        for secret in Self.secrets + [Self.encoded] {
            let digits = secret.drop { $0 == "0" }
            #expect(!run.output.contains(digits), "\(secret)")
            #expect(!run.errors.contains(digits), "\(secret)")
        }
    }

    @Test func `no page and no mapping file has one`() throws {
        #expect(
            try workshop.run(
                "infer", "page.json", "--save", "m.json", "--svg", "a.svg", "--html", "i.html"
            ).status == 0)
        #expect(try workshop.run("report", "a.sqlite", "--html", "r.html").status == 0)
        for name in ["m.json", "a.svg", "i.html", "r.html"] {
            let text = try text(of: name)
            for secret in Self.secrets + [Self.encoded] {
                #expect(!text.contains(secret), "\(secret) in \(name)")
            }
        }
    }

    @Test func `kind and length are shown in their place, and how to see them`() throws {
        let run = try workshop.run("show", "a.sqlite", "User", "7")
        #expect(run.output.contains("password       text, 14 characters"))
        #expect(run.output.contains("note           text, 40 characters"))
        #expect(run.output.contains("seal           data, 30 bytes"))
        #expect(run.output.contains("phone          number, 9 characters"))
        #expect(run.output.contains("emailVerified  true"))
        #expect(run.output.contains("homepage       https://anna.example/2014/08/31"))
        #expect(
            run.errors.contains("kind and length only of ") && run.errors.contains("--values shows")
        )
        let csv = try workshop.run("query", "a.sqlite", "User", "--csv")
        #expect(csv.output.contains("\"text, 14 characters\""))
    }

    @Test(
        arguments: [
            ["show", "a.sqlite", "User", "7"], ["show", "a.sqlite", "User", "--lines"],
            ["query", "a.sqlite", "User", "--csv"], ["query", "a.sqlite", "User", "--json"],
            ["query", "a.sqlite", "SELECT * FROM User_view", "--sql", "--json"],
            ["diff", "page.json", "--into", "c.sqlite"],
        ])
    func `with --values, all are shown`(arguments: [String]) throws {
        let run = try Tool.run(arguments + ["--values"], in: workshop.directory)
        #expect(run.status == 0)
        for secret in Self.secrets {
            #expect(run.output.contains(secret.drop { $0 == "0" }), "\(secret)")
        }
        let isForPrograms = !Set(arguments).isDisjoint(with: ["--lines", "--csv", "--json"])
        #expect(run.output.contains(Self.encoded) == isForPrograms)
        #expect(!run.errors.contains("--values"))
    }

    @Test func `a selection shows numbers of objects, and other aggregates on request`() throws {
        let words = ["query", "a.sqlite", "User: count(email), max(email), max(phone)", "--lines"]
        let masked = try workshop.run(words)
        #expect(masked.status == 0)
        #expect(masked.output.contains("\"count(email)\":1"))
        #expect(masked.output.contains("\"max(email)\":\"text, 14 characters\""))
        #expect(masked.output.contains("\"max(phone)\":\"number, 9 characters\""))
        #expect(masked.errors.contains("kind and length only of email, phone;"))
        let shown = try workshop.run(words + ["--values"])
        #expect(shown.output.contains("\"max(email)\":\"anna@a.example\""))
        #expect(shown.output.contains("\"max(phone)\":790000001"))
        #expect(!shown.errors.contains("--values"))
    }

    @Test func `an identity with a sensitive name gives way to the number`() throws {
        try workshop.write(
            #"""
            {"people": [{"email": "a@a.example", "age": 3}, {"email": "b@a.example", "age": 4}],
             "notes": [{"id": 1, "author": {"email": "a@a.example", "age": 3}}]}
            """#, to: "p.json")
        let made = try workshop.run(
            "import", "p.json", "--into", "p.sqlite", "--id", "Person=email")
        #expect(made.status == 0)
        for words in [["Person"], ["Person", "#1"], ["Note", "1"], ["Note", "--json"]] {
            let run = try Tool.run(["show", "p.sqlite"] + words, in: workshop.directory)
            #expect(run.status == 0)
            #expect(!run.output.contains("a.example"))
        }
        let named = try workshop.run("show", "p.sqlite", "Person", "a@a.example")
        #expect(named.output.hasPrefix("Person #"))
    }

    @Test func `an explanation shows no identity and no key with a sensitive name`() throws {
        try workshop.write(
            #"""
            {"people": [{"email": "a@a.example", "age": 3}, {"email": "b@a.example", "age": [4]}],
             "notes": [{"id": 1, "personEmail": "a@a.example"},
                       {"id": 2, "personEmail": "c@a.example"}]}
            """#, to: "p.json")
        let made = try workshop.run(
            "import", "p.json", "--into", "p.sqlite", "--id", "Person=email", "--connect",
            "Note.personEmail=Person.email")
        #expect(made.status == 0)
        for words in [[], ["--json"]] {
            let arguments = ["explain", "p.json", "--into", "p.sqlite"] + words
            let masked = try Tool.run(arguments, in: workshop.directory)
            #expect(masked.status == 0)
            #expect(!masked.output.contains("a.example"))
            #expect(masked.output.contains("text, 11 characters"))
            #expect(masked.errors.contains("--values shows"))
            let shown = try Tool.run(arguments + ["--values"], in: workshop.directory)
            #expect(shown.output.contains("a@a.example"))
            #expect(shown.output.contains("c@a.example"))
        }
    }

    @Test func `a label with a sensitive name is left out`() throws {
        try workshop.write(
            #"""
            {"buyers": [{"id": 7, "email": "a@a.example"}], "orders": [{"id": 1, "buyerId": 7}]}
            """#, to: "s.json")
        #expect(try workshop.run("import", "s.json", "--into", "s.sqlite").status == 0)
        let masked = try workshop.run("show", "s.sqlite", "Order", "1")
        #expect(masked.output.contains("buyer: Buyer 7\n"))
        let shown = try workshop.run("show", "s.sqlite", "Order", "1", "--values")
        #expect(shown.output.contains("buyer: Buyer 7 (a@a.example)\n"))

        try workshop.write(
            #"{"buyers": [{"id": 7, "first_name": "Anna"}]}"#, to: "names.json")
        #expect(try workshop.run("import", "names.json", "--into", "s.sqlite").status == 0)
        let named = try workshop.run("show", "s.sqlite", "Order", "1")
        #expect(named.output.contains("buyer: Buyer 7 (Anna)\n"))
    }

    @Test
    func `identities and foreign keys that look random are shown, because they are asked for`()
        throws
    {
        let hash = "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b"
        try workshop.write(
            #"{"commits": [{"sha": "\#(hash)", "message": "a"}, {"sha": "\#(hash.reversed().map(String.init).joined())", "message": "b"}]}"#,
            to: "c.json")
        #expect(try workshop.run("import", "c.json", "--into", "c.sqlite").status == 0)
        let run = try workshop.run("show", "c.sqlite", "Commit")
        #expect(run.output.contains(hash))
        #expect(run.errors == "")
    }
}
