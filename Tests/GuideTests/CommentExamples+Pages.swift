import Mercator
import MercatorTesting
import Testing

@Suite("The examples in comments about pages and streams")
struct CommentExamplesOfPages {
    private static func paged(_ request: TransportRequest) -> TransportResponse? {
        if request.url.contains("page_size"), request.url.contains("page=2") {
            return TransportResponse(200, json: #"{"articles": []}"#)
        }
        guard request.url.hasSuffix("/articles") else { return nil }
        return TransportResponse(
            200,
            headers: [
                "Link": #"<https://example.com/api/v1/articles?page=2>; rel="next""#,
                "Next-Page": "https://example.com/api/v1/articles?page=2", "ETag": "\"5\"",
            ],
            json: #"""
                {"articles": [{"id": 1}], "next": "https://example.com/api/v1/articles?page=2"}
                """#)
    }

    @Test func `sequences of pages`() async throws {
        let examples = try CommentExamples(Self.paged)
        let manager = examples.manager
        let pages = manager.pages("articles", query: ["page_size": 100], by: .number())
        for try await page in pages { print(page) }
        for try await page in manager.pages("articles", by: .nextURL(at: "next")) {
            print(page.index, page.result?.total.inserted ?? 0)
        }
        for try await page in manager.pages("articles", by: .link()) {
            print(page.index, page.result?.total.inserted ?? 0)
        }
        var options = PageOptions()
        options.commit = .once
        for try await page in manager.pages("articles", by: .link(), options: options) {
            print(page)
        }
        #expect(examples.requests.suffix(2) == ["GET articles", "GET articles?page=2"])
    }

    @Test func `changes since a mark`() async throws {
        let examples = try CommentExamples(Self.paged)
        let manager = examples.manager
        let changes = manager.pages("articles", by: .header("Next-Page"))
            .changes(since: .etag(parameter: "_since"))  // Kinto
        for try await page in changes { print(page) }
        var articles = try #require(
            CommentExamples.mappings(manager.container.model).mappings.first)
        articles.deletionPredicate = .attribute("isDeleted") == true  // Kinto's `deleted`
        let pages = manager.pages("articles", by: .header("Next-Page"))
        for try await page in pages.changes(since: .etag(parameter: "_since")) { print(page) }
        #expect(examples.requests.contains { $0.contains("_since=") })
    }

    @Test func `previews`() async throws {
        let manager = try CommentExamples().manager
        do {
            let preview = try await manager.pages("articles", by: .link()).preview()
            print(preview.changes.count(.deleted), preview.changes)
        }
        func ask(_ changes: Any) { Issue.record("nothing is deleted") }
        let preview = try await manager.preview("articles")
        guard preview.changes.count(.deleted) < 10 else { return ask(preview.changes) }
        try await manager.load("articles")
    }

    @Test func `a sequence is resumed at the page that failed`() async throws {
        let hasFailed = Shared(false)
        let examples = try CommentExamples { request in
            guard request.url.hasSuffix("page=2"), !hasFailed.value else {
                return Self.paged(request)
            }
            hasFailed.value = true
            return TransportResponse(500)
        }
        let manager = examples.manager
        let pages = manager.pages("articles", by: .link())
        do throws(RemoteError) {
            try await iterate(pages)
        } catch {
            guard let page = error.page else { throw error }
            for try await page in pages.resume(from: page) { print(page) }
        }
        #expect(examples.requests.count == 3)
        hasFailed.value = false
        var sequence = pages
        do throws(RemoteError) {
            try await iterate(sequence)
        } catch {
            if let page = error.page { sequence = sequence.resume(from: page) }
        }
        for try await page in sequence { print(page) }
        #expect(examples.requests.count == 6)
    }

    @Test func `imports`() async throws {
        let examples = try CommentExamples { request in
            guard request.url.hasSuffix("articles.json") else { return nil }
            return TransportResponse(200, json: #"{"articles": [{"id": 1, "title": "Maps"}]}"#)
        }
        let manager = examples.manager
        let result = try await manager.import("export", checkpoint: "export") { show($0.bytes) }
        print(result.records, result.resumedFrom?.records ?? 0)
        #expect(result.records == 1)
        try await manager.import(path: "articles.json", format: .array(at: "articles"))
    }

    /// Loads all pages.
    private func iterate(_ pages: PageSequence) async throws(RemoteError) {
        for try await page in pages { print(page) }
    }
}
