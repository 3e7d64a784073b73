import Foundation
package import HTTPValues

/// A collection of the Kinto server of this process that no other test uses.
///
/// Its records are at `records` and `records/:id` below the ``url``, in the member `data`.
package struct KintoCollection: Sendable {
    private static let server = Result { try ServerProcess("kinto_server") }

    /// The URL of the collection, with a slash at its end.
    package let url: String
    /// The credential of its owner.
    package let fields: HeaderFields

    /// Creates an empty collection; the first one starts the server.
    package init() async throws {
        let port = try Self.server.get().words[0]
        let bucket = "b\(UInt32.random(in: .min ... .max))"
        let bucketURL = "http://127.0.0.1:\(port)/v1/buckets/\(bucket)"
        url = bucketURL + "/collections/articles/"
        let secret = Data("anna:#s3cret".utf8).base64EncodedString()
        fields = ["Authorization": "Basic \(secret)"]
        for url in [bucketURL, bucketURL + "/collections/articles"] {
            try await ServerClient.send(.put, url, headers: fields)
        }
    }

    /// Sends a request about a record, and returns the body of the response.
    @discardableResult
    package func send(
        _ method: ResourceRequest.Method, _ identifier: String, json: String? = nil
    ) async throws -> String {
        try await ServerClient.send(
            method, url + "records/" + identifier, headers: fields, json: json)
    }
}
