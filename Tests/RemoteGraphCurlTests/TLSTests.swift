import Foundation
import HTTPValues
import RemoteGraph
import RemoteGraphCurl
import RemotePlanning
import TestSupport
import Testing

@Suite("TLS", .runsAlone, .endsInTime)
struct TLSTests {
    private func options(_ server: TLSServer) -> CurlTransport.Options {
        var options = CurlTransport.Options()
        options.certificateAuthorities = server.certificate
        return options
    }

    @Test func `a server with a trusted certificate is read`() async throws {
        let server = try TLSServer()
        let transport = CurlTransport(options(server))
        let response = try await transport.send(TransportRequest(.get, server.url("localhost")))
        #expect(response.status == 200)
        #expect(try await response.bytes(upTo: 1 << 20).isEmpty == false)
        #expect(try #require(response.metrics).tls > .zero)
    }

    @Test func `a certificate that is not trusted is an error`() async throws {
        let server = try TLSServer()
        let error = await #expect(throws: TransportError.self) {
            try await CurlTransport().send(TransportRequest(.get, server.url("localhost")))
        }
        #expect(error?.kind == .tls && error?.stage == .notSent)
    }

    @Test func `a certificate for another host is an error`() async throws {
        let server = try TLSServer()
        let error = await #expect(throws: TransportError.self) {
            try await CurlTransport(options(server)).send(
                TransportRequest(.get, server.url("127.0.0.1")))
        }
        #expect(error?.kind == .tls && error?.stage == .notSent)
    }

    @Test func `TLS 1.1 is refused (1.19)`() async throws {
        let server = try TLSServer(["-tls1_1", "-cipher", "DEFAULT@SECLEVEL=0"])
        let error = await #expect(throws: TransportError.self) {
            try await CurlTransport(options(server)).send(
                TransportRequest(.get, server.url("localhost")))
        }
        #expect(error?.kind == .tls && error?.stage == .notSent)
    }

    @Test func `a file of authorities that is missing is an error`() async throws {
        let server = try TLSServer()
        var options = CurlTransport.Options()
        options.certificateAuthorities = "/nowhere/authorities.pem"
        let error = await #expect(throws: TransportError.self) {
            try await CurlTransport(options).send(
                TransportRequest(.get, server.url("localhost")))
        }
        #expect(error?.kind == .tls)
    }
}

/// A server with TLS, as a process of the openssl command.
final class TLSServer {
    let certificate: String
    private let port: Int
    private let folder: URL
    private let process: Process

    init(_ arguments: [String] = []) throws {
        folder = FileManager.default.temporaryDirectory.appending(
            path: "mercator-tls-\(UInt32.random(in: .min ... .max))")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let key = folder.appending(path: "key.pem").path
        certificate = folder.appending(path: "certificate.pem").path
        let maker = try Self.start([
            "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", key, "-out", certificate,
            "-days", "2", "-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost",
        ])
        maker.0.waitUntilExit()
        // Port 0 lets the system choose; the command prints it.
        let (process, output) = try Self.start(
            ["s_server", "-accept", "127.0.0.1:0", "-key", key, "-cert", certificate, "-www"]
                + arguments)
        self.process = process
        var text = ""
        var found: Int?
        while found == nil, case let data = output.availableData, !data.isEmpty {
            text += String(decoding: data, as: UTF8.self)
            found = text.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
                .first { $0.hasPrefix("ACCEPT") }
                .flatMap { $0.split(separator: ":").last }.flatMap { Int($0) }
        }
        port = try #require(found, "\(text)")
    }

    deinit {
        process.terminate()
        try? FileManager.default.removeItem(at: folder)
    }

    func url(_ host: String) -> String { "https://\(host):\(port)/" }

    private static func start(_ arguments: [String]) throws -> (Process, FileHandle) {
        let (process, pipe) = (Process(), Pipe())
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["openssl"] + arguments
        process.standardOutput = pipe
        process.standardError = FileHandle.nullDevice
        process.standardInput = FileHandle.nullDevice
        try process.run()
        return (process, pipe.fileHandleForReading)
    }
}
