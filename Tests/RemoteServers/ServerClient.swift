package import HTTPValues
import RemoteGraph
import RemoteGraphCurl

/// Requests of tests themselves, which prepare a server or look at it.
package enum ServerClient {
    private static let transport = CurlTransport()

    /// Sends a request with JSON, and returns the body of the response.
    ///
    /// - Throws: ``ServerProcess/Failure`` if the status is none of a success.
    @discardableResult
    package static func send(
        _ method: ResourceRequest.Method, _ url: String, headers: HeaderFields = [:],
        json: String? = nil
    ) async throws -> String {
        var request = TransportRequest(method, url, headers: headers)
        if let json {
            request.headers["Content-Type"] = "application/json"
            request.body = .bytes(Array(json.utf8))
        }
        let response = try await transport.send(request)
        let body = String(decoding: try await response.bytes(upTo: 1 << 24), as: UTF8.self)
        guard 200..<300 ~= response.status else {
            throw ServerProcess.Failure(
                description: "\(method.rawValue) \(url): \(response.status) \(body)")
        }
        return body
    }
}

extension TransportRequest {
    /// The body as text; empty if there is none, or if it was a stream that was read.
    package var text: String {
        get async { String(decoding: (try? await body?.bytes()) ?? [], as: UTF8.self) }
    }
}
