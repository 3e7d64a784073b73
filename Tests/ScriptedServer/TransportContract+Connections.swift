import HTTPValues
import RemoteGraph
import Testing

extension TransportContract {
    /// The use of connections.
    static let connectionChecks = [
        TransportContractCheck("uses one connection for 1000 requests (N-149)", answer: ok) {
            transport, server in
            for number in 0..<1000 {
                let (response, text) = try await fetch(
                    transport, TransportRequest(.get, server.url))
                #expect(text == "ok")
                let metrics = try #require(response.metrics)
                #expect(metrics.isConnectionReused == (number > 0))
            }
            #expect(server.connectionCount == 1)
        },
        TransportContractCheck("uses a new connection on request (N-059)", answer: ok) {
            transport, server in
            var request = TransportRequest(.get, server.url)
            _ = try await fetch(transport, request)
            request.usesNewConnection = true
            _ = try await fetch(transport, request)
            #expect(server.connectionCount == 2)
        },
        TransportContractCheck(
            "recovers from a connection that was closed while it was unused",
            server: { connection in
                try connection.readRequest()
                try connection.send(ok)
            }
        ) { transport, server in
            for number in 1...20 {
                let (_, text) = try await fetch(transport, TransportRequest(.get, server.url))
                #expect(text == "ok")
                if number % 2 == 0 {
                    #expect(await server.waits { $0.openCount == 0 })
                }
            }
        },
        TransportContractCheck(
            "sends a POST no second time on a connection that fails when it is reused",
            server: { connection in
                try connection.readRequest()
                try connection.send(ok)
                try connection.readRequest()
            }
        ) { transport, server in
            _ = try await fetch(transport, TransportRequest(.get, server.url))
            let error = await expectFailure(
                transport, TransportRequest(.post, server.url), .reset)
            #expect(error?.stage == .sent)
            #expect(server.requests.map(\.method) == ["GET", "POST"])
        },
        TransportContractCheck("reports what cannot be reached", answer: ok) { transport, server in
            server.stop()
            let error = await expectFailure(
                transport, TransportRequest(.get, server.url), .connect)
            #expect(error?.stage == .notSent)
            let unknown = await expectFailure(
                transport, TransportRequest(.get, "http://host.invalid/"), .unknownHost)
            #expect(unknown?.stage == .notSent)
        },
        TransportContractCheck(
            "measures the phases of a transfer (N-245)",
            server: { connection in
                try connection.readRequest()
                connection.pause(0.3)
                try connection.send("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\no")
                connection.pause(0.3)
                try connection.send("k")
            }
        ) { transport, server in
            let clock = ContinuousClock()
            let begin = clock.now
            let body = RequestBody.bytes([1, 2, 3])
            let (response, _) = try await fetch(
                transport, TransportRequest(.post, server.url, body: body))
            let wall = begin.duration(to: clock.now)
            let metrics = try #require(response.metrics)
            let phases = [
                metrics.nameLookup, metrics.connect, metrics.tls, metrics.firstByte,
                metrics.transfer,
            ]
            #expect(phases.allSatisfy { $0 >= .zero })
            #expect(phases.reduce(.zero, +) <= wall)
            #expect(metrics.firstByte >= .milliseconds(290))
            #expect(metrics.transfer >= .milliseconds(290))
            #expect(metrics.tls == .zero && !metrics.isConnectionReused)
            #expect(metrics.bytesReceived == 2 && metrics.bytesSent == 3)
        },
    ]

    /// The limits of time.
    static let timeChecks = [
        TransportContractCheck(
            "ends at the idle limit, before the response and within it (N-134)",
            server: { connection in
                if try connection.readRequest().target == "/body" {
                    try connection.send("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nabc")
                }
                connection.waitForEnd()
            }
        ) { transport, server in
            for path in ["/head", "/body"] {
                var request = TransportRequest(.get, server.url + path)
                request.limits.idle = .milliseconds(500)
                let clock = ContinuousClock()
                let begin = clock.now
                let error = await expectFailure(transport, request, .timedOut(.idle))
                #expect(error?.stage == (path == "/body" ? .receiving(bytes: 3) : .sent))
                #expect(begin.duration(to: clock.now) >= .milliseconds(500))
                #expect(await server.waits { $0.openCount == 0 })
            }
        },
        TransportContractCheck(
            "ends at the deadline, even if bytes arrive",
            server: { connection in
                try connection.readRequest()
                try connection.send("HTTP/1.1 200 OK\r\nContent-Length: 5000\r\n\r\n")
                while true {
                    try connection.send("a")
                    connection.pause(0.02)
                }
            }
        ) { transport, server in
            let deadline = ContinuousClock.now + .milliseconds(500)
            let response = try await transport.send(
                TransportRequest(.get, server.url), deadline: deadline)
            let error = await #expect(throws: TransportError.self) {
                try await response.bytes(upTo: 5000)
            }
            #expect(error?.kind == .timedOut(.total))
            #expect(ContinuousClock.now >= deadline)
            let late = await #expect(throws: TransportError.self) {
                try await transport.send(TransportRequest(.get, server.url), deadline: .now)
            }
            #expect(late?.kind == .timedOut(.total))
        },
        TransportContractCheck("ends at the connect limit (N-136)", answer: ok) { transport, _ in
            let backlog = try FullBacklog()
            var request = TransportRequest(.get, "http://127.0.0.1:\(backlog.port)/")
            request.limits.connect = .milliseconds(500)
            let error = await expectFailure(transport, request, .timedOut(.connect))
            #expect(error?.stage == .notSent)
        },
        TransportContractCheck(
            "does not count a trickling upload as idle (N-032)", answer: ok
        ) { transport, server in
            let (stream, continuation) = AsyncStream.makeStream(of: [UInt8].self)
            let producer = Task {
                for number in 0..<12 {
                    continuation.yield([UInt8(number)])
                    try? await Task.sleep(for: .milliseconds(100))
                }
                continuation.finish()
            }
            var request = TransportRequest(.post, server.url, body: .stream(stream))
            request.limits.idle = .milliseconds(600)
            let (_, text) = try await fetch(transport, request)
            #expect(text == "ok")
            #expect(server.requests.first?.body == Array(0..<12))
            await producer.value
        },
    ]
}
