/// The decoded components of a path relative to a base.
package struct PathComponents: Sendable, Hashable {
    /// The decoded texts between slashes; `nil` for invalid UTF-8, which matches nothing.
    package let texts: [String?]

    /// Splits and decodes a path without a query.
    package init(_ path: String) { self.init(parts: Self.parts(of: path)) }

    /// Decodes the texts between slashes.
    package init(parts: [Substring]) { texts = parts.map { PercentEncoding.decoded(String($0)) } }

    /// Returns the texts between the slashes of a path; a leading slash has no meaning.
    ///
    /// A slash separates even before a combining character, which a search for characters misses.
    package static func parts(of path: String) -> [Substring] {
        let slash = UInt8(ascii: "/")
        let rest = path.utf8.first == slash ? path.utf8.dropFirst() : path.utf8[...]
        guard !rest.isEmpty else { return [] }
        return rest.split(separator: slash, omittingEmptySubsequences: false).map { Substring($0) }
    }
}
