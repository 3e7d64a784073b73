public import HTTPValues
public import ObjectGraph

/// An error of a request: before it was sent, of its response, or of its treatment.
///
/// ```swift
/// do {
///     try await manager.load("articles")
/// } catch RemoteError.Code.failedStatus {
///     show("the list cannot be loaded")
/// }
/// ```
///
/// The text begins with the status, if there is one. Credentials, and the values of query
/// parameters that are not known to be harmless, are not part of an error.
public struct RemoteError: CausedError, Sendable, CustomStringConvertible {
    /// The greatest number of bytes of a body that an error keeps.
    public static let bodyLimit = 64 * 1024
    /// The greatest number of bytes of a body in the text of an error.
    static let excerptLimit = 4 * 1024

    /// The kind of the failure.
    public let code: Code
    /// A message with the expected state, the actual state, and the remedy.
    public let message: String
    /// The method of the request; `nil` if there was none yet.
    public package(set) var method: ResourceRequest.Method?
    /// The URL of the request, with secret parameters replaced; `nil` before it is known.
    public private(set) var url: String?
    /// The URL of the request as texts show it.
    private var shownURL: String?
    /// The status of the response; `nil` if there was none.
    public package(set) var status: Int?
    /// The header fields of the response; values of secret fields are replaced.
    public package(set) var fields: [(name: String, value: String)] = []
    /// The beginning of the response's body, at most ``bodyLimit``.
    public package(set) var body: [UInt8] = []
    /// The content of the response's body, if it was understood.
    public package(set) var content: ErrorContent = .plain
    /// The sendings of the request, in order.
    public package(set) var attempts: [Attempt] = []
    /// The time in the response's `Retry-After`; `nil` without the field.
    public package(set) var retryAfter: Duration?
    /// The page that could not be loaded; `nil` if the request is not for a page, or if it is
    /// unknown how to request the page.
    public package(set) var page: PagePosition?
    /// The underlying error, if any.
    public package(set) var cause: (any Error)?

    /// One sending of a request.
    public struct Attempt: Sendable, Hashable {
        /// The status of the response; `nil` if there was none.
        public let status: Int?
        /// The failure in words; `nil` if there was a response.
        public let failure: String?
        /// The time from the sending to the end of the attempt.
        public let duration: Duration

        package init(status: Int? = nil, failure: String? = nil, duration: Duration) {
            (self.status, self.failure, self.duration) = (status, failure, duration)
        }
    }

    /// Notes the request.
    package mutating func note(
        _ method: ResourceRequest.Method, _ url: String, _ secrets: Secrets
    ) {
        self.method = method
        self.url = secrets.hidingSecrets(of: url)
        shownURL = secrets.hiding(url)
    }

    package init(_ code: Code, _ message: String, cause: (any Error)? = nil) {
        self.code = code
        self.message = message
        self.cause = cause
    }

    /// The error of a cancelled task.
    package static var cancelled: RemoteError {
        RemoteError(.cancelled, "the request was cancelled; nothing was changed")
    }

    /// The problem details of the response; `nil` if there are none.
    public var problem: ProblemDetails? {
        if case .problem(let problem) = content { problem } else { nil }
    }

    /// The kinds of failures; new ones may be added.
    public struct Code: Sendable, Hashable, CustomStringConvertible {
        /// A short name of the kind.
        public let description: String

        /// There is no route for the request.
        public static let missingRoute = Code(description: "missingRoute")
        /// An argument of a path is missing or cannot be part of a path.
        public static let invalidArgument = Code(description: "invalidArgument")
        /// A path, a query or a header field cannot be sent.
        public static let invalidRequest = Code(description: "invalidRequest")
        /// The object cannot be written.
        public static let unwritableObject = Code(description: "unwritableObject")
        /// The status reports a failure.
        public static let failedStatus = Code(description: "failedStatus")
        /// The status is outside of 200 to 599.
        public static let invalidResponse = Code(description: "invalidResponse")
        /// The response is partial, although the whole resource was requested.
        public static let unexpectedPartialContent = Code(description: "unexpectedPartialContent")
        /// No descriptor applies to a successful response.
        public static let noDescriptor = Code(description: "noDescriptor")
        /// No format can read the content type of the response.
        public static let unsupportedType = Code(description: "unsupportedType")
        /// The response has a character encoding other than UTF-8.
        public static let unsupportedCharset = Code(description: "unsupportedCharset")
        /// The body violates its format.
        public static let unreadableBody = Code(description: "unreadableBody")

        /// No complete response arrived; the cause is a `TransportError`.
        public static let failedTransfer = Code(description: "failedTransfer")
        /// A limit of time was exceeded; the cause is a `TransportError`.
        public static let timedOut = Code(description: "timedOut")
        /// The task was cancelled, in any phase.
        public static let cancelled = Code(description: "cancelled")
        /// An earlier response requires to wait longer than allowed.
        public static let paused = Code(description: "paused")
        /// The URL has no TLS, which its host demands.
        public static let cleartext = Code(description: "cleartext")
        /// A redirect leads from https to http.
        public static let insecureRedirect = Code(description: "insecureRedirect")
        /// A redirect leads to something other than a URL of HTTP.
        public static let invalidRedirect = Code(description: "invalidRedirect")
        /// A redirect leads back to a URL of the chain, or the chain is too long.
        public static let redirectLoop = Code(description: "redirectLoop")
        /// A redirect would send the body to a different origin.
        public static let redirectedBody = Code(description: "redirectedBody")
        /// The request has to be sent again, but its body can be read only once.
        public static let bodyNotReplayable = Code(description: "bodyNotReplayable")
        /// There is no credential, but the server demands one.
        public static let missingCredential = Code(description: "missingCredential")
        /// The server rejects the credential.
        public static let unauthorized = Code(description: "unauthorized")
        /// The credential was rejected, and could not be refreshed.
        public static let failedRefresh = Code(description: "failedRefresh")
        /// The edit of the outbox belongs to a different user than the credential.
        public static let otherUser = Code(description: "otherUser")
        /// The outbox could not be read or saved, or an entry is not in the expected state.
        public static let failedOutbox = Code(description: "failedOutbox")
        /// The object of the request does not exist.
        public static let missingObject = Code(description: "missingObject")
        /// The URL of the next page was requested before.
        public static let pageLoop = Code(description: "pageLoop")
        /// There are more pages than the limit.
        public static let pageLimit = Code(description: "pageLimit")
        /// The origin of the next page differs from the server's.
        public static let otherOrigin = Code(description: "otherOrigin")
        /// The response does not identify the next page as expected.
        public static let invalidPage = Code(description: "invalidPage")
        /// The responses are for different users.
        public static let otherIdentity = Code(description: "otherIdentity")
        /// The response could not be mapped or saved; the cause is the error of that.
        public static let failedMapping = Code(description: "failedMapping")

        /// Tests whether an error has this code, for use in `catch` patterns.
        ///
        /// - Parameters:
        ///   - code: The code.
        ///   - error: Any error.
        /// - Returns: `true` if the error is a ``RemoteError`` with this code.
        public static func ~= (code: Code, error: any Error) -> Bool {
            (error as? RemoteError)?.code == code
        }
    }
}

/// Texts.
extension RemoteError {
    /// The status, the code, the request, the message, the content of the body, and the attempts
    /// if there were several.
    public var description: String { text(content: contentText) }

    /// The description without the content of the body.
    package var descriptionWithoutBody: String { text(content: "") }

    private func text(content: String) -> String {
        let request = [method?.rawValue, shownURL].compactMap(\.self).joined(separator: " ")
        let head = [status.map { "\($0)" }, "\(code)"].compactMap(\.self).joined(separator: " ")
        let waiting =
            retryAfter.map { "; the server asks to wait \($0.components.seconds) s" } ?? ""
        return head + (request.isEmpty ? "" : " (\(request))") + ": " + message + waiting
            + content + (attempts.count > 1 ? attemptLines.map { "\n- \($0)" }.joined() : "")
    }

    /// A line for each outcome with the times of the attempts that had it one after the other.
    ///
    /// If all attempts had the outcome of the message, it is not repeated.
    private var attemptLines: [String] {
        var lines: [(outcome: String, times: [String])] = []
        for attempt in attempts {
            if lines.last?.outcome != attempt.outcome { lines.append((attempt.outcome, [])) }
            lines[lines.count - 1].times.append(attempt.time)
        }
        let isKnown = attempts.allSatisfy { $0.status == status } && status != nil
        if lines.count == 1, isKnown || message.contains(lines[0].outcome) {
            return ["the attempts took \(lines[0].times.joined(separator: ", "))"]
        }
        return lines.map { "\($0.outcome) (\($0.times.joined(separator: ", ")))" }
    }

    private var contentText: String {
        switch content {
        case .problem(let problem): "\n\(problem)"
        case .values(let values): Self.lines(values.prefix(6).map { "\($0)" }, values.count)
        case .errors(let errors): Self.lines(errors.prefix(6).map { "\($0)" }, errors.count)
        case .plain: body.isEmpty ? "" : "\n" + excerpt
        }
    }

    private static func lines(_ texts: [String], _ count: Int) -> String {
        "\n" + TextLines(texts.map { String($0.prefix(500)) }, of: count).bulleted
    }

    /// The beginning of the body as text; control characters are left out.
    private var excerpt: String {
        let text = String(decoding: body.prefix(Self.excerptLimit), as: UTF8.self)
        let scalars = text.unicodeScalars.filter {
            $0 == "\n" || $0.properties.generalCategory != .control
        }
        return String(String.UnicodeScalarView(scalars))
    }
}

extension RemoteError.Attempt: CustomStringConvertible {
    /// The status or the failure, and the time in milliseconds.
    public var description: String { "\(outcome) (\(time))" }

    fileprivate var outcome: String { status.map { "\($0)" } ?? failure ?? "no response" }

    fileprivate var time: String { "\(Int64((duration / .milliseconds(1)).rounded())) ms" }
}

extension RemoteError: CustomReflectable {
    /// The code, the request and the status.
    public var customMirror: Mirror {
        Mirror(
            self,
            children: [
                "code": code, "method": method as Any, "url": shownURL as Any,
                "status": status as Any, "body": "\(body.count) bytes", "attempts": attempts,
                "cause": cause as Any,
            ])
    }
}
