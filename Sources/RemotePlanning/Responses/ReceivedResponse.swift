package import HTTPValues

/// A response, with the parts of its request that determine how it is mapped.
package struct ReceivedResponse: Sendable {
    /// The method of the request.
    package let method: ResourceRequest.Method
    /// The URL that was requested, before redirects.
    package let url: String
    /// The URL that responded, after redirects; `nil` if it is unknown.
    package let finalURL: String?
    /// The status.
    package let status: Int
    /// The header fields.
    package let headers: HeaderFields
    /// The whole body; of a failed response, its beginning; empty if a reader has read it.
    package let body: [UInt8]

    package init(
        to method: ResourceRequest.Method, _ url: String, from finalURL: String? = nil,
        status: Int, headers: HeaderFields, body: [UInt8]
    ) {
        (self.method, self.url, self.finalURL) = (method, url, finalURL)
        (self.status, self.headers, self.body) = (status, headers, body)
    }

    /// The field `Content-Type`.
    package var contentType: String? { headers["Content-Type"] }

    /// The header fields as pairs.
    package var fields: [(name: String, value: String)] {
        headers.fields.map { ($0.name, $0.value) }
    }
}

extension ReceivedResponse {
    /// Creates the response that an error reports; `nil` without a status or a body.
    package init?(_ error: RemoteError, to request: ResourceRequest) {
        guard let status = error.status, !error.body.isEmpty else { return nil }
        var headers: HeaderFields = [:]
        for field in error.fields { headers.append(field.value, to: field.name) }
        self.init(
            to: request.method, request.url, status: status, headers: headers, body: error.body)
    }
}
