import HTTPValues
import RemoteGraph
import Testing

extension TransportContract {
    /// The bytes of requests.
    static let requestChecks = [
        TransportContractCheck(
            "sends the method, the target and the fields as they are (N-034)", answer: ok
        ) { transport, server in
            var request = TransportRequest(
                .get, server.url + "/a/../b%2Fc//d?q=%C3%A9&r=a+b", headers: ["X-A": "1"])
            request.headers.append("2", to: "x-a")
            request.headers["X-Empty"] = ""
            _ = try await fetch(transport, request)
            let received = try #require(server.requests.first)
            #expect(received.method == "GET")
            #expect(received.target == "/a/../b%2Fc//d?q=%C3%A9&r=a+b")
            #expect(received.values(of: "X-A") == ["1", "2"])
            #expect(received["X-Empty"] == "")
            #expect(received["Host"] == "127.0.0.1:\(server.port)")
            #expect(received["Accept-Encoding"] == "gzip, deflate")
            // Nothing else: no program name, no cookies, no language.
            let names = received.fields.compactMap { $0.split(separator: ":").first }
            #expect(Set(names) == ["Host", "Accept-Encoding", "X-A", "x-a", "X-Empty"])
        },
        TransportContractCheck("sends bodies with their length (N-029)", answer: ok) {
            transport, server in
            let bytes = (0..<5_000_000).map { UInt8(truncatingIfNeeded: $0 % 251) }
            let stream = AsyncStream<[UInt8]> { continuation in
                for start in stride(from: 0, to: bytes.count, by: 100_000) {
                    continuation.yield(Array(bytes[start..<start + 100_000]))
                }
                continuation.finish()
            }
            for body in [RequestBody.bytes(bytes), .stream(stream, length: bytes.count)] {
                let url = server.url + (body.isReplayable ? "/bytes" : "/stream")
                _ = try await fetch(transport, TransportRequest(.post, url, body: body))
            }
            #expect(server.requests.count == 2)
            for received in server.requests {
                #expect(received["Content-Length"] == "5000000")
                #expect(received["Transfer-Encoding"] == nil)
                #expect(received["Content-Type"] == nil && received["Expect"] == nil)
                #expect(received.body == bytes)
            }
        },
        TransportContractCheck("sends bodies of unknown length in chunks (N-029)", answer: ok) {
            transport, server in
            let stream = AsyncStream<[UInt8]> { continuation in
                for text in ["one", "", "two"] { continuation.yield(Array(text.utf8)) }
                continuation.finish()
            }
            let body = RequestBody.stream(stream)
            _ = try await fetch(transport, TransportRequest(.put, server.url, body: body))
            let received = try #require(server.requests.first)
            #expect(received["Transfer-Encoding"] == "chunked")
            #expect(received["Content-Length"] == nil)
            #expect(received.body == Array("onetwo".utf8))
        },
        TransportContractCheck("sends the length 0 without a body (N-025)", answer: ok) {
            transport, server in
            let methods = [ResourceRequest.Method.post, .put, .patch, .get, .delete, .options]
            for method in methods {
                _ = try await fetch(transport, TransportRequest(method, server.url))
            }
            #expect(server.requests.map(\.method) == methods.map(\.rawValue))
            for (index, request) in server.requests.enumerated() {
                #expect(request["Content-Length"] == (index < 3 ? "0" : nil))
                #expect(request["Content-Type"] == nil)
            }
        },
        TransportContractCheck(
            "refuses values that cannot be sent, naming only the field (N-026)", answer: ok
        ) { transport, server in
            for value in ["1\r\nX-Evil: 2", "1\n", "\u{0}", "é", " a", "a\t"] {
                let request = TransportRequest(.get, server.url, headers: ["X-Token": value])
                let error = await expectFailure(transport, request, .invalidField("X-Token"))
                #expect(error?.description.contains("Evil") == false)
                #expect(error?.stage == .notSent)
            }
            for name in ["", "a b", "a:", "é", "a\r\nb"] {
                let request = TransportRequest(.get, server.url, headers: [name: "1"])
                await expectFailure(transport, request, .invalidField(name))
            }
            #expect(server.requests.isEmpty)
        },
        TransportContractCheck("refuses fields of the transport (N-028)", answer: ok) {
            transport, server in
            for name in ["Host", "Content-Length", "Transfer-Encoding", "Connection"] {
                let headers: HeaderFields = [name.lowercased(): "5"]
                let request = TransportRequest(.post, server.url, headers: headers)
                await expectFailure(transport, request, .invalidField(name))
            }
            #expect(server.requests.isEmpty)
        },
        TransportContractCheck("refuses URLs of other kinds, and user information", answer: ok) {
            transport, server in
            for url in [
                "", "/a", "ftp://127.0.0.1/", "file:///etc/passwd", "http://", "http:///a",
                "http://u:hidden@127.0.0.1:\(server.port)/", server.url + "/a b",
                server.url + "/\r\n", server.url + "/é", "http://:80/", "http://127.0.0.1\\@a/",
            ] {
                let error = await expectFailure(
                    transport, TransportRequest(.get, url), .invalidURL)
                #expect(error?.description.contains("hidden") == false)
            }
            #expect(server.connectionCount == 0)
        },
        TransportContractCheck("reports a body that cannot be read", answer: ok) {
            transport, server in
            struct Broken: Error {}
            let broken = AsyncThrowingStream<[UInt8], any Error> { continuation in
                continuation.yield([1, 2, 3])
                continuation.finish(throwing: Broken())
            }
            let short = AsyncStream<[UInt8]> { continuation in
                continuation.yield([1, 2, 3])
                continuation.finish()
            }
            let long = AsyncStream<[UInt8]> { continuation in
                continuation.yield([1, 2, 3])
                continuation.finish()
            }
            for body in [
                RequestBody.stream(broken), .stream(short, length: 4), .stream(long, length: 2),
            ] {
                let request = TransportRequest(.post, server.url, body: body)
                await expectFailure(transport, request, .unreadableBody)
            }
            #expect(server.requests.isEmpty)
        },
    ]
}
