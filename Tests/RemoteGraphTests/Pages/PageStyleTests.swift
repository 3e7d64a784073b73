import EntityMapper
import HTTPValues
import MercatorPayload
import MercatorTesting
import ObjectGraph
import RemoteGraph
import RemotePlanning
import Synchronization
import TestSupport
import Testing

@Suite("Styles of pages", .endsInTime)
struct PageStyleTests {
    @Test(arguments: PageOptions.Commit.allCases, [true, false])
    func `numbered pages end with a 404 or an empty page`(
        commit: PageOptions.Commit, isMissing: Bool
    ) async throws {
        let desk = try PageDesk { request in
            let start = ((request.number("page") ?? 0) - 1) * 25
            guard !isMissing || start < 130 else {
                return TransportResponse(404, json: #"{"detail": "Invalid page."}"#)
            }
            return TransportResponse(200, json: page(start..<max(start, min(start + 25, 130))))
        }
        var options = PageOptions()
        options.commit = commit
        let pages = desk.manager.pages(
            path: "articles", query: ["sort": "id"], by: .number(), options: options)
        let all = try await pages.all()
        #expect(all.map(\.index) == Array(0..<6))
        #expect(all.map { $0.result?.total.inserted } == [25, 25, 25, 25, 25, 5])
        #expect(try desk.numbers.count == 130)
        #expect(desk.requests == (1...7).map { "articles?sort=id&page=\($0)" })
        #expect(all.first?.url == "https://example.com/api/articles?sort=id&page=1")
        #expect(all.first.map { "\($0)" }?.hasPrefix("page 0 (https://example.com/api/art") == true)
    }

    @Test func `the first page of a number must exist`() async throws {
        let desk = try PageDesk { _ in TransportResponse(404, json: "{}") }
        let error = await expectError(.failedStatus) {
            try await desk.manager.pages("articles", query: ["page": 999], by: .number()).all()
        }
        #expect(error?.status == 404 && error?.page?.index == 0)
        #expect(desk.requests == ["articles?page=999"])
    }

    @Test func `offsets advance by what came`() async throws {
        let desk = try PageDesk { request in
            let start = request.number("offset") ?? -1
            return TransportResponse(200, json: page(start..<max(start, min(start + 20, 130))))
        }
        let all = try await desk.manager.pages("articles", query: ["limit": 25], by: .offset())
            .all()
        #expect(all.count == 7)
        #expect(try desk.numbers == Array(0..<130))
        #expect(
            desk.requests
                == [0, 20, 40, 60, 80, 100, 120, 130].map { "articles?limit=25&offset=\($0)" })
    }

    @Test func `an empty list has one empty page`() async throws {
        for style in [PageStyle.number(), .offset(), .link(), .nextURL(at: "next"), .single] {
            let desk = try PageDesk { _ in TransportResponse(200, json: page([])) }
            let all = try await desk.manager.pages("articles", by: style).all()
            #expect(all.map(\.index) == [0], "\(style)")
            #expect(all.first?.result?.total.inserted == 0)
        }
    }

    @Test func `links of header fields lead on, also relative ones`() async throws {
        let desk = try PageDesk { request in
            let number = request.number("_next") ?? 0
            let json = page(number * 100..<min(number * 100 + 100, 250))
            guard number < 2 else { return TransportResponse(200, json: json) }
            let link = number == 0 ? "https://example.com/api/articles?_next=1" : "?_next=2"
            return TransportResponse(
                200, headers: ["Link": "<x>; rel=prev, <\(link)>; rel=\"next\""], json: json)
        }
        let all = try await desk.manager.pages(
            "articles", query: ["_size": 100], headers: ["X": "1"], by: .link()
        ).all()
        #expect(all.count == 3)
        #expect(try desk.numbers == Array(0..<250))
        #expect(
            desk.requests == ["articles?_size=100", "articles?_next=1", "articles?_next=2"])
        #expect(desk.stub.requests.allSatisfy { $0.headers["X"] == "1" })
    }

    @Test func `URLs in payloads and fields lead on, and null ends`() async throws {
        for (style, first, last): (PageStyle, (String, HeaderFields), String) in [
            (
                .nextURL(at: "links.next"), (#""links": {"next": "articles/?p=2#top"}"#, [:]),
                #""links": {"next": null}"#
            ),
            (.header("Next-Page"), (#""n": 1"#, ["Next-Page": "/api/articles/?p=2"]), #""n": 1"#),
        ] {
            let desk = try PageDesk { request in
                request.url.contains("p=2")
                    ? TransportResponse(200, json: page([2], last))
                    : TransportResponse(200, headers: first.1, json: page([1], first.0))
            }
            let all = try await desk.manager.pages("articles", by: style).all()
            #expect(all.count == 2, "\(style)")
            #expect(desk.requests == ["articles", "articles/?p=2"])
            #expect(try desk.numbers == [1, 2])
        }
    }

    @Test func `the URL of a page need not be below the path of the list`() async throws {
        let desk = try PageDesk { request in
            request.url.hasSuffix("repositories/9")
                ? TransportResponse(200, json: page([2]))
                : TransportResponse(
                    200, headers: ["Link": "</repositories/9>; rel=next"], json: page([1]))
        }
        let pages = desk.manager.pages("byAuthor", arguments: ["author": 1], by: .link())
        #expect(try await pages.all().count == 2)
        #expect(try desk.values("page") == [1: 0, 2: 1])
        #expect(try desk.values("routed") == [1: "1", 2: "1"])
        #expect(desk.stub.requests.last?.url == "https://example.com/repositories/9")
    }

    @Test(arguments: [false, true])
    func `an empty cursor is a cursor unless it ends`(ends: Bool) async throws {
        let desk = try PageDesk { request in
            request.parameter("cursor") == nil
                ? TransportResponse(200, json: page([1], #""meta": {"next": ""}"#))
                : TransportResponse(200, json: page([2], #""meta": {"next": null}"#))
        }
        var options = PageOptions()
        options.emptyCursorEnds = ends
        let all = try await desk.manager.pages(
            "articles", by: .cursor(at: "meta.next", parameter: "cursor"), options: options
        ).all()
        #expect(all.count == (ends ? 1 : 2))
        #expect(desk.requests == (ends ? ["articles"] : ["articles", "articles?cursor="]))
    }

    @Test func `cursors are texts or numbers, and replace each other`() async throws {
        let desk = try PageDesk { request in
            switch request.parameter("c") {
            case nil: TransportResponse(200, json: page([1], #""next": 17"#))
            case "17": TransportResponse(200, json: page([2], #""next": "a b&c=1""#))
            default: TransportResponse(200, json: page([3], #""next": ["x"]"#))
            }
        }
        let error = await expectError(.invalidPage) {
            try await desk.manager.pages(
                "articles", query: ["z": 1], by: .cursor(at: "next", parameter: "c")
            ).all()
        }
        #expect(error?.message.contains("array") == true)
        #expect(error?.page == nil)
        #expect(
            desk.requests == [
                "articles?z=1", "articles?z=1&c=17", "articles?z=1&c=a%20b%26c%3D1",
            ])
        #expect(try desk.numbers == [1, 2, 3])
    }

    @Test func `a repeated cursor is a loop unless it is allowed`() async throws {
        for allows in [false, true] {
            let count = Mutex(0)
            let desk = try PageDesk { _ in
                let number = count.withLock { count in
                    count += 1
                    return count
                }
                return TransportResponse(200, json: page([number], #""next": "same""#))
            }
            var options = PageOptions()
            options.allowsRepeatedCursor = allows
            options.pageLimit = 5
            let error = await expectError(allows ? .pageLimit : .pageLoop) {
                try await desk.manager.pages(
                    "articles", by: .cursor(at: "next", parameter: "cursor"), options: options
                ).all()
            }
            #expect(error?.page == nil)
            #expect(try desk.numbers.count == (allows ? 5 : 2))
            #expect(desk.requests.count == (allows ? 5 : 2))
        }
    }

    @Test(arguments: [
        "https://other.example/api/articles?p=2", "http://example.com/api/articles?p=2",
        "//other.example/x", "https://u:p@example.com/api/articles?p=2", "ftp://example.com/x",
    ])
    func `a page of another origin is not requested`(link: String) async throws {
        let desk = try PageDesk(credentials: Session("secret")) { _ in
            TransportResponse(200, headers: ["Link": "<\(link)>; rel=next"], json: page([1]))
        }
        let error = await expectError(.otherOrigin) {
            try await desk.manager.pages("articles", by: .link()).all()
        }
        #expect(desk.requests == ["articles"])
        #expect(try desk.numbers == [1])
        #expect(error?.description.contains("u:p@") == false)
    }

    @Test func `mistakes are errors before a request`() async throws {
        let desk = try PageDesk { _ in TransportResponse(200, json: page([1])) }
        await expectError(.invalidRequest) {
            try await desk.manager.pages("articles", by: .nextURL(at: "a..b")).all()
        }
        await expectError(.invalidRequest) {
            try await desk.manager.pages("create", by: .link()).all()
        }
        await expectError(.missingRoute) {
            try await desk.manager.pages("artikel", by: .link()).all()
        }
        #expect(desk.requests.isEmpty)
        await expectError(.invalidPage) {
            try await desk.manager.pages("articles", query: ["page": "x"], by: .number()).all()
        }
    }
}
