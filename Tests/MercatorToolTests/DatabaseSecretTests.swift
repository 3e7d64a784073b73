#if canImport(PostgresTestSupport)
    import Foundation
    import TestSupport
    import Testing

    /// No server is needed: nothing listens at these places.
    @Suite("Passwords on the command line", .endsInTime)
    struct DatabaseSecretTests {
        private static let secret = "s3cret"
        private let workshop: Workshop

        init() throws {
            workshop = try Workshop()
            try workshop.write(#"[{"id": 1}]"#, to: "p.json")
        }

        private static let urls = [
            "postgresql://anna:\(secret)@localhost:1/library",
            "postgres://anna:\(secret)@localhost:1/library?schema=a",
            "postgresql://localhost:1/library?user=anna&password=\(secret)",
            "postgresql://anna:a@\(secret)@localhost:1/library",
            "postgresql://anna:a/\(secret)@localhost:1/library",
            "postgresql://anna:\(secret)@localhost:1/library?schema=",
            "postgresql://anna:\(secret)@localhost:1/library?\(secret)=1",
            "postgresql://anna:\(secret)@localhost:x/library",
            "Postgresql://anna:\(secret)@localhost:1/library",
            "mysql://anna:\(secret)@localhost/library",
            "host=localhost dbname=library password=\(secret)",
        ]

        @Test(arguments: urls)
        func `are in no message`(url: String) throws {
            let commands: [[String]] = [
                ["import", "p.json", "--into", url], ["import", "p.json", "--into=\(url)"],
                ["import", url, "--into", "a.sqlite"], ["seed", "p.json", "--into", url],
                ["diff", "p.json", "--into", url], ["explain", "p.json", "--into", url],
                ["show", url], ["show", "a.sqlite", url], ["schema", url], ["query", url, "P"],
                ["query", "a.sqlite", url], ["query", url, "SELECT 1", "--sql"],
                ["report", url, "--html", "a.html"], ["report", "p.json", "--html", url],
                ["tour", "--into", url], ["tour", url], ["tour", "--keep=\(url)"],
                ["--into=\(url)"], [url], ["model", url], ["infer", url],
                ["infer", "p.json", "--save", url], ["import", "p.json", "--batch", url],
            ]
            for command in commands {
                let run = try workshop.run(command)
                let text = run.output + run.errors
                #expect(!text.contains(Self.secret), "\(command[0])")
                if command.contains("--into"), !url.hasPrefix("mysql") {
                    #expect(run.status != 0, "\(command)")
                }
            }
        }

        @Test func `a place where nothing listens is named`() throws {
            let run = try workshop.run("show", "postgresql://anna@localhost:1/library?schema=a")
            #expect(run.status == 1)
            #expect(
                run.errors.contains(
                    "database 'library' on host 'localhost', port 1, as role 'anna'"))
        }
    }
#endif
