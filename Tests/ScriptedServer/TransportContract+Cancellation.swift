import HTTPValues
import RemoteGraph
import Testing

extension TransportContract {
    /// Reads a request, sends the beginning of a response if the path asks for it, and waits.
    private static let silentScript: ScriptedServer.Script = { connection in
        let head = try connection.readHead()
        if head.target == "/fast" {
            try connection.send(ok)
        } else if head.target == "/body" {
            try connection.send("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nabc")
        }
        connection.waitForEnd()
    }

    /// Cancellation of requests.
    static let cancellationChecks = [
        TransportContractCheck(
            "ends when the task is cancelled, and closes the connection (N-137)",
            server: silentScript
        ) { transport, server in
            for path in ["/head", "/body"] {
                let count = server.connectionCount
                let task = Task {
                    await expectFailure(
                        transport, TransportRequest(.get, server.url + path), .cancelled)
                }
                #expect(await server.waits { $0.connectionCount == count + 1 })
                try await Task.sleep(for: .milliseconds(100))
                task.cancel()
                let error = await task.value
                #expect(error?.stage == (path == "/body" ? .receiving(bytes: 3) : .sent))
                #expect(await server.waits { $0.openCount == 0 })
            }
        },
        TransportContractCheck(
            "ends a connection that is being made when the task is cancelled", answer: ok
        ) { transport, _ in
            let backlog = try FullBacklog()
            let request = TransportRequest(.get, "http://127.0.0.1:\(backlog.port)/")
            let task = Task { await expectFailure(transport, request, .cancelled) }
            try await Task.sleep(for: .milliseconds(100))
            task.cancel()
            #expect(await task.value?.stage == .notSent)
        },
        TransportContractCheck(
            "ends an upload when the task is cancelled", server: silentScript
        ) { transport, server in
            let (stream, continuation) = AsyncStream.makeStream(of: [UInt8].self)
            let isReleased = Flag()
            continuation.onTermination = { _ in isReleased.set() }
            continuation.yield([1, 2, 3])
            let request = TransportRequest(.post, server.url, body: .stream(stream))
            let task = Task { await expectFailure(transport, request, .cancelled) }
            #expect(await server.waits { $0.connectionCount == 1 })
            task.cancel()
            _ = await task.value
            #expect(await server.waits { $0.openCount == 0 })
            #expect(await server.waits { _ in isReleased.isSet })
        },
        TransportContractCheck(
            "sends nothing for a task that is cancelled already (N-139)", answer: ok
        ) { transport, server in
            let task = Task {
                try? await Task.sleep(for: .seconds(60))
                return await expectFailure(
                    transport, TransportRequest(.get, server.url), .cancelled)
            }
            task.cancel()
            #expect(await task.value?.stage == .notSent)
            #expect(server.connectionCount == 0)
        },
        TransportContractCheck(
            "closes the connection of a body that is dropped", server: silentScript
        ) { transport, server in
            do {
                let response = try await transport.send(
                    TransportRequest(.get, server.url + "/body"))
                #expect(response.status == 200)
                #expect(server.openCount == 1)
            }
            #expect(await server.waits { $0.openCount == 0 })
        },
        TransportContractCheck(
            "ends 300 requests that are cancelled at random (N-140)", server: silentScript
        ) { transport, server in
            await withTaskGroup { group in
                for number in 0..<300 {
                    let path = number % 2 == 0 ? "/head" : "/body"
                    group.addTask {
                        let task = Task {
                            await expectFailure(
                                transport, TransportRequest(.get, server.url + path), .cancelled)
                        }
                        try? await Task.sleep(for: .milliseconds(number % 60))
                        task.cancel()
                        #expect(await task.value != nil)
                    }
                }
            }
            #expect(await server.waits { $0.openCount == 0 })
            let request = TransportRequest(.get, server.url + "/fast")
            let (_, text) = try await fetch(transport, request)
            #expect(text == "ok")
        },
    ]

    /// Slow readers and slow servers.
    static let pressureChecks = [
        TransportContractCheck(
            "lets the server wait for a slow reader (H16)",
            server: { connection in
                try connection.readRequest()
                try connection.send("HTTP/1.1 200 OK\r\nContent-Length: 104857600\r\n\r\n")
                let part = [UInt8](repeating: 65, count: 1 << 16)
                for _ in 0..<1600 { try connection.send(part) }
            }
        ) { transport, server in
            var request = TransportRequest(.get, server.url)
            request.limits.idle = .milliseconds(300)
            let response = try await transport.send(request)
            var iterator = response.body.makeAsyncIterator()
            var (received, step) = (0, 0)
            while let chunk = try await iterator.next(isolation: nil) {
                received += chunk.count
                // Longer than the idle limit, which does not count while the reader waits.
                if step == 0 { try await Task.sleep(for: .milliseconds(900)) }
                step += 1
                let unread = server.sentCount - received
                if step.isMultiple(of: 50) { #expect(unread < 16 << 20) }
                if step < 4 { #expect(unread < 16 << 20) }
            }
            #expect(received == 104_857_600)
        },
        TransportContractCheck(
            "reads a response that arrives byte by byte",
            server: { connection in
                try connection.readRequest()
                for byte in Array("HTTP/1.1 200 OK\r\nX-A: b\r\nContent-Length: 20\r\n\r\n".utf8) {
                    try connection.send([byte])
                }
                for _ in 0..<20 {
                    try connection.send("a")
                    connection.pause(0.002)
                }
            }
        ) { transport, server in
            let (response, text) = try await fetch(transport, TransportRequest(.get, server.url))
            #expect(response.headers["X-A"] == "b")
            #expect(text == String(repeating: "a", count: 20))
        },
        TransportContractCheck(
            "reads many bodies at once while others wait",
            server: { connection in
                while true {
                    try connection.readRequest()
                    try connection.send("HTTP/1.1 200 OK\r\nContent-Length: 3000000\r\n\r\n")
                    try connection.send([UInt8](repeating: 65, count: 3_000_000))
                }
            }
        ) { transport, server in
            let held = try await transport.send(TransportRequest(.get, server.url))
            try await withThrowingTaskGroup { group in
                for _ in 0..<12 {
                    group.addTask {
                        let response = try await transport.send(TransportRequest(.get, server.url))
                        return try await response.bytes(upTo: 3_000_000).count
                    }
                }
                for try await count in group { #expect(count == 3_000_000) }
            }
            #expect(try await held.bytes(upTo: 3_000_000).count == 3_000_000)
        },
    ]
}
