import HTTPValues
import RemoteGraph
import Testing

extension TransportContract {
    /// The status and the header fields of responses.
    static let responseChecks = [
        TransportContractCheck(
            "returns every final status as it is (N-044, N-053, N-061)",
            server: { connection in
                while true {
                    let status = try connection.readRequest().target.dropFirst()
                    let hasBody = status != "204" && status != "304"
                    try connection.send(
                        "HTTP/1.1 \(status) X\r\n" + (hasBody ? "Content-Length: 0\r\n" : "")
                            + "\r\n")
                }
            }
        ) { transport, server in
            for status in [200, 204, 205, 299, 300, 302, 304, 401, 407, 408, 421, 499, 500, 599] {
                let request = TransportRequest(.get, server.url + "/\(status)")
                let (response, text) = try await fetch(transport, request)
                #expect(response.status == status && text == "")
            }
            // No redirect was followed, and nothing was sent again.
            #expect(server.requests.count == 14)
        },
        TransportContractCheck(
            "rejects a status line that is none (N-061)",
            server: { connection in
                let lines = [
                    "HTTP/1.1 099 X", "HTTP/1.1 600 X", "HTTP/1.1 20 X", "HTTP/1.1 abc X",
                    "<html>hello", "HTTP/1.1 101 Switching Protocols",
                ]
                let number = Int(try connection.readRequest().target.dropFirst()) ?? 0
                try connection.send(lines[number] + "\r\nContent-Length: 0\r\n\r\n")
            }
        ) { transport, server in
            for number in 0..<6 {
                let request = TransportRequest(.get, server.url + "/\(number)")
                let error = await expectFailure(transport, request, .invalidResponse)
                #expect(error?.stage == .sent, "\(number)")
            }
        },
        TransportContractCheck(
            "finds fields by any spelling, and keeps several (N-070, N-071)",
            answer: "HTTP/1.1 200 OK\r\nlink: <a>; rel=next\r\nSet-Cookie: a=1; expires=Mon, 1\r\n"
                + "LINK:<b>\r\nset-cookie: b=2\r\nContent-Length: 0\r\nX-Empty:\r\n\r\n"
        ) { transport, server in
            let (response, _) = try await fetch(transport, TransportRequest(.get, server.url))
            for name in ["link", "LINK", "Link"] {
                #expect(response.headers[name] == "<a>; rel=next, <b>")
            }
            #expect(response.headers.values(of: "Set-Cookie") == ["a=1; expires=Mon, 1", "b=2"])
            #expect(response.headers["set-cookie"] == "a=1; expires=Mon, 1")
            #expect(response.headers["x-empty"] == "")
            #expect(response.headers["X-Missing"] == nil)
            // Cookies are not sent back.
            _ = try await fetch(transport, TransportRequest(.get, server.url + "/again"))
            #expect(server.requests.last?["Cookie"] == nil)
        },
        TransportContractCheck(
            "keeps bytes of header fields that are not ASCII (N-065)",
            server: { connection in
                try connection.readRequest()
                try connection.send(
                    Array("HTTP/1.1 200 OK\r\nX-Name: caf".utf8) + [0xE9]
                        + Array("\r\nContent-Length: 1\r\n\r\n".utf8) + [0xE9])
            }
        ) { transport, server in
            let response = try await transport.send(TransportRequest(.get, server.url))
            #expect(response.headers["X-Name"] == "caf\u{E9}")
            #expect(try await response.bytes(upTo: 10) == [0xE9])
        },
        TransportContractCheck(
            "skips responses with a status 1xx",
            answer: "HTTP/1.1 103 Early Hints\r\nLink: <early>\r\n\r\nHTTP/1.1 100 Continue\r\n\r\n"
                + ok
        ) { transport, server in
            let (response, text) = try await fetch(transport, TransportRequest(.get, server.url))
            #expect(response.status == 200 && text == "ok")
            #expect(response.headers["Link"] == nil)
        },
        TransportContractCheck(
            "rejects lengths that differ or are none (N-068)",
            server: { connection in
                let lengths = ["5\r\nContent-Length: 3", "x", "-1", "5, 3"]
                let number = Int(try connection.readRequest().target.dropFirst()) ?? 0
                try connection.send(
                    "HTTP/1.1 200 OK\r\nContent-Length: \(lengths[number])\r\n\r\nabcde")
            }
        ) { transport, server in
            for number in 0..<4 {
                let request = TransportRequest(.get, server.url + "/\(number)")
                await expectFailure(transport, request, .invalidResponse)
            }
        },
        TransportContractCheck(
            "limits the size of the header (1.19)",
            server: { connection in
                let count = Int(try connection.readRequest().target.dropFirst()) ?? 0
                let line = "X-Long: " + String(repeating: "a", count: min(count, 8_000)) + "\r\n"
                try connection.send("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n")
                for _ in 0..<(count / 8_000) { try connection.send(line) }
                try connection.send("\r\n")
            }
        ) { transport, server in
            let (response, _) = try await fetch(
                transport, TransportRequest(.get, server.url + "/64000"))
            #expect(response.headers.values(of: "X-Long").count == 8)
            for count in [72_000, 1_000_000] {
                let request = TransportRequest(.get, server.url + "/\(count)")
                await expectFailure(transport, request, .headersTooLarge)
            }
        },
        TransportContractCheck(
            "limits a single line of the header, and endless early responses (1.19)",
            server: { connection in
                if try connection.readRequest().target == "/line" {
                    try connection.send(
                        "HTTP/1.1 200 OK\r\nX: " + String(repeating: "a", count: 500_000))
                } else {
                    while true { try connection.send("HTTP/1.1 103 Early\r\nLink: <a>\r\n\r\n") }
                }
            }
        ) { transport, server in
            for path in ["/line", "/early"] {
                let request = TransportRequest(.get, server.url + path)
                await expectFailure(transport, request, .headersTooLarge)
            }
        },
        TransportContractCheck(
            "completes HEAD at once (N-073)",
            answer: "HTTP/1.1 200 OK\r\nContent-Length: 83\r\n\r\n"
        ) { transport, server in
            let (response, text) = try await fetch(transport, TransportRequest(.head, server.url))
            #expect(response.headers["Content-Length"] == "83" && text == "")
            #expect(server.requests.first?.method == "HEAD")
        },
    ]
}
