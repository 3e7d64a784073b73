import HTTPValues
import RemoteGraph
import RemoteGraphCurl
import RemotePlanning
import ScriptedServer
import TestSupport
import Testing

@Suite("The transport with libcurl", .runsAlone, .endsInTime)
struct CurlTransportTests {
    @Test(arguments: TransportContract.exchanges + TransportContract.connections)
    func `keeps the contract`(check: TransportContractCheck) async throws {
        let server = try ScriptedServer(check.script)
        try await check.run(CurlTransport(), server)
    }

    @Test func `a transport that is released ends its open requests`() async throws {
        let server = try ScriptedServer { connection in
            try connection.readRequest()
            try connection.send("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nabc")
            connection.waitForEnd()
        }
        for number in 0..<500 {
            var transport: CurlTransport? = CurlTransport()
            guard number % 10 == 0 else { continue }
            let response = try #require(
                try await transport?.send(TransportRequest(.get, server.url)))
            var iterator = response.body.makeAsyncIterator()
            #expect(try await iterator.next() == Array("abc".utf8))
            transport = nil
            let error = await #expect(throws: TransportError.self) { try await iterator.next() }
            #expect(error?.kind == .cancelled && error?.stage == .receiving(bytes: 3))
        }
        #expect(await server.waits { $0.openCount == 0 })
    }
}
