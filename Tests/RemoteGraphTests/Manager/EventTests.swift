import EntityMapper
import Foundation
import MercatorTesting
import ObjectGraph
import RemoteGraph
import ResourceMapping
import TestSupport
import Testing

@Suite("Events of requests", .endsInTime)
struct EventTests {
    @Test func `N-244: a request with a repetition and a redirect is observed in order`()
        async throws
    {
        let log = EventLog()
        let script = Script([
            .success(TransportResponse(503, headers: ["Retry-After": "2"])),
            .success(TransportResponse(302, headers: ["Location": "x?token=secret"])),
        ])
        let desk = try Desk(options: { $0.observer = log }) { _ in
            script.next(or: TransportResponse(200, json: articles(1)))
        }
        try await desk.manager.load(
            "articles", query: ["token": "secret"], headers: ["X-Field": "value-of-field"])
        let kinds = log.events.map { event in
            switch event {
            case .sent(_, let attempt): "sent \(attempt)"
            case .redirected(_, let status, let url): "redirected \(status) \(url)"
            case .received(_, let response): "received \(response.status) \(response.count)"
            case .retrying(_, let wait): "retrying \(wait)"
            case .saved: "saved"
            case .malformedTag: "malformed tag"
            case .signedOut: "signed out"
            }
        }
        #expect(
            kinds == [
                "sent 1", "received 503 0", "retrying \(Duration.seconds(2))", "sent 2",
                "redirected 302 https://example.com/api/x?token=<hidden>",
                "received 200 \(articles(1).utf8.count)", "saved",
            ])
        let texts = log.events.map { "\($0)" }.joined(separator: "\n")
        #expect(!texts.contains("secret") && !texts.contains("value-of-field"))
    }

    @Test func `the package names the release of its command`() async throws {
        let desk = try Desk { _ in TransportResponse(204) }
        try await desk.manager.load("articles")
        let field = try #require(desk.stub.requests.first?.headers["User-Agent"])
        let root = URL(filePath: #filePath).deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        let release = try String(
            contentsOf: root.appending(path: "Sources/MercatorTool/CommandLine/Release.swift"),
            encoding: .utf8)
        #expect(release.contains("\"\(field.dropFirst("Mercator/".count))\""))
    }
}
