/// The reason why a request has no response, or a response no complete body.
///
/// ```swift
/// do {
///     show(try await transport.send(request))
/// } catch where error.kind == .unknownHost {
///     showOffline()
/// } catch where error.stage == .notSent {
///     queue.append(request)          // the server has seen nothing of it
/// }
/// ```
public struct TransportError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The kind of failure.
    public let kind: Kind
    /// The progress of the request when it failed.
    public let stage: Stage
    /// The expectation, the finding, and advice; without values of header fields.
    public let message: String

    /// The kinds of failure.
    public enum Kind: Sendable, Hashable {
        /// There is no connection to the server or the proxy.
        case connect
        /// The name of the host has no address.
        case unknownHost
        /// TLS could not be established, or the certificate is not trusted.
        case tls
        /// A limit of time was exceeded.
        case timedOut(Phase)
        /// The connection ended before the response was complete.
        case reset
        /// The body is shorter than announced, or lacks its end.
        case incompleteBody
        /// The body does not have the coding that its header field names, or expands to more than
        /// 200 times its size.
        case undecodableBody
        /// The body has a coding other than `gzip`, `deflate` and `identity`.
        case unsupportedCoding
        /// The header fields of the response have more bytes than the limit.
        case headersTooLarge
        /// The body has more bytes than the limit.
        case bodyTooLarge
        /// The response violates HTTP.
        case invalidResponse
        /// A header field of the request cannot be sent; the value is its name.
        case invalidField(String)
        /// The URL is not an absolute one of HTTP, or has user information.
        case invalidURL
        /// The body of the request could not be read, or differs from its length.
        case unreadableBody
        /// The task was cancelled, or the transport was released.
        case cancelled
        /// The transport itself failed.
        case failed
    }

    /// The phases that have a limit of time.
    public enum Phase: String, Sendable, Hashable, Codable {
        /// The look-up of the name, the connection, and TLS.
        case connect
        /// The time without any byte from or to the server.
        case idle
        /// The time until the deadline.
        case total
    }

    /// The progress of a request.
    public enum Stage: Sendable, Hashable {
        /// Nothing was sent, so the request can be repeated.
        case notSent
        /// At least a part was sent; the server may have processed the request.
        case sent
        /// The header fields of the response are complete, and some bytes of its body, before
        /// decoding, have been received.
        case receiving(bytes: Int)
    }

    /// Creates an error.
    ///
    /// - Parameters:
    ///   - kind: The kind of failure.
    ///   - stage: The progress of the request.
    ///   - message: The expectation, the finding, and advice.
    public init(_ kind: Kind, _ stage: Stage, _ message: String) {
        self.kind = kind
        self.stage = stage
        self.message = message
    }

    /// The error of a cancelled task.
    package static func cancelled(_ stage: Stage) -> TransportError {
        TransportError(.cancelled, stage, "the request was cancelled")
    }

    /// The kind, the progress, and the message.
    ///
    /// `timedOut(idle), request sent: no byte has arrived for 60.0 seconds`
    public var description: String { "\(kind), \(stage): \(message)" }
}

extension TransportError.Kind: CustomStringConvertible {
    /// The name of the kind, with the phase or the name of the field.
    public var description: String {
        switch self {
        case .connect: "connect"
        case .unknownHost: "unknownHost"
        case .tls: "tls"
        case .timedOut(let phase): "timedOut(\(phase.rawValue))"
        case .reset: "reset"
        case .incompleteBody: "incompleteBody"
        case .undecodableBody: "undecodableBody"
        case .unsupportedCoding: "unsupportedCoding"
        case .headersTooLarge: "headersTooLarge"
        case .bodyTooLarge: "bodyTooLarge"
        case .invalidResponse: "invalidResponse"
        case .invalidField(let name): "invalidField(\(name.debugDescription))"
        case .invalidURL: "invalidURL"
        case .unreadableBody: "unreadableBody"
        case .cancelled: "cancelled"
        case .failed: "failed"
        }
    }
}

extension TransportError.Stage: CustomStringConvertible {
    /// The progress in words.
    public var description: String {
        switch self {
        case .notSent: "nothing sent"
        case .sent: "request sent"
        case .receiving(let bytes): "\(bytes) bytes received"
        }
    }
}
