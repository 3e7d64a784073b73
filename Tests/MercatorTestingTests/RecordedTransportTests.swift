import Foundation
import HTTPValues
import MercatorTesting
import RemoteGraph
import RemotePlanning
import Testing

@Suite("Transports for tests")
struct RecordedTransportTests {
    private let url = "https://example.com/a"

    /// Records exchanges with a stub.
    private func record(
        _ requests: [TransportRequest], redacting redaction: Redaction = Redaction(),
        _ respond: @escaping @Sendable (TransportRequest) -> TransportResponse
    ) async throws -> Recording {
        let recorder = RecordingTransport(
            StubTransport { request throws(TransportError) in respond(request) },
            redacting: redaction)
        for request in requests {
            _ = try? await recorder.send(request).bytes(upTo: 1 << 20)
        }
        return recorder.recording
    }

    /// Writes a recording to a file; returns its text and what is read from it.
    private func written(_ recording: Recording) throws -> (text: String, Recording) {
        let path = FileManager.default.temporaryDirectory.appending(
            path: "recording-\(UUID().uuidString).jsonl"
        ).path
        defer { try? FileManager.default.removeItem(atPath: path) }
        try recording.write(to: path)
        return (try String(contentsOfFile: path, encoding: .utf8), try Recording(path))
    }

    @Test func `a stub answers, and remembers requests`() async throws {
        let stub = StubTransport { request in TransportResponse(201, json: #"{"a":1}"#) }
        let body = RequestBody.bytes([1])
        let response = try await stub.send(TransportRequest(.post, url, body: body))
        #expect(response.status == 201)
        #expect(response.headers["content-type"] == "application/json")
        #expect(try await response.bytes(upTo: 10) == Array(#"{"a":1}"#.utf8))
        #expect(stub.requests.map(\.url) == [url])
        let error = await #expect(throws: TransportError.self) {
            try await stub.send(TransportRequest(.get, url, headers: ["Host": "a"]))
        }
        #expect(error?.kind == .invalidField("Host"))
        #expect(stub.requests.count == 1)
    }

    @Test func `exchanges of a URL keep their order, and others are errors`() async throws {
        let requests = ["1", "2", "1"].map { TransportRequest(.get, "\(url)?page=\($0)") }
        let counter = StubTransport { _ in TransportResponse(200) }
        let recorder = RecordingTransport(
            StubTransport { request throws(TransportError) in
                _ = try await counter.send(request)
                return TransportResponse(200, json: "\(counter.requests.count)")
            })
        for request in requests { _ = try await recorder.send(request).bytes(upTo: 10) }
        let (_, recording) = try written(recorder.recording)
        #expect(recording == recorder.recording)
        let player = RecordedTransport(recording)
        var texts: [String] = []
        for index in [1, 0, 2] {
            let bytes = try await player.send(requests[index]).bytes(upTo: 10)
            texts.append(String(decoding: bytes, as: UTF8.self))
        }
        #expect(texts == ["2", "1", "3"])
        try player.finish()
        let error = await #expect(throws: TransportError.self) {
            try await player.send(requests[0])
        }
        #expect(error?.kind == .failed)
        #expect(error?.message.contains("GET \(url)?page=1") == true)
    }

    @Test func `another method or body is another request`() async throws {
        let request = TransportRequest(.post, url, body: .bytes([1]))
        let recording = try await record([request]) { _ in TransportResponse(200) }
        for other in [
            TransportRequest(.put, url, body: .bytes([1])),
            TransportRequest(.post, url, body: .bytes([2])), TransportRequest(.post, url),
        ] {
            let player = RecordedTransport(recording)
            await #expect(throws: TransportError.self) { try await player.send(other) }
            _ = try await player.send(request)
        }
    }

    @Test func `a recording that was not played to its end is an error`() async throws {
        let requests = ["/1", "/2"].map { TransportRequest(.get, url + $0) }
        let player = RecordedTransport(try await record(requests) { _ in TransportResponse(200) })
        _ = try await player.send(requests[0])
        let error = #expect(throws: RecordingError.self) { try player.finish() }
        #expect(error?.description.contains("GET \(url)/2") == true)
        #expect(error?.description.contains("\(url)/1") == false)
    }

    @Test func `secrets are in no recording`() async throws {
        let secret = "dr0ssel"
        var redaction = Redaction()
        redaction.fields.insert("X-Token")
        redaction.queryNames = ["api key"]
        redaction.bodyPaths = ["session.token", "keys"]
        let json = #"{"session":[{"token":"dr0ssel","n":1}],"keys":["dr0ssel"],"title":"b"}"#
        var requests = [
            TransportRequest(
                .post, "\(url)?a=1&api%20key=\(secret)&api+key=\(secret)",
                headers: [
                    "authorization": "Bearer \(secret)", "x-token": secret, "X-Other": "1",
                    "Content-Type": "application/json",
                ], body: .bytes(Array(json.utf8)))
        ]
        requests.append(
            TransportRequest(
                .post, url, headers: ["Content-Type": "application/x-www-form-urlencoded"],
                body: .bytes(Array("b=2&api+key=\(secret)".utf8))))
        requests.append(TransportRequest(.post, url, body: .bytes(Array("{\"\(secret)".utf8))))
        let recording = try await record(requests, redacting: redaction) { _ in
            var response = HeaderFields()
            response.append("a=\(secret)", to: "Set-Cookie")
            response.append("b=\(secret)", to: "set-cookie")
            return TransportResponse(200, headers: response, json: json)
        }
        let (text, read) = try written(recording)
        #expect(!text.contains(secret))
        #expect(text.contains("<redacted>") && text.contains(#"\"title\":\"b\""#))
        #expect(text.contains("a=1&api%20key=<redacted>") && text.contains("b=2&api+key="))
        let player = RecordedTransport(read, redacting: redaction)
        for request in requests { _ = try await player.send(request) }
        try player.finish()
    }

    @Test func `faults come first, and leave the exchange`() async throws {
        let request = TransportRequest(.get, url)
        let recording = try await record([request]) { _ in
            TransportResponse(200, json: "[1,2,3]")
        }
        let reset = TransportError(.reset, .sent, "reset by the test")
        let player = RecordedTransport(recording, faults: [.cut(afterBytes: 2), .error(reset)])
        let cut = await #expect(throws: TransportError.self) {
            try await player.send(request).bytes(upTo: 100)
        }
        #expect(cut?.kind == .incompleteBody && cut?.stage == .receiving(bytes: 2))
        await #expect(throws: reset) { try await player.send(request) }
        #expect(try await player.send(request).bytes(upTo: 100) == Array("[1,2,3]".utf8))
        try player.finish()
    }

    @Test func `a server is busy twice, and then slow`() async throws {
        let request = TransportRequest(.get, url)
        let recording = try await record([request]) { _ in TransportResponse(200, json: "[1]") }
        let clock = TestClock()
        let player = RecordedTransport(
            recording,
            faults: [.status(503), .status(503, retryAfter: 7), .wait(.seconds(2))], clock: clock)
        let statuses = [
            try await player.send(request), try await player.send(request),
            try await player.send(request),
        ]
        #expect(statuses.map(\.status) == [503, 503, 200])
        #expect(statuses.map { $0.headers["Retry-After"] } == [nil, "7", nil])
        #expect(clock.waits == [.seconds(2)])
        try player.finish()
    }

    @Test func `failures and bytes that are no text are recorded`() async throws {
        let requests = ["/cut", "/bytes"].map { TransportRequest(.get, url + $0) }
        let recording = try await record(requests) { request in
            request.url.hasSuffix("/cut")
                ? TransportResponse(200, cutAfter: [65, 66])
                : TransportResponse(206, body: ResponseBody([0xFF, 0]))
        }
        let (_, read) = try written(recording)
        #expect(read == recording)
        let player = RecordedTransport(read)
        let cut = await #expect(throws: TransportError.self) {
            try await player.send(requests[0]).bytes(upTo: 100)
        }
        #expect(cut?.kind == .incompleteBody && cut?.stage == .receiving(bytes: 2))
        #expect(try await player.send(requests[1]).bytes(upTo: 100) == [0xFF, 0])
    }

    @Test func `a body that was dropped is recorded as cut`() async throws {
        let request = TransportRequest(.get, url)
        let recorder = RecordingTransport(
            StubTransport { _ in TransportResponse(200, json: "[1,2,3]") })
        _ = try await recorder.send(request)
        let player = RecordedTransport(recorder.recording)
        let error = await #expect(throws: TransportError.self) {
            try await player.send(request).bytes(upTo: 100)
        }
        #expect(error?.kind == .incompleteBody)
    }

    @Test(arguments: [
        "[]", "{", #"{"request":{"method":"GET","url":"a"}}"#,
        #"{"request":{"method":"GOT","url":"a"},"response":{"status":200,"version":"HTTP/2"}}"#,
        #"{"request":{"method":"GET","url":"a"},"error":{"kind":"odd"}}"#,
    ])
    func `a malformed line is an error with its number`(line: String) throws {
        let path = FileManager.default.temporaryDirectory.appending(
            path: "recording-\(UUID().uuidString).jsonl"
        ).path
        defer { try? FileManager.default.removeItem(atPath: path) }
        let good = #"{"request":{"method":"GET","url":"a"},"error":{"kind":"reset"}}"#
        try (good + "\n" + line + "\n").write(toFile: path, atomically: true, encoding: .utf8)
        let error = #expect(throws: RecordingError.self) { try Recording(path) }
        #expect(error?.description.hasPrefix("line 2") == true)
    }
}
