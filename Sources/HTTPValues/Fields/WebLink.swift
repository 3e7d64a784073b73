/// A link in a field `Link` of a response.
///
/// ```swift
/// let links = WebLink.links(in: [#"<?page=2>; rel="next", </last>; rel=last"#])
/// WebLink.target("next", in: links, of: "https://example.com/articles")
///     // https://example.com/articles?page=2
/// ```
///
/// Source: RFC 8288, section 3.
public struct WebLink: Sendable, Hashable {
    /// The target as written: a URL or a relative reference.
    public let target: String
    /// The kinds of the relation in lower case: `next`, `prev`.
    public let relations: [String]
    /// The context of the link as written; `nil` for the requested resource.
    public let anchor: String?

    /// Reads the values of fields.
    ///
    /// The value ends where it violates the grammar; the links before that are returned.
    ///
    /// - Parameter values: The values of all fields `Link`, in order.
    /// - Returns: The links with a relation, in order.
    /// - Complexity: O(bytes).
    public static func links(in values: [String]) -> [WebLink] {
        values.flatMap { value in
            var reader = WebLinkReader(value)
            return reader.links()
        }
    }

    /// Returns the target of the first link with a relation that begins at the requested resource.
    ///
    /// - Parameters:
    ///   - relation: The relation, such as `next`; its case is insignificant.
    ///   - links: The links.
    ///   - url: The URL of the request.
    /// - Returns: The resolved URL; `nil` if there is no such link.
    public static func target(
        _ relation: String, in links: [WebLink], of url: String
    ) -> String? {
        let own = URLReference(url).normalized
        let link = links.first { link in
            link.relations.contains(relation.lowercased())
                && link.anchor.map {
                    URLReference(RemoteURL.resolve($0, against: url)).normalized == own
                } ?? true
        }
        return link.map { RemoteURL.resolve($0.target, against: url) }
    }
}

/// A reader of one field's value.
///
/// Source: RFC 8288, appendix B.2 and B.3.
private struct WebLinkReader {
    private var rest: Substring.UTF8View

    init(_ value: String) { rest = value[...].utf8 }

    mutating func links() -> [WebLink] {
        var links: [WebLink] = []
        repeat {
            skip { Self.isSpace($0) || $0 == UInt8(ascii: ",") }
            guard take("<") else { break }
            let target = text { $0 != UInt8(ascii: ">") }
            guard take(">") else { break }
            var relations: [String]?
            var anchor: String?
            while let (name, value) = parameter() {
                // Of several, the first one counts.
                if name == "rel", relations == nil {
                    relations = value.lowercased().split { " \t".contains($0) }.map(String.init)
                }
                if name == "anchor", anchor == nil { anchor = value }
            }
            if let relations, !relations.isEmpty {
                links.append(WebLink(target: target, relations: relations, anchor: anchor))
            }
            skip(Self.isSpace)
        } while rest.first == UInt8(ascii: ",")
        return links
    }

    /// Reads a semicolon and a parameter; `nil` at the end of the link.
    private mutating func parameter() -> (name: String, value: String)? {
        skip(Self.isSpace)
        guard take(";") else { return nil }
        skip(Self.isSpace)
        let name = text { !Self.isSpace($0) && !"=;,".utf8.contains($0) }.lowercased()
        skip(Self.isSpace)
        guard take("=") else { return (name, "") }
        skip(Self.isSpace)
        if take("\"") { return (name, quoted()) }
        return (name, text { !Self.isSpace($0) && !";,".utf8.contains($0) })
    }

    private mutating func quoted() -> String {
        var bytes: [UInt8] = []
        while let byte = rest.popFirst(), byte != UInt8(ascii: "\"") {
            guard byte == UInt8(ascii: "\\") else {
                bytes.append(byte)
                continue
            }
            if let escaped = rest.popFirst() { bytes.append(escaped) }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    private mutating func text(while isPart: (UInt8) -> Bool) -> String {
        let part = rest.prefix(while: isPart)
        rest = rest[part.endIndex...]
        return String(decoding: part, as: UTF8.self)
    }

    private mutating func take(_ character: Unicode.Scalar) -> Bool {
        guard rest.first == UInt8(ascii: character) else { return false }
        rest.removeFirst()
        return true
    }

    private mutating func skip(_ isSkipped: (UInt8) -> Bool) { rest = rest.drop(while: isSkipped) }

    private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }
}
