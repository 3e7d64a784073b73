package import HTTPValues
package import RemoteGraph
import RemoteGraphCurl
import Synchronization

/// A transport with libcurl that takes down requests and the heads of their responses.
package final class WatchedTransport: ResourceTransport {
    /// A request and the head of its response.
    package struct Exchange: Sendable {
        package let request: TransportRequest
        package let status: Int
        package let headers: HeaderFields
        package let version: TransportResponse.Version

        /// The number of the connection, of which nginx tells in a field.
        package var connection: Int? { headers["X-Connection"].flatMap { Int($0) } }
    }

    private let transport: CurlTransport
    private let taken = Mutex<[Exchange]>([])

    /// Creates a transport that trusts the certificates in a file, if there is one.
    package init(trusting certificates: String? = nil) {
        var options = CurlTransport.Options()
        options.certificateAuthorities = certificates
        transport = CurlTransport(options)
    }

    /// The exchanges with a response, in the order of the responses.
    package var exchanges: [Exchange] { taken.withLock { $0 } }

    /// The statuses of ``exchanges``.
    package var statuses: [Int] { exchanges.map(\.status) }

    /// The number of connections to nginx.
    package var connectionCount: Int { Set(exchanges.map(\.connection)).count }

    /// Sends a request, and takes it down with the head of its response.
    package func send(
        _ request: TransportRequest, deadline: ContinuousClock.Instant?
    ) async throws(TransportError) -> TransportResponse {
        let response = try await transport.send(request, deadline: deadline)
        taken.withLock {
            $0.append(
                Exchange(
                    request: request, status: response.status, headers: response.headers,
                    version: response.version))
        }
        return response
    }
}
