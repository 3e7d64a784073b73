import HTTPValues
import RemoteGraph
import Testing

extension TransportContract {
    /// The bodies of responses that are complete.
    static let bodyChecks = [
        TransportContractCheck(
            "reads bodies with a length, in chunks, and up to the end of the connection",
            server: { connection in
                switch try connection.readRequest().target {
                case "/length": try connection.send(ok)
                case "/chunks":
                    try connection.send(
                        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1;x=y\r\no\r\n1\r\nk\r\n"
                            + "0\r\nX-Trailer: 1\r\n\r\n")
                case "/end": try connection.send("HTTP/1.1 200 OK\r\n\r\nok")
                default: try connection.send("HTTP/1.0 200 OK\r\n\r\nok")
                }
            }
        ) { transport, server in
            for path in ["/length", "/chunks", "/end", "/old"] {
                let (response, text) = try await fetch(
                    transport, TransportRequest(.get, server.url + path))
                #expect(text == "ok", "\(path)")
                #expect(response.version == (path == "/old" ? .http1 : .http1Point1))
                #expect(response.headers["X-Trailer"] == nil)
                #expect(response.metrics?.bytesReceived == 2)
            }
        },
        TransportContractCheck(
            "limits the size of a body that is read as a whole (N-076)",
            server: { connection in
                let isAnnounced = try connection.readRequest().target == "/announced"
                let frame = isAnnounced ? "Content-Length: 100000" : "X: 1"
                try connection.send("HTTP/1.1 200 OK\r\n\(frame)\r\n\r\n")
                try connection.send([UInt8](repeating: 65, count: 100_000))
            }
        ) { transport, server in
            for path in ["/announced", "/unannounced"] {
                let request = TransportRequest(.get, server.url + path)
                #expect(try await transport.send(request).bytes(upTo: 100_000).count == 100_000)
                let response = try await transport.send(request)
                let error = await #expect(throws: TransportError.self) {
                    try await response.bytes(upTo: 99_999)
                }
                #expect(error?.kind == .bodyTooLarge)
                let isEarly = error?.stage == .receiving(bytes: 0)
                if path == "/announced" { #expect(isEarly) }
            }
        },
        TransportContractCheck(
            "rejects codings that were not asked for (N-074)",
            server: { connection in
                let coding = try connection.readRequest().target.dropFirst()
                try connection.send(
                    "HTTP/1.1 200 OK\r\nContent-Encoding: \(coding)\r\nContent-Length: 2\r\n\r\nok")
            }
        ) { transport, server in
            for coding in ["br", "zstd", "gzip,gzip"] {
                let request = TransportRequest(.get, server.url + "/" + coding)
                await expectFailure(transport, request, .unsupportedCoding)
            }
            let request = TransportRequest(.get, server.url + "/identity")
            let (_, text) = try await fetch(transport, request)
            #expect(text == "ok")
            await expectFailure(
                transport, TransportRequest(.get, server.url + "/gzip"), .undecodableBody)
        },
    ]

    /// Connections that end too early, in each phase.
    static let cutChecks = [
        TransportContractCheck(
            "reports a connection that ends before the response",
            server: { connection in
                switch try connection.readRequest().target {
                case "/end": return
                case "/reset": connection.reset()
                case "/status": try connection.send("HTTP/1.1 20")
                default: try connection.send("HTTP/1.1 200 OK\r\nContent-Length: 5\r\nX-A")
                }
            }
        ) { transport, server in
            for path in ["/end", "/reset", "/status", "/field"] {
                for method in [ResourceRequest.Method.get, .post] {
                    let error = await expectFailure(
                        transport, TransportRequest(method, server.url + path), .reset,
                        .invalidResponse)
                    #expect(error?.stage == .sent, "\(path)")
                }
            }
            #expect(server.requests.count == 8, "nothing is sent again")
        },
        TransportContractCheck(
            "reports a body that is cut (N-067)",
            server: { connection in
                let path = try connection.readRequest().target
                let frame =
                    path.hasPrefix("/chunk")
                    ? "Transfer-Encoding: chunked\r\n\r\n" : "Content-Length: 5\r\n\r\n"
                try connection.send("HTTP/1.1 200 OK\r\n\(frame)")
                switch path {
                case "/length": try connection.send("abc")
                case "/chunks": try connection.send("3\r\nabc\r\n")
                case "/chunk": try connection.send("5\r\nabc")
                case "/chunk-size": try connection.send("3\r\nabc\r\n0")
                case "/chunk-end": try connection.send("3\r\nabc\r\n0\r\n")
                default: return
                }
            }
        ) { transport, server in
            for path in ["/length", "/chunks", "/chunk", "/chunk-size", "/chunk-end"] {
                let response = try await transport.send(
                    TransportRequest(.get, server.url + path))
                var text = ""
                let error = await #expect(throws: TransportError.self, "\(path)") {
                    for try await chunk in response.body {
                        text += String(decoding: chunk, as: UTF8.self)
                    }
                }
                #expect(text == "abc")
                #expect(error?.kind == .incompleteBody, "\(path)")
                #expect(error?.stage == .receiving(bytes: 3), "\(path)")
                #expect(response.metrics == nil)
            }
            await expectFailure(
                transport, TransportRequest(.get, server.url + "/nothing"), .incompleteBody)
        },
        TransportContractCheck(
            "reports a body that is reset",
            server: { connection in
                try connection.readRequest()
                try connection.send("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nabc")
                connection.pause(0.05)
                connection.reset()
            }
        ) { transport, server in
            let error = await expectFailure(
                transport, TransportRequest(.get, server.url), .reset, .incompleteBody)
            #expect(error?.stage == .receiving(bytes: 3))
        },
        TransportContractCheck(
            "rejects chunks without a size",
            answer: "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nxyz\r\nabc\r\n0\r\n\r\n"
        ) { transport, server in
            await expectFailure(transport, TransportRequest(.get, server.url), .invalidResponse)
        },
    ]
}
