import Foundation
import HTTPValues
import RemoteGraph
import RemoteGraphCurl
import RemotePlanning
import ScriptedServer
import TestSupport
import Testing

@Suite("Proxies", .runsAlone, .endsInTime)
struct ProxyTests {
    @Test func `a request goes to the proxy of the options`() async throws {
        let proxy = try ScriptedServer.answering { _ in
            "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nproxy"
        }
        var options = CurlTransport.Options()
        options.proxy = proxy.url
        let transport = CurlTransport(options)
        let response = try await transport.send(TransportRequest(.get, "http://example.invalid/a"))
        #expect(try await response.bytes(upTo: 100) == Array("proxy".utf8))
        #expect(proxy.requests.map(\.target) == ["http://example.invalid/a"])
        #expect(proxy.requests.first?["Proxy-Authorization"] == nil)
    }

    @Test func `a proxy with user information is refused`() async throws {
        var options = CurlTransport.Options()
        options.proxy = "http://me:hidden@127.0.0.1:1/"
        let transport = CurlTransport(options)
        let error = await #expect(throws: TransportError.self) {
            try await transport.send(TransportRequest(.get, "http://example.invalid/a"))
        }
        #expect(error?.kind == .invalidURL)
        #expect(error?.description.contains("hidden") == false)
    }

    @Test func `the environment names no proxy`() async throws {
        await #expect(processExitsWith: .success) {
            Self.setProxies()
            let server = try ScriptedServer.answering { _ in
                "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n"
            }
            let response = try await CurlTransport().send(TransportRequest(.get, server.url))
            #expect(response.status == 200)
            #expect(server.requests.first?.target == "/")
        }
    }

    private static func setProxies() {
        for name in ["http_proxy", "ALL_PROXY", "all_proxy"] {
            unsafe setenv(name, "http://127.0.0.1:1/", 1)
        }
    }
}
