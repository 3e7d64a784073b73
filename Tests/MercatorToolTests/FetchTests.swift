#if canImport(RemoteGraphCurl)
    import Foundation
    import ScriptedServer
    import Synchronization
    import TestSupport
    import Testing

    @Suite("mercator fetch", .endsInTime)
    struct FetchTests {
        private let workshop: Workshop

        init() throws {
            workshop = try Workshop()
        }

        /// A server with one resource that has a version.
        private final class Page: Sendable {
            struct State: Sendable {
                var body: String
                var tag: String? = "\"v1\""
                var type = "application/json"
            }

            let state: Mutex<State>

            init(_ body: String) { state = Mutex(State(body: body)) }

            func change(_ change: (inout State) -> Void) { state.withLock { change(&$0) } }

            func answer(_ request: ReceivedRequest) -> String {
                state.withLock { state in
                    let tag = state.tag.map { "ETag: \($0)\r\n" } ?? ""
                    guard state.tag == nil || request["If-None-Match"] != state.tag else {
                        return "HTTP/1.1 304 Not Modified\r\n\(tag)\r\n"
                    }
                    return "HTTP/1.1 200 OK\r\nContent-Type: \(state.type)\r\n\(tag)"
                        + "Content-Length: \(state.body.utf8.count)\r\n\r\n\(state.body)"
                }
            }
        }

        private static func posts(_ numbers: ClosedRange<Int>, _ title: String = "No.") -> String {
            let all = numbers.map {
                #"{"id": \#($0), "title": "\#(title) \#($0)", "userId": \#($0 % 3 + 1)}"#
            }
            let users = (1...3).map { #"{"id": \#($0), "name": "u\#($0)"}"# }
            return #"{"posts": [\#(all.joined(separator: ", "))], "#
                + #""users": [\#(users.joined(separator: ", "))]}"#
        }

        /// Answers with a status and a body of JSON.
        private static func answer(_ status: String, _ body: String, _ fields: String = "")
            -> String
        {
            "HTTP/1.1 \(status)\r\nContent-Type: application/json\r\n\(fields)"
                + "Content-Length: \(body.utf8.count)\r\n\r\n\(body)"
        }

        private func dump(_ store: String = "a.sqlite") throws -> [String] {
            try workshop.rows(
                "SELECT sql FROM sqlite_schema WHERE type = 'table' ORDER BY name", in: store)
                + workshop.rows("SELECT * FROM Post ORDER BY 1", in: store)
                + workshop.rows("SELECT * FROM User ORDER BY 1", in: store)
        }

        private func fetch(
            _ url: String, _ words: String..., environment: [String: String] = [:]
        ) throws -> Tool.Run {
            try Tool.run(
                ["fetch", url, "--into", "a.sqlite"] + words, in: workshop.directory,
                environment: environment)
        }

        /// The counts of a run, by entity.
        private func changes(_ url: String) throws -> [String: [String: Int]] {
            let run = try fetch(url, "--json")
            #expect(run.status == 0, "\(run.errors)")
            return try JSONDecoder().decode(
                [String: [String: Int]].self, from: Data(run.output.utf8))
        }

        @Test func `a response is imported as a file would be, and a second run changes nothing`()
            throws
        {
            let page = Page(Self.posts(1...20))
            let server = try ScriptedServer.answering(page.answer)
            let url = server.url + "/api/shop.json"
            let first = try fetch(url)
            #expect(first.status == 0, "\(first.errors)")
            try workshop.write(Self.posts(1...20), to: "shop.json")
            let file = try workshop.run("import", "shop.json", "--into", "b.sqlite")
            #expect(first.output == file.output.replacing("b.sqlite", with: "a.sqlite"))
            #expect(try dump() == dump("b.sqlite"))
            let before = try dump()
            let second = try fetch(url)
            #expect(second.status == 0, "\(second.errors)")
            #expect(
                second.output == """
                    Not modified: 'shop.json' is in the store as the server has it
                    SQLite file: a.sqlite

                    """)
            #expect(try dump() == before)
            #expect(try changes(url).isEmpty)
            #expect(server.requests.map { $0["If-None-Match"] } == [nil, "\"v1\"", "\"v1\""])
            page.change { ($0.body, $0.tag) = (Self.posts(15...25, "New"), "\"v2\"") }
            let third = try fetch(url)
            #expect(third.status == 0, "\(third.errors)")
            #expect(try workshop.rows("SELECT count(*) FROM Post", in: "a.sqlite") == ["25"])
            #expect(
                try workshop.rows(
                    "SELECT count(*) FROM Post WHERE title LIKE 'New %'", in: "a.sqlite")
                    == ["11"])
            #expect(try changes(url).isEmpty)
        }

        @Test func `the version counts for the same mapping, fields and URL only`() throws {
            let page = Page(Self.posts(1...5))
            let server = try ScriptedServer.answering(page.answer)
            let url = server.url + "/shop"
            func conditions(_ words: [String], _ url: String) throws -> String? {
                let run = try Tool.run(
                    ["fetch", url, "--into", "a.sqlite"] + words, in: workshop.directory,
                    environment: ["FIELD": "X-User: ann"])
                #expect(run.status == 0, "\(words): \(run.errors)")
                return server.requests.last?["If-None-Match"]
            }
            #expect(try conditions([], url) == nil)
            #expect(try conditions([], url) == "\"v1\"")
            #expect(try conditions(["--header-from", "FIELD"], url) == nil)
            #expect(server.requests.last?["X-User"] == "ann")
            #expect(try conditions(["--header-from", "FIELD"], url) == "\"v1\"")
            #expect(try conditions([], url + "?page=2") == nil)
            #expect(try conditions([], url) == nil)
            #expect(try conditions(["--start-over"], url) == nil)
            #expect(try conditions(["--html", "page.html"], url) == nil)
            // A response without a version leaves none behind.
            page.change { $0.tag = nil }
            #expect(try conditions(["--start-over"], url) == nil)
            #expect(try conditions([], url) == nil)
        }

        @Test func `a mapping file decides, and its change reads the response again`() throws {
            let page = Page(Self.posts(1...5))
            let server = try ScriptedServer.answering(page.answer)
            try workshop.write(Self.posts(1...5), to: "shop.json")
            try #require(
                try workshop.run("infer", "shop.json", "--save", "shop.mapping").status == 0)
            for expected in [nil, "\"v1\""] {
                let run = try fetch(server.url + "/shop", "--mapping", "shop.mapping")
                #expect(run.status == 0, "\(run.errors)")
                #expect(server.requests.last?["If-None-Match"] == expected)
            }
            #expect(try workshop.rows("SELECT count(*) FROM Post", in: "a.sqlite") == ["5"])
        }

        @Test func `a dry run writes nothing`() throws {
            let page = Page(Self.posts(1...5))
            let server = try ScriptedServer.answering(page.answer)
            let run = try fetch(server.url + "/shop", "--dry-run")
            #expect(run.status == 0 && run.output.contains("Nothing was written"))
            #expect(try workshop.names == [])
            _ = try fetch(server.url + "/shop")
            #expect(server.requests.last?["If-None-Match"] == nil)
        }

        @Test func `a body that is cut is asked for again, and an incomplete one not imported`()
            throws
        {
            let body = Self.posts(1...20)
            let cuts = Mutex(1)
            let server = try ScriptedServer { connection in
                try connection.readRequest()
                let isCut = cuts.withLock { count in
                    count -= 1
                    return count >= 0
                }
                let answer = Self.answer("200 OK", body)
                try connection.send(isCut ? String(answer.dropLast(300)) : answer)
            }
            let run = try fetch(server.url + "/shop")
            #expect(run.status == 0 && server.requests.count == 2)
            #expect(run.errors.contains("asking again in"))
            #expect(try workshop.rows("SELECT count(*) FROM Post", in: "a.sqlite") == ["20"])
            let before = try dump()
            cuts.withLock { $0 = .max }
            let failed = try fetch(server.url + "/shop", "--start-over")
            #expect(failed.status == 1 && server.requests.count == 5)
            #expect(failed.errors.contains("incompleteBody"))
            #expect(failed.errors.contains("nothing was saved"))
            #expect(failed.output.isEmpty)
            #expect(try dump() == before)
        }

        @Test(arguments: [
            ("text/html; charset=utf-8", "<html><p>Sign in</p></html>", "unsupportedType"),
            ("image/png", "\u{89}PNG", "unsupportedType"),
            ("application/json; charset=utf-16", "{}", "unsupportedCharset"),
            ("application/json", "{\"a\": ", "shop: expected"),
            ("application/octet-stream", "plain words", "shop: expected"),
        ])
        func `a response of another type makes no store`(
            type: String, body: String, message: String
        ) throws {
            let page = Page(body)
            page.change { $0.type = type }
            let server = try ScriptedServer.answering(page.answer)
            let run = try fetch(server.url + "/shop")
            #expect(run.status == 1 && run.output.isEmpty)
            #expect(run.errors.contains(message), "\(run.errors)")
            #expect(try workshop.names == [])
        }

        @Test(arguments: ["401 Unauthorized", "404 Not Found", "204 No Content", "206 Partial"])
        func `a response that is no success of the whole makes no store`(status: String) throws {
            let body = status.hasPrefix("204") ? "" : #"{"title": "no shop here"}"#
            let server = try ScriptedServer.answering { _ in Self.answer(status, body) }
            let run = try fetch(server.url + "/shop")
            #expect(run.status == 1 && run.output.isEmpty)
            #expect(run.errors.contains(status.prefix(3)), "\(run.errors)")
            #expect(run.errors.contains("no shop here") == status.hasPrefix("4"))
            #expect(run.errorLines.count == 1)
            #expect(try workshop.names == [])
        }

        @Test(arguments: [
            ("shop.json", 64), ("ftp://example.com/x", 64), ("https://", 64),
            ("https://ann:pa55word@example.com/x", 64), ("https://example.com/x#pa55word", 64),
            ("http://example.invalid/x?q=pa55word", 1),
        ])
        func `other URLs are refused`(url: String, status: Int32) throws {
            let run = try fetch(url)
            #expect(run.status == status && run.output.isEmpty)
            #expect(run.errors.contains("https"))
            #expect(!run.errors.contains("pa55word"))
            #expect(try workshop.names == [])
        }

        @Test func `fields that cannot be sent are refused without their values`() throws {
            for words in [
                ["--header", "pa55word"], ["--header-from", "MISSING"],
                ["--header-from", "PLAIN"], ["--bearer-from", "MISSING"],
                ["--bearer-from", "EMPTY"], ["--header", "Host: pa55word"],
                ["--header", "X Y: pa55word"], ["--bearer-from", "LINES"],
            ] {
                let run = try Tool.run(
                    ["fetch", "https://example.invalid/x", "--into", "a.sqlite"] + words,
                    in: workshop.directory,
                    environment: [
                        "PLAIN": "pa55word", "EMPTY": " ", "LINES": "pa55word\r\nX-Other: 1",
                    ])
                #expect(run.status != 0 && !run.errors.isEmpty, "\(words)")
                #expect(!run.errors.contains("pa55word"), "\(run.errors)")
            }
        }

        @Test func `secrets are sent to the origin only, and are in no output and no store`()
            throws
        {
            let page = Page(Self.posts(1...5))
            let other = try ScriptedServer.answering(page.answer)
            let target = other.url + "/shop?key=k3y-secret"
            let server = try ScriptedServer.answering { request in
                request.target.hasPrefix("/down")
                    ? Self.answer("500 Error", #"{"title": "down"}"#)
                    : Self.answer("302 Found", "", "Location: \(target)\r\n")
            }
            let environment = ["TOKEN": "t0ken-secret", "FIELD": "X-Key: f1eld-secret"]
            for path in ["/shop?key=k3y-secret", "/down?signature=k3y-secret"] {
                let run = try Tool.run(
                    [
                        "fetch", server.url + path, "--into", "a.sqlite", "--bearer-from", "TOKEN",
                        "--header-from", "FIELD", "--header", "X-Plain: pl4in-secret",
                    ], in: workshop.directory, environment: environment)
                #expect((run.status == 0) == path.hasPrefix("/shop"), "\(run.errors)")
                #expect(!(run.output + run.errors).contains("-secret"), "\(run.errors)")
            }
            #expect(
                server.requests.map { $0["Authorization"] == "Bearer t0ken-secret" }
                    == [true, true])
            #expect(server.requests.first?["X-Key"] == "f1eld-secret")
            for name in ["Authorization", "X-Key", "X-Plain"] {
                #expect(other.requests.map { $0[name] } == [nil])
            }
            for name in try workshop.names {
                let bytes = try Data(
                    contentsOf: workshop.directory.appendingPathComponent(name))
                #expect(bytes.range(of: Data("-secret".utf8)) == nil, "\(name)")
            }
        }

        @Test func `what is no store of an import is refused before anything is sent`() throws {
            let server = try ScriptedServer.answering { _ in Self.answer("200 OK", "[]") }
            try workshop.write("a text", to: "a.sqlite")
            let run = try fetch(server.url + "/shop")
            #expect(run.status == 1 && server.requests.isEmpty)
            #expect(try workshop.text(of: "a.sqlite") == "a text")
        }
    }
#endif
