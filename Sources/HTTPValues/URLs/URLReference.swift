/// The parts of a URL, or of a reference to one, without interpretation.
///
/// Every text has parts; a part that is `nil` is absent, which differs from an empty one.
///
/// Source: RFC 3986, sections 3 and 4, and the expression in appendix B.
package struct URLReference: Sendable, Hashable {
    /// The scheme as written, such as `https`.
    package var scheme: String?
    /// The user information, host and port as written.
    package var authority: String?
    /// The path, with escapes.
    package var path: String
    /// The query without its question mark, with escapes.
    package var query: String?
    /// The fragment without its number sign.
    package var fragment: String?

    /// Splits a text into parts.
    ///
    /// Characters outside ASCII, spaces and control characters are escaped first, so that all
    /// parsers of URLs find the same parts.
    package init(_ text: String) {
        let text = PercentEncoding.printable(text)
        var rest = text[...]
        if let mark = rest.firstIndex(of: "#") {
            fragment = String(rest[rest.index(after: mark)...])
            rest = rest[..<mark]
        }
        if let mark = rest.firstIndex(of: "?") {
            query = String(rest[rest.index(after: mark)...])
            rest = rest[..<mark]
        }
        if let colon = rest.firstIndex(of: ":"), Self.isScheme(rest[..<colon]) {
            scheme = String(rest[..<colon])
            rest = rest[rest.index(after: colon)...]
        }
        if rest.hasPrefix("//") {
            let authority = rest.dropFirst(2).prefix { $0 != "/" }
            self.authority = String(authority)
            rest = rest[authority.endIndex...]
        }
        path = String(rest)
    }

    private static func isScheme(_ text: Substring) -> Bool {
        guard let first = text.first, first.isASCII, first.isLetter else { return false }
        return text.allSatisfy {
            $0.isASCII && ($0.isLetter || $0.isNumber || "+-.".contains($0))
        }
    }

    /// The authority without user information.
    package var hostAndPort: Substring? {
        guard let authority else { return nil }
        let mark = authority.lastIndex(of: "@")
        return authority[(mark.map(authority.index(after:)) ?? authority.startIndex)...]
    }

    /// Indicates whether the authority contains a user name or a password.
    package var hasUserInformation: Bool { authority?.contains("@") ?? false }
}

extension URLReference: CustomStringConvertible {
    /// The text of the reference, as parsed, but with invalid characters escaped.
    ///
    /// Source: RFC 3986, section 5.3.
    package var description: String {
        (scheme.map { $0 + ":" } ?? "") + (authority.map { "//" + $0 } ?? "") + path
            + (query.map { "?" + $0 } ?? "") + (fragment.map { "#" + $0 } ?? "")
    }
}

/// Resolving relative references.
extension URLReference {
    /// Returns the target of the reference in a document with a URL.
    ///
    /// Escapes are kept as they are.
    ///
    /// - Parameter base: The URL of the document, which has a scheme.
    /// - Returns: The target, which has a scheme.
    ///
    /// Source: RFC 3986, section 5.2.2, strict.
    package func resolved(against base: URLReference) -> URLReference {
        var target = self
        target.path = Self.withoutDotSegments(path)
        if scheme != nil { return target }
        target.scheme = base.scheme
        if authority != nil { return target }
        target.authority = base.authority
        if path.isEmpty {
            target.path = base.path
            target.query = query ?? base.query
        } else if !path.hasPrefix("/") {
            target.path = Self.withoutDotSegments(Self.merge(path, into: base))
        }
        return target
    }

    /// Source: RFC 3986, section 5.2.3.
    private static func merge(_ path: String, into base: URLReference) -> String {
        if base.authority != nil, base.path.isEmpty { return "/" + path }
        guard let slash = base.path.lastIndex(of: "/") else { return path }
        return base.path[...slash] + path
    }

    /// Removes the segments `.` and `..`.
    ///
    /// Source: RFC 3986, section 5.2.4, for paths that begin with a slash; relative paths lose the
    /// same segments only.
    static func withoutDotSegments(_ path: String) -> String {
        let isAbsolute = path.hasPrefix("/")
        let segments = path.split(separator: "/", omittingEmptySubsequences: false)
            .dropFirst(isAbsolute ? 1 : 0)
        var kept: [Substring] = []
        for (index, segment) in zip(segments.indices, segments) {
            let isLast = index == segments.endIndex - 1
            switch segment {
            case ".": if isLast { kept.append("") }
            case "..":
                _ = kept.popLast()
                if isLast { kept.append("") }
            default: kept.append(segment)
            }
        }
        return (isAbsolute ? "/" : "") + kept.joined(separator: "/")
    }
}

/// Comparing URLs.
extension URLReference {
    /// The same URL in normal form, without user information and fragment.
    ///
    /// Scheme and host are in lower case, a default port and dot segments are removed, an empty
    /// path is a slash, and escapes are normal.
    ///
    /// Source: RFC 3986, sections 6.2.2 and 6.2.3; RFC 9110, section 4.2.3.
    package var normalized: URLReference {
        var normal = self
        normal.fragment = nil
        normal.scheme = scheme?.lowercased()
        normal.authority = Origin(self)?.authority ?? hostAndPort.map { $0.lowercased() }
        let path = Self.withoutDotSegments(PercentEncoding.normalized(path))
        normal.path = path.isEmpty && authority != nil ? "/" : path
        normal.query = query.map(PercentEncoding.normalized)
        return normal
    }
}
