public import Foundation
public import HTTPValues
public import RemoteGraph

/// Requests and their responses.
///
/// They are recorded by a ``RecordingTransport`` and replayed by a ``RecordedTransport``.
///
/// As a file, it has one JSON object per line:
///
/// ```text
/// {"request":{"method":"GET","url":"https://example.com/a","headers":[["Accept","*/*"]]},
///  "response":{"status":200,"version":"HTTP/1.1","headers":[["ETag","\"1\""]],"body":"{}"}}
/// ```
///
/// Bodies that are not UTF-8 have the key `base64` instead of `body`. A failure has the key `error`
/// in addition to `response`, or instead of it.
public struct Recording: Sendable, Hashable {
    /// The exchanges, in the order of their requests.
    public internal(set) var exchanges: [Exchange] = []

    /// A request and its outcome.
    public struct Exchange: Sendable, Hashable {
        /// The method.
        public internal(set) var method: ResourceRequest.Method
        /// The URL, without secrets.
        public internal(set) var url: String
        /// The header fields of the request, without secrets.
        public internal(set) var headers: HeaderFields
        /// The body of the request, without secrets.
        public internal(set) var body: [UInt8]
        /// The response, if any.
        public internal(set) var response: Response?
        /// The error instead of the response, or at the end of its body.
        public internal(set) var error: TransportError?
    }

    /// A response with its body.
    public struct Response: Sendable, Hashable {
        /// The status.
        public internal(set) var status: Int
        /// The version of HTTP.
        public internal(set) var version: TransportResponse.Version
        /// The header fields, without secrets.
        public internal(set) var headers: HeaderFields
        /// The decoded body, without secrets.
        public internal(set) var body: [UInt8] = []
    }

    /// Reads a recording from a file.
    ///
    /// - Parameter path: The path of the file.
    /// - Throws: ``RecordingError`` with the line of the fault, or an error of the file system.
    public init(_ path: String) throws {
        try self.init(lines: [UInt8](Data(contentsOf: URL(fileURLWithPath: path))))
    }

    /// Writes the recording to a file, replacing it.
    ///
    /// - Parameter path: The path of the file.
    /// - Throws: An error of the file system.
    public func write(to path: String) throws {
        try Data(lines).write(to: URL(fileURLWithPath: path))
    }

    init() {}
}

/// An error of a recording.
public struct RecordingError: Error, Sendable, Hashable, CustomStringConvertible, LocalizedError {
    /// The expectation, the finding, and advice.
    public let description: String

    /// The same as ``description``.
    public var errorDescription: String? { description }

    init(_ description: String) {
        self.description = description
    }
}
