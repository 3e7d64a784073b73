import EntityMapper
import Foundation
import HTTPValues
import MercatorPayload
import MercatorTesting
import ObjectGraph
import OrphanDetection
import PlainValueMapping
import RemoteGraph
import RemotePlanning
import Synchronization
import TestSupport
import Testing

/// Rules of HTTP that are easily missed.
@Suite("Requests and responses as specified", .endsInTime)
struct SpecifiedBehaviourTests {
    private func sent(_ query: [String: Value]) async throws -> String {
        let desk = try Desk { _ in TransportResponse(204) }
        try await desk.manager.load(path: "x", query: query)
        return String(desk.stub.requests[0].url.drop { $0 != "?" }.dropFirst())
    }

    @Test func `a parameter with several values is sent once for each`() async throws {
        #expect(try await sent(["tag": ["a", "b c"], "n": 1]) == "n=1&tag=a&tag=b%20c")
        #expect(try await sent(["ids[]": [1, 2]]) == "ids[]=1&ids[]=2")
        #expect(try await sent(["filter": ["name": "x"]]) == "filter[name]=x")
        #expect(try await sent(["tag": []]) == "")
    }

    @Test(arguments: [ResourceRequest.Method.get, .head])
    func `a body where none is allowed is refused`(method: ResourceRequest.Method) async throws {
        let desk = try Desk { _ in TransportResponse(200, json: articles(1)) }
        await expectError(.invalidRequest) {
            try await desk.manager.send(method, path: "articles", body: .bytes([1, 2]))
        }
        #expect(desk.stub.requests.isEmpty)
        #expect(try desk.count == 0)
    }

    @Test func `a file that is gone is missed before anything is sent`() async throws {
        let file = try TemporaryBody("text")
        let body = try RequestBody.file(file.path)
        let form = try RequestBody.multipart([
            .init("image", file: body, named: "a.txt", as: "text/plain")
        ])
        file.remove()
        let desk = try Desk { _ in TransportResponse(204) }
        for body in [body, form] {
            let error = await expectError(.failedTransfer) {
                try await desk.manager.send(.put, path: "images/7", body: body, as: "text/plain")
            }
            #expect((error?.cause as? TransportError)?.kind == .unreadableBody)
        }
        #expect(desk.stub.requests.isEmpty)
    }

    private struct FieldError: Sendable {
        var message = ""
    }

    @Test func `exact statuses precede ranges`() async throws {
        var mapping = ObjectMapping(FieldError(), named: "FieldError")
        mapping.addAttributeMapping(from: "message", to: \.message)
        let fieldErrors = mapping
        let desk = try Desk(
            server: { server in
                server.addError(ErrorDescriptor(statuses: .clientError, .problem))
                server.addError(
                    ErrorDescriptor(statuses: [422], .values(of: fieldErrors, at: "errors")))
            }
        ) { request in
            request.url.contains("422")
                ? TransportResponse(422, json: #"{"errors": [{"message": "blank"}]}"#)
                : TransportResponse(404, json: #"{"type": "/gone", "title": "Gone"}"#)
        }
        let error = await expectError(.failedStatus) { try await desk.manager.load(path: "422") }
        guard case .values(let values)? = error?.content else {
            Issue.record("\(String(describing: error?.content))")
            return
        }
        #expect((values.first as? FieldError)?.message == "blank")
        let other = await expectError(.failedStatus) { try await desk.manager.load(path: "404") }
        #expect(other?.problem?.type == "https://example.com/gone")
    }

    @Test func `equally exact statuses remain ambiguous`() {
        #expect(throws: RemotePlanError.self) {
            try Library().remote { server in
                server.addError(ErrorDescriptor(statuses: [409, 422], .problem))
                server.addError(ErrorDescriptor(statuses: [422, 423], .problem))
            }
        }
    }

    @Test func `the reason why a described error cannot be read is its cause`() async throws {
        let desk = try Desk(
            server: { $0.addError(ErrorDescriptor(statuses: .clientError, .problem)) }
        ) { _ in TransportResponse(400, json: #"{"a":"#) }
        let error = await expectError(.failedStatus) { try await desk.manager.load("articles") }
        let cause = try #require(error?.cause as? PayloadError)
        #expect("\(cause)".contains("line 1"))
        #expect(error?.body == Array(#"{"a":"#.utf8))
    }

    @Test(arguments: [
        "Thu, 01 Jan 1970 01:00:10 GMT", "Thursday, 01-Jan-70 01:00:10 GMT",
        "Thu Jan  1 01:00:10 1970",
    ])
    func `dates of a server are by its own clock`(date: String) async throws {
        for hours in [-1, 0, 1] as [Int64] {
            let clock = TestClock(date: try #require(Timestamp(seconds: 3600 * (1 + hours))))
            let responses = Script([
                .success(
                    TransportResponse(
                        503,
                        headers: ["Retry-After": date, "Date": "Thu, 01 Jan 1970 01:00:00 GMT"]))
            ])
            let desk = try Desk(clock: clock) { _ in
                responses.next(or: TransportResponse(200, json: articles(1)))
            }
            try await desk.manager.load("articles")
            #expect(clock.waits == [.seconds(10)], "\(hours) hours apart")
        }
    }

    @Test func `a 304 to a request without a condition leads past the caches`() async throws {
        for isStubborn in [false, true] {
            let desk = try Desk { request in
                request.headers["Cache-Control"] == "no-cache" && !isStubborn
                    ? TransportResponse(200, json: articles(1)) : TransportResponse(304)
            }
            if isStubborn {
                await expectError(.failedStatus) { try await desk.manager.load("articles") }
            } else {
                #expect(try await desk.manager.load("articles").isMapped)
            }
            #expect(
                desk.stub.requests.map { $0.headers["Cache-Control"] } == [nil, "no-cache"])
        }
    }

    @Test(arguments: StoreKind.allCases, [false, true])
    func `the list that answers a sent one deletes orphans if it is complete`(
        kind: StoreKind, isComplete: Bool
    ) async throws {
        try await kind.withStoreAwaiting { store in
            let desk = try Desk(
                store: store,
                server: { server in
                    server.addResponse(
                        ResponseDescriptor(
                            "sync", root: "articles", methods: isComplete ? [.post] : .any,
                            using: "Article", scope: .all("Article", limit: .unlimited),
                            isComplete: isComplete))
                }
            ) { _ in TransportResponse(200, json: articles(1, 2)) }
            _ = try desk.insertThree()
            try await desk.manager.send(
                .post, path: "sync", body: .bytes(Array("[]".utf8)), as: "application/json")
            #expect(try desk.count == (isComplete ? 2 : 3))
        }
    }

    /// A provider that does not end when it is cancelled.
    private actor Stubborn: CredentialProvider {
        nonisolated let origins = Set([Origin("https://example.com")].compactMap(\.self))
        let gate: Gate
        init(_ gate: Gate) { self.gate = gate }
        func credential() -> Credential? { Credential(bearer: "old") }
        func refresh(after rejected: Credential) async throws -> Credential {
            await Task { await gate.wait() }.value
            return Credential(bearer: "new")
        }
    }

    @Test func `a refresh is given up after half a minute, whatever it does then`() async throws {
        let gate = Gate()
        let clock = TestClock(paused: true)
        let desk = try Desk(clock: clock, credentials: Stubborn(gate)) { _ in TransportResponse(401)
        }
        async let error = expectError(.failedRefresh) { try await desk.manager.load("articles") }
        await wait { gate.count == 1 && clock.waits == [.seconds(30)] }
        clock.advance(by: .seconds(30))
        #expect(await error?.message.contains("expected an answer in 30.0 seconds") == true)
        gate.open()
    }

    @Test func `a clock whose waits take no time does not end a refresh`() async throws {
        let session = Session()
        let desk = try Desk(clock: TestClock(), credentials: session) { request in
            request.headers["Authorization"] == "Bearer token-1"
                ? TransportResponse(200, json: articles(1)) : TransportResponse(401)
        }
        #expect(try await desk.manager.load("articles").isMapped)
        #expect(await session.refreshCount == 1)
    }

    @Test func `a response that varies with cookies of a jar is not remembered`() async throws {
        let server = VersionedServer(["ETag": #""1""#, "Vary": "Cookie"])
        let desk = try Desk(server, options: { $0.cookies = CookieJar() })
        for _ in 1...2 { #expect(try await desk.manager.load("articles").isMapped) }
        let other = try Desk(server)
        #expect(try await other.manager.load("articles").isMapped)
        #expect(try await other.manager.load("articles").confirmed?.count == 2)
    }
}

/// A file for the body of a request.
private struct TemporaryBody {
    let path: String

    init(_ text: String) throws {
        path =
            FileManager.default.temporaryDirectory
            .appendingPathComponent("mercator-" + UUID().uuidString).path
        try Data(text.utf8).write(to: URL(fileURLWithPath: path))
    }

    func remove() { try? FileManager.default.removeItem(atPath: path) }
}
