#if canImport(RemoteGraphCurl)
    import Foundation
    import ScriptedServer
    import TestSupport
    import Testing

    @Suite("mercator fetch, pages", .endsInTime)
    struct FetchPagesTests {
        private let workshop: Workshop

        init() throws {
            workshop = try Workshop()
        }

        private static func posts(_ page: Int, _ title: String = "No.", extra: String = "")
            -> String
        {
            let all = (1...4).map { number in
                let id = page * 4 + number
                return #"{"id": \#(id), "title": "\#(title) \#(id)"\#(extra)}"#
            }
            return "[\(all.joined(separator: ", "))]"
        }

        private static func page(_ style: Style, _ index: Int, _ posts: String) -> Site.Page {
            let next = index < 2 ? style.targets[index + 1] : nil
            let (body, fields) = style.page(posts, next)
            return Site.Page(body: body, fields: fields, tag: "v1-\(index)")
        }

        private static func site(_ style: Style) -> Site {
            var pages = Dictionary(
                uniqueKeysWithValues: (0...2).map {
                    (style.targets[$0], page(style, $0, posts($0)))
                })
            if let end = style.end { pages[end.target] = Site.Page(body: end.body, tag: "end") }
            return Site(pages)
        }

        private static func style(_ text: String) throws -> Style {
            try #require(styles.first { $0.text == text })
        }

        private func fetch(
            _ server: ScriptedServer, _ style: String, _ words: String..., path: String = "/posts"
        ) throws -> Tool.Run {
            try Tool.run(
                ["fetch", server.url + path, "--into", "a.sqlite", "--pages", style] + words,
                in: workshop.directory)
        }

        private func titles() throws -> [String] {
            try workshop.rows(
                "SELECT title FROM Post ORDER BY CAST(substr(title, 5) AS INTEGER)", in: "a.sqlite")
        }

        private static let allTitles = (1...12).map { "No. \($0)" }

        /// The conditions of the requests since a number of them.
        private func conditions(_ server: ScriptedServer, from: Int) -> [String?] {
            server.requests.dropFirst(from).map { $0["If-None-Match"] }
        }

        @Test(arguments: styles)
        func `all pages are imported, and asked for again only if they have changed`(
            style: Style
        ) throws {
            let site = Self.site(style)
            let server = try ScriptedServer.answering(site.answer)
            let first = try fetch(server, style.text)
            #expect(first.status == 0, "\(first.errors)")
            #expect(try titles() == Self.allTitles)
            let count = style.isOpenEnded ? 4 : 3
            #expect(server.requests.count == count)
            #expect(server.requests.prefix(3).map(\.target) == style.targets)
            let second = try fetch(server, style.text)
            #expect(second.status == 0, "\(second.errors)")
            #expect(second.output.hasPrefix("Not modified: 'posts' is in the store"))
            let tags: [String?] = ["\"v1-0\"", "\"v1-1\"", "\"v1-2\""]
            #expect(conditions(server, from: count).prefix(3) == tags[...])
            #expect(server.requests.count == 2 * count)
            // The page is not the first one, which names the entity.
            site.change(style.targets[1]) { page in
                page.body = Self.page(style, 1, Self.posts(1, "New")).body
                page.tag = "v2-1"
            }
            let third = try fetch(server, style.text, "--json")
            #expect(third.status == 0, "\(third.errors)")
            let counts = try JSONDecoder().decode(
                [String: [String: Int]].self, from: Data(third.output.utf8))
            #expect(counts["Post"]?["updated"] == 4 && counts["Post"]?["inserted"] == 0)
            #expect(counts["Post"]?["unchanged"] ?? 0 == 0, "only the page that has changed")
            #expect(
                try titles()
                    == Self.allTitles.enumerated().map {
                        4..<8 ~= $0.offset ? $0.element.replacing("No.", with: "New") : $0.element
                    })
            let fourth = try fetch(server, style.text)
            #expect(fourth.output.hasPrefix("Not modified"), "\(fourth.output)\(fourth.errors)")
            #expect(
                conditions(server, from: 3 * count).prefix(3)
                    == ["\"v1-0\"", "\"v2-1\"", "\"v1-2\""])
        }

        @Test func `a list without a next page is one page, and another style asks anew`() throws {
            let site = Site(["/posts": Site.Page(body: #"{"posts": \#(Self.posts(0))}"#)])
            let server = try ScriptedServer.answering(site.answer)
            for style in ["next:next", "cursor:next:c", "link", "header:Next-Page"] {
                let run = try fetch(server, style)
                #expect(run.status == 0, "\(run.errors)")
                #expect(server.requests.last?["If-None-Match"] == nil)
                #expect(try fetch(server, style).output.hasPrefix("Not modified"))
            }
            #expect(server.requests.count == 8)
            #expect(try titles().count == 4)
        }

        @Test func `pages that are not sent again lose their version when the mapping changes`()
            throws
        {
            let style = try Self.style("link")
            let site = Self.site(style)
            let server = try ScriptedServer.answering(site.answer)
            #expect(try fetch(server, "link").status == 0)
            site.change(style.targets[2]) { page in
                page.body = Self.posts(2, extra: #", "score": 3"#)
                page.tag = "v2-2"
            }
            #expect(try fetch(server, "link").status == 0)
            let third = try fetch(server, "link")
            #expect(third.status == 0 && !third.output.hasPrefix("Not modified"))
            #expect(conditions(server, from: 6) == [nil, nil, "\"v2-2\""])
            #expect(try fetch(server, "link").output.hasPrefix("Not modified"))
            #expect(
                try workshop.rows("SELECT count(score) FROM Post", in: "a.sqlite") == ["4"])
        }

        @Test func `a page that is not sent again may lead to another one`() throws {
            let style = try Self.style("link")
            let site = Self.site(style)
            let server = try ScriptedServer.answering(site.answer)
            #expect(try fetch(server, "link").status == 0)
            site.change(style.targets[2]) {
                $0.fieldsIfUnchanged = "Link: </posts?n=4>; rel=next\r\n"
            }
            site.change("/posts?n=4") { $0.body = Self.posts(3) }
            #expect(try fetch(server, "link").status == 0)
            #expect(try titles().count == 16)
        }

        @Test(arguments: [
            ("/posts?n=2", "page 2 (", "pageLoop"), ("/posts", "page 2 (", "pageLoop"),
            ("http://127.0.0.1:1/x?sig=pa55word", "page 2 (", "otherOrigin"),
            ("/forbidden?sig=pa55word", "page 3: 403", "<hidden>"),
            ("/malformed?sig=pa55word", "page 3 (", "<hidden>"),
        ])
        func `a page that fails is named, and imports nothing`(
            next: String, place: String, reason: String
        ) throws {
            let style = try Self.style("link")
            let site = Self.site(style)
            site.change("/forbidden?sig=pa55word") { $0.status = "403 Forbidden" }
            site.change("/malformed?sig=pa55word") { $0.body = #"[{"id": 9, "title": "# }
            let server = try ScriptedServer.answering(site.answer)
            func fetchFailing() throws {
                site.change(style.targets[0]) { page in
                    page.body = Self.posts(0, "New")
                    page.tag = "v2-0"
                }
                site.change(style.targets[1]) { page in
                    page.fields = "Link: <\(next)>; rel=next\r\n"
                    page.tag = "v2-1"
                }
                let run = try fetch(server, "link")
                #expect(run.status == 1 && run.output.isEmpty)
                #expect(run.errors.contains(place) && run.errors.contains(reason), "\(run.errors)")
                #expect(run.errors.contains(server.url) && !run.errors.contains("pa55word"))
            }
            try fetchFailing()
            #expect(try workshop.names == [])
            for index in 0...1 {
                site.change(style.targets[index]) {
                    $0 = Self.page(style, index, Self.posts(index))
                }
            }
            #expect(try fetch(server, "link").status == 0)
            try fetchFailing()
            #expect(try titles() == Self.allTitles)
        }

        @Test func `records that cannot be counted are an error with advice`() throws {
            let several = #"{"posts": \#(Self.posts(0)), "users": [{"id": 1}]}"#
            let site = Site([
                "/posts?offset=0": Site.Page(body: several),
                "/posts?offset=4": Site.Page(body: #"{"posts": [], "users": [{"id": 1}]}"#),
                "/posts?page=1": Site.Page(body: #"{"a": {"id": 1}}"#),
            ])
            let server = try ScriptedServer.answering(site.answer)
            for (style, reason) in [
                ("offset", "there are several lists"), ("number", "there is no list"),
                ("offset:offset:items", "there is nothing at 'items'"),
            ] {
                let run = try fetch(server, style)
                #expect(run.status == 1, "\(style)")
                #expect(run.errors.contains("page 1 (\(server.url)/posts?"))
                #expect(run.errors.contains(reason) && run.errors.contains("offset:offset:items"))
                #expect(try workshop.names == [])
            }
            #expect(try fetch(server, "offset:offset:posts").status == 0)
            #expect(try titles().count == 4)
        }

        @Test func `secrets in the links between pages are not kept`() throws {
            let next = "/posts?key=k3y-secret&n=2"
            let last = "/posts?token=t0ken-secret"
            let site = Site([
                "/posts?key=k3y-secret": Site.Page(
                    body: Self.posts(0), fields: "Link: <\(next)>; rel=next\r\n", tag: "a"),
                next: Site.Page(
                    body: Self.posts(1), fields: "Link: <\(last)>; rel=next\r\n", tag: "b"),
                last: Site.Page(body: Self.posts(2), tag: "c"),
            ])
            let server = try ScriptedServer.answering(site.answer)
            for _ in 1...2 {
                let run = try fetch(server, "link", path: "/posts?key=k3y-secret")
                #expect(run.status == 0, "\(run.errors)")
                #expect(!(run.output + run.errors).contains("-secret"))
                #expect(try titles() == Self.allTitles)
            }
            // Where the second page leads cannot be kept, so it is sent again.
            #expect(conditions(server, from: 0) == [nil, nil, nil, "\"a\"", nil, nil])
            for name in try workshop.names {
                let bytes = try Data(
                    contentsOf: workshop.directory.appendingPathComponent(name))
                #expect(bytes.range(of: Data("-secret".utf8)) == nil, "\(name)")
            }
        }

        @Test func `pages without end are ended by the limit`() throws {
            let server = try ScriptedServer.answering { request in
                let body = #"[{"id": 1}]"#
                return "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n"
                    + "Content-Length: \(body.utf8.count)\r\n\r\n\(body)"
            }
            let run = try fetch(server, "number")
            #expect(run.status == 1 && server.requests.count == 1000)
            #expect(run.errors.contains("page 1000 ("))
            #expect(run.errors.contains("there are more than 1000 pages"))
            #expect(try workshop.names == [])
        }

        @Test(arguments: [
            ("pages", "expects number, offset"), ("number:", "as in number:page"),
            ("number:page:one", "as in number:page:0, found 'one'"),
            ("number:page::items", "as in number:page"), ("offset:start:", "as in offset:start"),
            ("next", "as in next:links.next"), ("next:", "as in next:links.next"),
            ("next:a..b", "a path in the payload"), ("cursor", "as in cursor:meta.next:after"),
            ("cursor:after", "as in cursor:meta.next:after"),
            ("cursor::after", "as in cursor:meta.next:after"), ("link:", "expects number, offset"),
            ("header", "as in header:Next-Page"), ("header:Next Page", "as in header:Next-Page"),
        ])
        func `a style that is not understood is refused with an example`(
            style: String, advice: String
        ) throws {
            let run = try Tool.run(
                [
                    "fetch", "https://example.invalid/x", "--into", "a.sqlite",
                    "--pages", style,
                ], in: workshop.directory)
            #expect(run.status == 64 && run.output.isEmpty)
            #expect(run.errors.contains("--pages expects"))
            #expect(run.errors.contains(advice), "\(run.errors)")
        }
    }
#endif
