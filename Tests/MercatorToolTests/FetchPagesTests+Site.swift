#if canImport(RemoteGraphCurl)
    import ScriptedServer
    import Synchronization
    import Testing

    extension FetchPagesTests {
        /// Pages by target, each with a version.
        final class Site: Sendable {
            struct Page: Sendable {
                var body: String
                var fields = ""
                var status = "200 OK"
                var tag = "v1"
                /// The fields of a response without the body.
                var fieldsIfUnchanged = ""
            }

            private let pages: Mutex<[String: Page]>

            init(_ pages: [String: Page]) { self.pages = Mutex(pages) }

            func change(_ target: String, _ change: (inout Page) -> Void) {
                pages.withLock { change(&$0[target, default: Page(body: "")]) }
            }

            func answer(_ request: ReceivedRequest) -> String {
                let page =
                    pages.withLock { $0[request.target] }
                    ?? Page(body: "{}", status: "404 Not Found", tag: "none")
                let tag = "ETag: \"\(page.tag)\"\r\n"
                guard request["If-None-Match"] != "\"\(page.tag)\"" else {
                    return "HTTP/1.1 304 Not Modified\r\n\(tag)\(page.fieldsIfUnchanged)\r\n"
                }
                return "HTTP/1.1 \(page.status)\r\nContent-Type: application/json\r\n\(tag)"
                    + "\(page.fields)Content-Length: \(page.body.utf8.count)\r\n\r\n\(page.body)"
            }
        }

        /// A style, and the pages of a server that has it.
        struct Style: Sendable, CustomTestStringConvertible {
            let text: String
            /// The targets of the pages; the first one is the path of the list.
            let targets: [String]
            /// The body and the fields of a page with the target of the next one.
            let page: @Sendable (_ posts: String, _ next: String?) -> (String, String)
            /// The page behind the last one; `nil` if there is none.
            var end: (target: String, body: String)?
            /// Whether the page behind the last one is asked for.
            var isOpenEnded = false

            var testDescription: String { text }
        }

        static let styles: [Style] = [
            Style(
                text: "number", targets: ["/posts?page=1", "/posts?page=2", "/posts?page=3"],
                page: { posts, _ in (posts, "") }, end: ("/posts?page=4", "[]"), isOpenEnded: true),
            Style(
                text: "number:p:0:data.posts", targets: ["/posts?p=0", "/posts?p=1", "/posts?p=2"],
                page: { posts, _ in
                    (#"{"data": {"posts": \#(posts)}, "facets": [{"name": "x"}]}"#, "")
                }, isOpenEnded: true),
            Style(
                text: "offset",
                targets: ["/posts?offset=0", "/posts?offset=4", "/posts?offset=8"],
                page: { posts, _ in (#"{"tags": ["a"], "posts": \#(posts)}"#, "") },
                end: ("/posts?offset=12", #"{"tags": ["a"], "posts": []}"#), isOpenEnded: true),
            Style(
                text: "next:links.next", targets: ["/posts", "/posts/b", "/posts/c"],
                page: { posts, next in
                    let link = next.map { "\"\($0)\"" } ?? "null"
                    return (#"{"posts": \#(posts), "links": {"next": \#(link)}}"#, "")
                }),
            Style(
                text: "cursor:after:from",
                targets: ["/posts", "/posts?from=x%2F1", "/posts?from=x%2F2"],
                page: { posts, next in
                    let cursor = next.map { "\"x/\($0.suffix(1))\"" } ?? "\"\""
                    return (#"{"posts": \#(posts), "after": \#(cursor)}"#, "")
                }),
            Style(
                text: "link", targets: ["/posts", "/posts?n=2", "/posts?n=3"],
                page: { posts, next in
                    (posts, next.map { "Link: <\($0)>; rel=\"next\"\r\n" } ?? "")
                }),
            Style(
                text: "link:older", targets: ["/posts", "/posts?n=2", "/posts?n=3"],
                page: { posts, next in
                    (posts, next.map { "Link: <\($0)>; rel=older\r\n" } ?? "")
                }),
            Style(
                text: "header:Next-Page", targets: ["/posts", "/posts?n=2", "/posts?n=3"],
                page: { posts, next in (posts, next.map { "Next-Page: \($0)\r\n" } ?? "") }),
        ]
    }
#endif
