public import HTTPValues
public import RemotePlanning

/// An event of a request, or of the credentials of a manager.
///
/// ```swift
/// if case .retrying(let request, let wait) = event { show(request.number, wait) }
/// ```
public enum RemoteEvent: Sendable {
    /// A request.
    public struct Request: Sendable, Hashable {
        /// The number of the request in its manager, from 1.
        public let number: Int
        /// The method.
        public let method: ResourceRequest.Method
        /// The URL; values of secret parameters are replaced.
        public let url: String
    }

    /// A complete response.
    public struct Response: Sendable, Hashable {
        /// The status.
        public let status: Int
        /// The version of HTTP.
        public let version: TransportResponse.Version
        /// The number of bytes of the body, after decoding; of an imported one, before decoding,
        /// and zero if it was cut.
        public let count: Int
        /// The time from the sending to the last byte, with redirects.
        public let duration: Duration
        /// Times and sizes of the transfer; `nil` if the transport has none.
        public let metrics: TransportMetrics?
    }

    /// The progress of a sending.
    public struct Progress: Sendable, Hashable {
        /// The number of bytes of the request's body that the transport has taken.
        public internal(set) var sent: Int
        /// The number of bytes of the request's body; `nil` if it is unknown.
        public let length: Int?
        /// The number of bytes of the response's body, after decoding.
        public internal(set) var received: Int
    }

    /// A request is sent, for the first or a further time; the attempts count from 1.
    case sent(Request, attempt: Int)
    /// A further 64 KiB of a body were sent or received.
    case progressed(Request, Progress)
    /// A response redirects to a URL, where values of secret parameters are replaced.
    case redirected(Request, status: Int, to: String)
    /// A response is complete.
    case received(Request, Response)
    /// A request is sent again after a time.
    case retrying(Request, after: Duration)
    /// A response was applied and saved, in a time that includes waiting for other commits.
    case saved(Request, Duration)
    /// A response has an `ETag` without quotation marks, which is sent back as it came.
    case malformedTag(Request)
    /// A request has ended, with an error if it failed.
    ///
    /// Coalesced requests cause one event.
    case ended(Request, RemoteMetrics, RemoteError?)
    /// A credential cannot be refreshed; requests fail until the provider has a new one.
    case signedOut(RemoteError)
}

extension RemoteEvent: CustomStringConvertible {
    /// The event in one line.
    public var description: String {
        switch self {
        case .sent(let request, let attempt): "\(request): sent, attempt \(attempt)"
        case .progressed(let request, let progress): "\(request): \(progress)"
        case .redirected(let request, let status, let url):
            "\(request): redirected by \(status) to \(url)"
        case .received(let request, let response): "\(request): received \(response)"
        case .retrying(let request, let wait): "\(request): sent again after \(wait)"
        case .saved(let request, let duration): "\(request): saved in \(duration)"
        case .malformedTag(let request): "\(request): the ETag has no quotation marks"
        case .ended(let request, let metrics, nil): "\(request): ended after \(metrics)"
        case .ended(let request, let metrics, let error?):
            "\(request): failed after \(metrics): \(error.descriptionWithoutBody)"
        case .signedOut(let error): "signed out: \(error.descriptionWithoutBody)"
        }
    }
}

extension RemoteEvent.Request: CustomStringConvertible {
    /// The number, the method and the URL.
    public var description: String { "#\(number) \(method.rawValue) \(url)" }
}

extension RemoteEvent.Response: CustomStringConvertible {
    /// The status, the size and the time.
    public var description: String { "\(status), \(count) bytes in \(duration)" }
}

extension RemoteEvent.Progress: CustomStringConvertible {
    /// The numbers of bytes.
    public var description: String {
        "\(sent)\(length.map { " of \($0)" } ?? "") bytes sent, \(received) received"
    }
}
