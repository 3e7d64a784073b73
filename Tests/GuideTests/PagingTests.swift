import Mercator
import MercatorTesting
import Testing

@Suite("Paging")
struct PagingTests {
    private let newsroom = Result { try Newsroom() }

    /// A server with three pages, whose second page fails the first time.
    private static func transport(failsOnce: Bool = false) -> StubTransport {
        let failures = Shared(failsOnce ? 1 : 0)
        return StubTransport { request in
            let base = "https://example.com/api/v1/articles"
            let page = request.url.split(separator: "?").dropFirst().joined()
                .split(separator: "&").first { $0.hasPrefix("page=") }
            switch page {
            case nil, "page=1":
                return TransportResponse(200, json: Newsroom.list(1, 2, next: base + "?page=2"))
            case "page=2":
                if failures.value > 0 {
                    failures.value -= 1
                    return TransportResponse(400)
                }
                return TransportResponse(200, json: Newsroom.list(3, next: base + "?page=3"))
            case "page=3": return TransportResponse(200, json: Newsroom.list(4))
            default: return TransportResponse(200, json: Newsroom.list())
            }
        }
    }

    @Test func `pages are saved one by one`() async throws {
        let newsroom = try newsroom.get()
        let manager = try newsroom.manager(over: Self.transport())
        for try await page in manager.pages("articles", by: .nextURL(at: "next")) {
            print(page.index, page.result?.total.inserted ?? 0)
        }
        #expect(try newsroom.titles == ["1", "2", "3", "4"])
    }

    @Test func `pages are saved at once`() async throws {
        let newsroom = try newsroom.get()
        let manager = try newsroom.manager(over: Self.transport())
        var options = PageOptions()
        options.pageLimit = 50
        options.commit = .once
        let pages = manager.pages(
            "articles", query: ["page_size": 2], by: .number(), options: options)
        for try await page in pages where page.index == 0 {
            #expect(try newsroom.titles == ["1", "2", "3", "4"])
        }
    }

    @Test func `a sequence goes on with the page that failed`() async throws {
        let newsroom = try newsroom.get()
        let manager = try newsroom.manager(over: Self.transport(failsOnce: true))
        let pages = manager.pages("articles", by: .nextURL(at: "next"))
        var seen: [Int] = []
        do {
            for try await page in pages { seen.append(page.index) }
        } catch {
            guard let page = error.page else { throw error }
            for try await page in pages.resume(from: page) { seen.append(page.index) }
        }
        #expect(seen == [0, 1, 2])
        #expect(try newsroom.titles == ["1", "2", "3", "4"])
    }

    @Test func `only what has changed is requested the second time`() async throws {
        let newsroom = try Newsroom { articles in
            articles.deletionPredicate = .attribute("isDeleted") == true
        }
        let transport = StubTransport { request in
            guard request.url.hasSuffix("?_since=8") else {
                return TransportResponse(
                    200, headers: ["ETag": "\"8\""], json: Newsroom.list(1, 2))
            }
            return TransportResponse(
                200, headers: ["ETag": "\"9\""],
                json: #"{"articles": [{"id": 1, "deleted": true}]}"#)
        }
        let manager = try newsroom.manager(over: transport)
        var seen: [Int] = []
        for _ in 0..<2 {
            let list = manager.pages("articles", by: .header("Next-Page"))
            for try await page in list.changes(since: .etag(parameter: "_since")) {
                seen.append(page.index)
            }
        }
        #expect(seen == [0, 0])
        #expect(try newsroom.titles == ["2"])
    }

    @Test func `a preview changes nothing`() async throws {
        let newsroom = try newsroom.get()
        _ = try newsroom.insert(9, "9")
        var server = Newsroom.server
        server.addRoute(named: "all", "all")
        server.addResponse(
            ResponseDescriptor("all", root: "articles", using: "Article", scope: .all("Article")))
        let manager = try newsroom.manager(over: Self.transport())
        var deletedCount = -1
        let preview = try await manager.pages("articles", by: .nextURL(at: "next")).preview()
        deletedCount = preview.changes.count(.deleted)
        #expect(deletedCount == 0)
        #expect(preview.changes.count(.inserted) == 4)
        #expect(try newsroom.titles == ["9"])
    }

    @Test func `a body of any size is imported`() async throws {
        let newsroom = try newsroom.get()
        let transport = StubTransport { _ in
            TransportResponse(
                200, headers: ["ETag": "\"1\""],
                json: (1...500).map { #"{"id": \#($0), "title": "\#($0)"}"# }
                    .joined(separator: "\n"))
        }
        let manager = try newsroom.manager(over: transport)
        let result = try await manager.import("export", checkpoint: "export")
        #expect(result.records == 500)
        #expect(try newsroom.titles.count == 500)
    }
}
