#if canImport(RemoteGraphCurl)
    import Foundation
    import ScriptedServer
    import TestSupport
    import Testing

    @Suite("mercator fetch --swift", .endsInTime)
    struct FetchPackageTests {
        private let workshop: Workshop

        init() throws {
            workshop = try Workshop()
        }

        private static let shop =
            #"{"posts": [{"id": 1, "userId": 2, "title": "a"}], "users": [{"id": 2}]}"#

        private static func server(
            _ body: String = shop, type: String = "application/json"
        ) throws -> ScriptedServer {
            try ScriptedServer.answering { _ in
                "HTTP/1.1 200 OK\r\nContent-Type: \(type)\r\nETag: \"v1\"\r\n"
                    + "Content-Length: \(body.utf8.count)\r\n\r\n\(body)"
            }
        }

        private func fetch(_ url: String, _ words: String...) throws -> Tool.Run {
            try Tool.run(
                ["fetch", url] + words, in: workshop.directory,
                environment: ["FIELD": "X-Key: hush", "TOKEN": "hush"])
        }

        /// The network of the package that a command line writes.
        private func network(_ url: String, _ words: String...) throws -> String {
            let run = try Tool.run(
                ["fetch", url, "--swift", "Shop"] + words, in: workshop.directory,
                environment: ["FIELD": "X-Key: hush", "TOKEN": "hush"])
            try #require(run.status == 0, "\(run.errors)")
            return try workshop.text(of: "Shop/Sources/Shop/Server.swift")
        }

        @Test func `a package needs no store, and has the URL as base and route`() throws {
            let server = try Self.server()
            let run = try fetch("\(server.url)/api/v1/shop", "--swift", "Shop")
            #expect(run.status == 0, "\(run.errors)")
            #expect(run.output.hasPrefix("1 document, "))
            #expect(!run.output.contains("Import it"))
            #expect(run.errors.contains("swift run --package-path Shop Shop STORE"))
            #expect(try workshop.names == ["Shop"])
            let code = try workshop.text(of: "Shop/Sources/Shop/Server.swift")
            #expect(code.contains("RemoteDescription(base: \"\(server.url)/api/v1\")"))
            #expect(code.contains(#"server.addRoute(named: "shop", "shop")"#))
            #expect(
                code.contains(
                    #"ResponseDescriptor("shop", root: "posts", methods: [.get], using: "Post")"#))
        }

        @Test func `with a store, the resource is imported and the next request conditional`()
            throws
        {
            let server = try Self.server()
            let url = "\(server.url)/shop"
            let run = try fetch(url, "--swift", "Shop", "--into", "a.sqlite")
            #expect(run.status == 0, "\(run.errors)")
            #expect(try workshop.names == ["Shop", "a.sqlite"])
            #expect(try workshop.rows("SELECT count(*) FROM Post", in: "a.sqlite") == ["1"])
            // A package needs the payload.
            #expect(try fetch(url, "--swift", "Shop", "--into", "a.sqlite").status == 0)
            #expect(try fetch(url, "--into", "a.sqlite").status == 0)
            #expect(server.requests.map { $0["If-None-Match"] } == [nil, nil, "\"v1\""])
        }

        @Test func `no credential is in the sources`() throws {
            let server = try Self.server()
            let code = try network(
                "\(server.url)/shop?api_key=hush&q=hush+2&q=hu%73h&limit=5", "--bearer-from",
                "TOKEN", "--header-from", "FIELD", "--header", "X-Other: hush", "--header",
                "Accept-Language: de")
            #expect(code.contains(#""limit": "5""#))
            #expect(code.contains(#""api_key": .string(try environment("SHOP_API_KEY"))"#))
            #expect(
                code.contains(#"environment("SHOP_Q")), .string(try environment("SHOP_Q_2"))]"#))
            #expect(code.contains(#""Bearer " + environment("TOKEN")"#))
            #expect(code.contains(#"fields.add(line: environment("FIELD"))"#))
            #expect(code.contains(#"fields["X-Other"] = try environment("SHOP_X_OTHER")"#))
            #expect(code.contains(#"server.headers["Accept-Language"] = "de""#))
            for name in try FileManager.default.subpathsOfDirectory(
                atPath: workshop.directory.path)
            where name.hasSuffix(".swift") {
                #expect(try !workshop.text(of: name).contains("hush"), "\(name)")
            }
            let refused = try fetch("http://me:hush@127.0.0.1:9/shop", "--swift", "Other")
            #expect(refused.status == 64)
            #expect(!refused.errors.contains("hush"))
            #expect(try workshop.names == ["Shop"])
        }

        @Test func `characters with a meaning in Swift and in routes are literals`() throws {
            let server = try Self.server()
            let code = try network(
                "\(server.url)/a%22%5C(exit(1))/b:c%2F%22%5C(d)/?sort=%22%5C(e)+f%2B")
            #expect(code.contains(#"\#(server.url)/a%22%5C(exit(1))")"#))
            #expect(code.contains(##""b\\:c%2F%22%5C(d)/", query: ["sort": "\"\\(e) f+"])"##))
            let invalid = try fetch("\(server.url)/shop?sort=%FF", "--swift", "Other")
            #expect(invalid.status == 64)
            #expect(invalid.errors.contains("escapes that are no UTF-8"))
            let root = try network(server.url)
            #expect(root.contains("RemoteDescription(base: \"\(server.url)\")"))
        }

        @Test(arguments: [
            ("number", ".number()"), ("number:p", #".number(parameter: "p")"#),
            ("number:p:0:posts", #".number(parameter: "p", first: 0)"#), ("offset", ".offset()"),
            ("offset:start:posts", #".offset(parameter: "start")"#),
            ("next:links.next", #".nextURL(at: "links.next")"#),
            ("cursor:meta.n:after", #".cursor(at: "meta.n", parameter: "after")"#),
            ("link", ".link()"), ("link:more", #".link("more")"#),
            ("header:Next-Page", #".header("Next-Page")"#),
        ])
        func `pages have their style in Swift`(style: String, code: String) throws {
            let server = try ScriptedServer.answering { request in
                let last = style.contains(":0:") ? "p=1" : "p=2"
                let isFirst = !["page=2", last, "offset=1", "start=1"].contains {
                    request.target.hasSuffix($0)
                }
                let body = #"{"total": 1, "posts": [\#(isFirst ? #"{"id": 1}"# : "")]}"#
                return "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n"
                    + "Content-Length: \(body.utf8.count)\r\n\r\n\(body)"
            }
            let network = try network("\(server.url)/posts", "--pages", style)
            #expect(network.contains("(\"posts\", \(code))"))
            #expect(network.contains("manager.pages(route, by: style, options: options)"))
        }

        @Test func `a content type that does not tell the format is registered`() throws {
            let server = try Self.server(type: "text/plain; charset=utf-8")
            #expect(
                try network("\(server.url)/shop").contains(
                    #"server.formats.register(.json, forMIMEType: "text/plain")"#))
            let plain = try Self.server(type: "application/problem+json")
            #expect(try !network("\(plain.url)/shop", "--force").contains("formats.register"))
        }

        @Test func `settings of the connection are those of the command line`() throws {
            let server = try Self.server()
            try workshop.write("", to: "own.pem")
            let code = try network(
                "\(server.url)/shop", "--time-limit", "30", "--allow-http")
            #expect(code.contains("options.timeLimit = .seconds(30)"))
            #expect(code.contains(#"options.cleartextHosts = ["127.0.0.1"]"#))
        }

        @Test func `what a package cannot load is told, and nothing is written`() throws {
            let rows = try Self.server(
                #"[["id", "name"], [1, "Ada"], [2, "Bea"], [3, "Cleo"]]"#)
            let refused = try fetch("\(rows.url)/rows", "--swift", "Rows")
            #expect(refused.status == 1)
            #expect(refused.errors.contains("'mercator infer FILE --swift'"), "\(refused.errors)")
            let missing = try fetch("\(rows.url)/rows")
            #expect(missing.status == 64)
            #expect(missing.errors.contains("--into STORE is missing, or --swift FOLDER"))
            let idle = try fetch("\(rows.url)/rows", "--swift", "Rows", "--batch", "7")
            #expect(idle.status == 64)
            #expect(idle.errors.contains("--batch goes with --into"))
            #expect(try workshop.names.isEmpty)
        }
    }
#endif
