import HTTPValues
import RemoteGraph
import RemoteGraphCurl
import RemotePlanning
import ScriptedServer
import TestSupport
import Testing

@Suite("Content codings", .runsAlone, .endsInTime)
struct ContentCodingTests {
    /// Fetches bytes that a server declares to have a coding.
    private func fetch(
        _ coded: [UInt8], _ coding: String, part: Int = 1 << 20
    ) async throws -> (TransportResponse, [UInt8]) {
        let server = try ScriptedServer { connection in
            try connection.readRequest()
            try connection.send(
                "HTTP/1.1 200 OK\r\nContent-Encoding: \(coding)\r\n"
                    + "Content-Length: \(coded.count)\r\n\r\n")
            for start in stride(from: 0, to: coded.count, by: part) {
                try connection.send(Array(coded[start...].prefix(part)))
            }
        }
        let transport = CurlTransport()
        let response = try await transport.send(TransportRequest(.get, server.url))
        let bytes = try await response.bytes(upTo: 1 << 28)
        return (response, withExtendedLifetime(transport) { bytes })
    }

    @Test(
        arguments: [("gzip", 31), ("X-GZIP", 31), ("deflate", 15), ("deflate", -15)],
        [0, 1, 3_000_000])
    func `bodies are decoded`(coding: (name: String, window: Int32), count: Int)
        async throws
    {
        var generator = SeededGenerator(seed: UInt64(count))
        let bytes = (0..<count).map { _ in UInt8.random(in: 0..<40, using: &generator) }
        let coded = Deflater.compress(bytes, window: coding.window)
        let (response, decoded) = try await fetch(coded, coding.name)
        #expect(decoded == bytes)
        #expect(response.metrics?.bytesReceived == coded.count)
        #expect(response.headers["Content-Encoding"] == coding.name)
    }

    @Test(arguments: [1, 2, 3, 7])
    func `bodies that arrive in small parts are decoded`(part: Int) async throws {
        let bytes = Array("Hello, hello, hello, world".utf8)
        for window in [31, 15, -15] as [Int32] {
            let coded = Deflater.compress(bytes, window: window)
            let coding = window == 31 ? "gzip" : "deflate"
            #expect(try await fetch(coded, coding, part: part).1 == bytes)
        }
    }

    @Test func `members of gzip are joined`() async throws {
        let coded = ["one", "two"].flatMap { Deflater.compress(Array($0.utf8), window: 31) }
        #expect(try await fetch(coded, "gzip").1 == Array("onetwo".utf8))
    }

    @Test(arguments: [31, 15, -15] as [Int32])
    func `a body that lacks its end is an error at every cut`(window: Int32) async throws {
        let coded = Deflater.compress(Array("Hello, hello, world".utf8), window: window)
        let coding = window == 31 ? "gzip" : "deflate"
        for count in 1..<coded.count {
            let error = await #expect(throws: TransportError.self, "\(count)") {
                try await fetch(Array(coded.prefix(count)), coding)
            }
            #expect(error?.kind == .undecodableBody, "\(count)")
        }
    }

    @Test(arguments: ["gzip", "deflate"])
    func `bytes behind the end, or of another kind, are an error`(coding: String) async {
        let coded = Deflater.compress(Array("Hello".utf8), window: coding == "gzip" ? 31 : 15)
        var flipped = coded
        flipped[coded.count - 2] ^= 1
        for bytes in [coded + [1, 2, 3], flipped, Array("no coding at all".utf8)] {
            let error = await #expect(throws: TransportError.self) {
                try await fetch(bytes, coding)
            }
            #expect(error?.kind == .undecodableBody)
        }
    }

    @Test func `a body that expands to more than 200 times its size is stopped (1.19)`()
        async throws
    {
        let member = Deflater.compress([UInt8](repeating: 0, count: 10_000_000), window: 31)
        let bomb = (0..<50).flatMap { _ in member }
        let server = try ScriptedServer { connection in
            try connection.readRequest()
            try connection.send(
                "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: \(bomb.count * 2)\r\n\r\n"
            )
            try connection.send(bomb)
            connection.waitForEnd()
        }
        let transport = CurlTransport()
        let response = try await transport.send(TransportRequest(.get, server.url))
        var count = 0
        let error = await #expect(throws: TransportError.self) {
            for try await chunk in response.body { count += chunk.count }
        }
        #expect(error?.kind == .undecodableBody)
        #expect(error?.message.contains("200") == true)
        // The whole bomb may have been received, but it is not decoded further than the ratio.
        #expect(count <= bomb.count * 200 && count < 500_000_000 / 4)
        #expect(await server.waits { $0.openCount == 0 })
    }

    @Test func `a small body may expand to more`() async throws {
        let bytes = [UInt8](repeating: 0, count: 1 << 20)
        let coded = Deflater.compress(bytes, window: 31)
        #expect(coded.count * 200 < bytes.count)
        #expect(try await fetch(coded, "gzip").1 == bytes)
    }
}
