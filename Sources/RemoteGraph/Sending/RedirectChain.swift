import HTTPValues
import RemotePlanning

/// The requests of a chain of redirects.
///
/// | status | method of the next request |
/// |---|---|
/// | 301, 302 | GET instead of POST |
/// | 303 | GET, unless it was HEAD |
/// | 307, 308 | the same, with the body |
///
/// A different origin gets no credentials, and no body unless the options allow it. A request with
/// TLS is never followed by a request without.
///
/// Source: RFC 9110, section 15.4.
struct RedirectChain {
    private(set) var request: TransportRequest
    private let rules: SendingRules
    private let options: RemoteOptions
    private let isSecret: (String) -> Bool
    private var keys: Set<RequestKey>

    init(
        _ request: TransportRequest, _ options: RemoteOptions,
        isSecret: @escaping (String) -> Bool
    ) {
        self.request = request
        self.options = options
        self.isSecret = isSecret
        rules = SendingRules(cleartextHosts: options.cleartextHosts)
        keys = [RequestKey(request.method, request.url)]
    }

    /// Advances to the next request; returns `false` if the response is not a redirect.
    mutating func follow(_ response: TransportResponse) throws(RemoteError) -> Bool {
        guard [301, 302, 303, 307, 308].contains(response.status),
            let location = response.headers.values(of: "Location").first
        else { return false }
        let url = try target(location)
        var next = request
        next.url = url
        let becomesGet =
            response.status == 303
            ? request.method != .head : response.status < 303 && request.method == .post
        if becomesGet {
            next.method = .get
            next.body = nil
            for name in ["Content-Type", "Content-Encoding", "Content-Language"] {
                next.headers[name] = nil
            }
        }
        if Origin(url) != Origin(request.url) { try leaveOrigin(&next) }
        guard next.body?.isReplayable != false else {
            throw RemoteError(
                .bodyNotReplayable,
                "the response \(response.status) demands the body once more, which can be read "
                    + "only once; use bytes or a file")
        }
        guard keys.insert(RequestKey(next.method, next.url)).inserted else {
            throw RemoteError(.redirectLoop, "a redirect leads to a URL that was requested before")
        }
        guard keys.count <= options.redirectLimit + 1 else {
            throw RemoteError(
                .redirectLoop,
                "there are more than \(options.redirectLimit) redirects; raise the "
                    + "redirectLimit of the options, or ask for the final URL")
        }
        request = next
        return true
    }

    /// Resolves a location, and checks it.
    private func target(_ location: String) throws(RemoteError) -> String {
        var reference = URLReference(location).resolved(against: URLReference(request.url))
        reference.fragment = nil
        let url = reference.description
        guard let origin = Origin(url) else {
            throw RemoteError(
                .invalidRedirect,
                "expected a redirect to a URL with the scheme http or https, a host and no user "
                    + "information, found another one")
        }
        guard origin.scheme == "https" || Origin(request.url)?.scheme != "https" else {
            throw RemoteError(
                .insecureRedirect,
                "a redirect leads from https to http at '\(origin.host)'; let the server redirect "
                    + "to https")
        }
        try rules.check(url)
        return url
    }

    private func leaveOrigin(_ next: inout TransportRequest) throws(RemoteError) {
        for field in next.headers.fields where isSecret(field.name) {
            next.headers[field.name] = nil
        }
        guard next.body == nil || options.sendsBodiesToOtherOrigins else {
            throw RemoteError(
                .redirectedBody,
                "a redirect leads to another origin, which would get the body; allow that by "
                    + "sendsBodiesToOtherOrigins of the options")
        }
    }
}
