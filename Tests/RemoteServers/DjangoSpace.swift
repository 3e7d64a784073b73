import HTTPValues

/// A space of the Django server of this process: articles and authors that no other test uses.
///
/// | path | |
/// |---|---|
/// | `articles/`, `articles/:id/` | pages of 25 by `page`; with entity tags and idempotency keys |
/// | `authors/`, `authors/:id/` | the same without tags and keys |
/// | `authors/:id/articles/` | the articles of an author, as an array |
/// | `by-offset/` | pages of at most 20 articles by `limit` and `offset` |
/// | `by-cursor/` | pages of 25 articles by `cursor` |
/// | `throttled/` | 5 requests in a second, then 429 with `Retry-After` |
/// | `private/` | demands the token that `tokens/` made last |
///
/// A POST to `articles/?cut=1` makes an article, and then cuts its answer.
package struct DjangoSpace: Sendable {
    private static let server = Result { try ServerProcess("django_server") }

    /// The URL of the space, with a slash at its end.
    package let url: String

    /// Creates an empty space; the first one starts the server.
    package init() throws {
        let port = try Self.server.get().words[0]
        url = "http://127.0.0.1:\(port)/s\(UInt32.random(in: .min ... .max))/"
    }

    /// Makes articles with the titles `Article 0`, `Article 1` and so on.
    package func seed(_ count: Int) async throws {
        try await ServerClient.send(.post, url + "seeds/", json: #"{"count": \#(count)}"#)
    }

    /// Makes an author, and returns the identifier.
    package func author(_ name: String) async throws -> Int64 {
        try await identifier(.post, "authors/", #"{"name": "\#(name)"}"#)
    }

    /// Makes an article, and returns the identifier.
    package func article(_ title: String, by author: Int64? = nil) async throws -> Int64 {
        let author = author.map { "\($0)" } ?? "null"
        return try await identifier(
            .post, "articles/", #"{"title": "\#(title)", "author": \#(author)}"#)
    }

    private func identifier(
        _ method: ResourceRequest.Method, _ path: String, _ json: String
    ) async throws -> Int64 {
        let body = try await ServerClient.send(method, url + path, json: json)
        let digits = body.drop { !$0.isNumber }.prefix { $0.isNumber }
        guard body.hasPrefix(#"{"id":"#), let number = Int64(digits) else {
            throw ServerProcess.Failure(description: "expected an identifier, found \(body)")
        }
        return number
    }
}
