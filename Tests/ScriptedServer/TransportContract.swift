package import RemoteGraph
import Testing

/// The contract of transports, as a list of named checks for the tests of each transport.
///
/// ```swift
/// @Test(arguments: TransportContract.exchanges)
/// func `keeps the contract`(check: TransportContractCheck) async throws {
///     let server = try ScriptedServer(check.script)
///     try await check.run(CurlTransport(), server)
/// }
/// ```
package enum TransportContract {
    /// The checks of what is exchanged; recordings keep them as well.
    package static var exchanges: [TransportContractCheck] {
        requestChecks + responseChecks + bodyChecks + cutChecks
    }

    /// The checks of connections, times and cancellation; for transports with a network.
    package static var connections: [TransportContractCheck] {
        connectionChecks + timeChecks + cancellationChecks + pressureChecks
    }
}

/// A check of the transport contract.
package struct TransportContractCheck: Sendable, CustomTestStringConvertible {
    /// The behaviour of the transport, as a sentence without a subject.
    package let name: String
    /// The script of the server.
    package let script: ScriptedServer.Script
    /// Runs the check.
    package let run: @Sendable (any ResourceTransport, ScriptedServer) async throws -> Void

    init(
        _ name: String, server script: @escaping ScriptedServer.Script,
        _ run: @escaping @Sendable (any ResourceTransport, ScriptedServer) async throws -> Void
    ) {
        self.name = name
        self.script = script
        self.run = run
    }

    /// Creates a check with a server that answers each request with the same text.
    init(
        _ name: String, answer: String,
        _ run: @escaping @Sendable (any ResourceTransport, ScriptedServer) async throws -> Void
    ) {
        self.init(
            name,
            server: { connection in
                while true {
                    try connection.readRequest()
                    try connection.send(answer)
                }
            }, run)
    }

    package var testDescription: String { name }
}

extension TransportContract {
    static let ok = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"

    /// Sends a request and returns the response with its whole body.
    static func fetch(
        _ transport: any ResourceTransport, _ request: TransportRequest
    ) async throws(TransportError) -> (TransportResponse, String) {
        let response = try await transport.send(request)
        let bytes = try await response.bytes(upTo: 1 << 27)
        return (response, String(decoding: bytes, as: UTF8.self))
    }

    /// Expects a request to fail in some way, before its response or in the body.
    @discardableResult
    static func expectFailure(
        _ transport: any ResourceTransport, _ request: TransportRequest,
        _ kinds: TransportError.Kind..., location: SourceLocation = #_sourceLocation
    ) async -> TransportError? {
        let error = await #expect(throws: TransportError.self, sourceLocation: location) {
            try await fetch(transport, request)
        }
        if let error { #expect(kinds.contains(error.kind), "\(error)", sourceLocation: location) }
        return error
    }
}
