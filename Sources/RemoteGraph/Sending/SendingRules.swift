import HTTPValues
import RemotePlanning

/// The checks of a URL before a request is sent to it.
struct SendingRules: Sendable {
    let cleartextHosts: Set<String>

    /// Throws unless a URL is one of HTTP, with TLS if its host demands that.
    func check(_ url: String) throws(RemoteError) {
        guard let origin = Origin(url) else {
            throw RemoteError(
                .invalidRequest,
                "expected a URL with the scheme http or https, a host and no user information")
        }
        guard
            origin.scheme == "https" || Self.isLoopback(origin.host)
                || cleartextHosts.contains(origin.host)
        else {
            throw RemoteError(
                .cleartext,
                "the host '\(origin.host)' is requested without TLS; use https, or add the host "
                    + "to the cleartextHosts of the options")
        }
    }

    /// Source: RFC 1122, section 3.2.1.3; RFC 4291, section 2.5.3; RFC 6761, section 6.3.
    private static func isLoopback(_ host: String) -> Bool {
        if host == "localhost" || host.hasSuffix(".localhost") || host == "[::1]" { return true }
        let parts = host.split(separator: ".", omittingEmptySubsequences: false)
        return parts.count == 4 && parts[0] == "127" && parts.allSatisfy { UInt8($0) != nil }
    }
}
