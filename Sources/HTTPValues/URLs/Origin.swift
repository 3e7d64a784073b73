/// The scheme, the host and the port of a server, which determine where credentials may be sent.
///
/// ```swift
/// Origin("HTTPS://Example.com:443/api") == Origin("https://example.com")   // true
/// ```
///
/// Source: RFC 9110, section 4.3.1.
public struct Origin: Sendable, Hashable, CustomStringConvertible {
    /// The scheme in lower case: `http` or `https`.
    public let scheme: String
    /// The host in lower case, with its brackets if it is an IPv6 address.
    public let host: String
    /// The port, from 1 to 65535.
    public let port: Int

    /// Creates the origin of a URL.
    ///
    /// - Parameter url: A URL with the scheme `http` or `https`; its path, query and fragment are
    ///   ignored. The result is `nil` for any other text, for a host with characters outside ASCII
    ///   or with escapes, and for a URL with user information (RFC 9110, section 4.2.4).
    public init?(_ url: String) { self.init(URLReference(url)) }

    package init?(_ url: URLReference) {
        guard let scheme = url.scheme?.lowercased(), let authority = url.authority,
            let standard = Self.standardPort(of: scheme)
        else { return nil }
        var host = authority[...]
        var port = standard
        if let colon = authority.lastIndex(of: ":"), !authority[colon...].contains("]") {
            host = authority[..<colon]
            let digits = authority[authority.index(after: colon)...]
            guard digits.isEmpty || digits.allSatisfy({ ("0"..."9").contains($0) }),
                let number = digits.isEmpty ? standard : Int(digits), (1...65535).contains(number)
            else { return nil }
            port = number
        }
        let isAddress = host.hasPrefix("[") && host.hasSuffix("]")
        guard !host.isEmpty, host.unicodeScalars.allSatisfy(Self.isAllowed),
            isAddress || !host.contains(where: { ":[]".contains($0) })
        else { return nil }
        self.scheme = scheme
        self.host = host.lowercased()
        self.port = port
    }

    private static func standardPort(of scheme: String) -> Int? {
        switch scheme {
        case "http": 80
        case "https": 443
        default: nil
        }
    }

    /// Tests for a character of a name, or of an address in brackets.
    private static func isAllowed(_ character: Unicode.Scalar) -> Bool {
        switch character {
        case "a"..."z", "A"..."Z", "0"..."9", "-", ".", "_", "~", ":", "[", "]": true
        default: false
        }
    }

    /// The host, and the port unless it is the scheme's default.
    var authority: String {
        port == Self.standardPort(of: scheme) ? host : "\(host):\(port)"
    }

    /// The origin as the beginning of URLs, without a slash: `https://example.com:8443`.
    public var description: String { "\(scheme)://\(authority)" }
}
