/// A MIME type with optional wildcards: `application/json`, `application/*+json`, `text/*`.
///
/// An asterisk matches any number of characters. Case and parameters are ignored: `Text/JSON;
/// charset=utf-8` equals `text/json`.
///
/// ```swift
/// let pattern: MIMETypePattern = "application/*+json"
/// pattern.matches("application/vnd.api+json; charset=utf-8")   // true
/// ```
public struct MIMETypePattern: Sendable, Hashable {
    /// The pattern in lower case, without parameters.
    public let text: String

    /// Creates a pattern; parameters and surrounding white space are dropped.
    ///
    /// - Parameter text: A MIME type, with or without asterisks.
    public init(_ text: String) {
        self.text = MIMETypePattern.essence(of: text)
    }

    /// Indicates whether the pattern has no wildcards.
    public var isExact: Bool { !text.utf8.contains(UInt8(ascii: "*")) }

    /// Tests whether the pattern matches a MIME type.
    ///
    /// - Parameter mimeType: A MIME type as sent by a server, including parameters.
    /// - Returns: `true` if the pattern matches.
    /// - Complexity: O(length of the pattern × length of the type) in the worst case.
    public func matches(_ mimeType: String) -> Bool {
        let pattern = Array(text.utf8)
        let type = Array(MIMETypePattern.essence(of: mimeType).utf8)
        var (index, offset) = (0, 0)
        var star: (index: Int, offset: Int)?
        while offset < type.count {
            if index < pattern.count, pattern[index] == UInt8(ascii: "*") {
                index += 1
                star = (index, offset)
            } else if index < pattern.count, pattern[index] == type[offset] {
                index += 1
                offset += 1
            } else if let last = star {
                // Backtrack: the last asterisk matches one more character.
                star = (last.index, last.offset + 1)
                (index, offset) = (last.index, last.offset + 1)
            } else {
                return false
            }
        }
        return pattern[index...].allSatisfy { $0 == UInt8(ascii: "*") }
    }

    /// Returns a MIME type in lower case, without parameters and surrounding white space.
    private static func essence(of mimeType: String) -> String {
        let type = mimeType.utf8.prefix { $0 != UInt8(ascii: ";") }
        let isSpace = { (byte: UInt8) in byte == 0x20 || byte == 0x09 }
        let end = type.lastIndex { !isSpace($0) }.map(type.index(after:)) ?? type.startIndex
        return String(Substring(type[..<end].drop(while: isSpace))).lowercased()
    }
}

extension MIMETypePattern: ExpressibleByStringLiteral, CustomStringConvertible {
    /// Creates a pattern from a literal.
    public init(stringLiteral text: String) { self.init(text) }

    /// The text of the pattern.
    public var description: String { text }
}
