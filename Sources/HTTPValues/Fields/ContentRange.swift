/// The field `Content-Range` of a response with a part of a resource, or with none of it.
///
/// Source: RFC 9110, section 14.4.
package struct ContentRange: Sendable, Hashable {
    /// The offsets of the bytes; `nil` if the requested range is not satisfiable.
    package let bytes: Range<Int>?
    /// The number of bytes of the whole resource; `nil` if unknown.
    package let length: Int?

    /// Parses `bytes 10-99/1000`, `bytes 10-99/*` or `bytes */1000`; `nil` for anything else.
    package init?(_ field: String) {
        let parts = field.split(separator: " ", omittingEmptySubsequences: false)
        guard parts.count == 2, parts[0].lowercased() == "bytes" else { return nil }
        let sides = parts[1].split(separator: "/", omittingEmptySubsequences: false)
        guard sides.count == 2 else { return nil }
        length = Self.number(sides[1])
        guard length != nil || sides[1] == "*" else { return nil }
        guard sides[0] != "*" else {
            bytes = nil
            guard length != nil else { return nil }
            return
        }
        let ends = sides[0].split(separator: "-", omittingEmptySubsequences: false)
        guard ends.count == 2, let first = Self.number(ends[0]), let last = Self.number(ends[1]),
            first <= last, last < length ?? .max
        else { return nil }
        bytes = first..<(last + 1)
    }

    private static func number(_ text: Substring) -> Int? {
        text.utf8.allSatisfy { 0x30...0x39 ~= $0 } ? Int(text) : nil
    }
}
