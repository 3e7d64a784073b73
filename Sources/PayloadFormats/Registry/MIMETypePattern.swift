/// A MIME type, or many of them: `application/json`, `application/*+json`, `text/*`.
///
/// A star stands for any number of characters. Case and parameters do not matter:
/// `Text/JSON; charset=utf-8` is `text/json`.
///
/// ```swift
/// let pattern: MIMETypePattern = "application/*+json"
/// pattern.matches("application/vnd.api+json; charset=utf-8")   // true
/// ```
public struct MIMETypePattern: Sendable, Hashable {
    /// The pattern in lower case, without parameters.
    public let text: String

    /// Takes a pattern; parameters and white space around it are left out.
    ///
    /// - Parameter text: A MIME type, with or without stars.
    public init(_ text: String) {
        self.text = MIMETypePattern.essence(of: text)
    }

    /// Whether the pattern is one type and no more.
    public var isExact: Bool { !text.utf8.contains(UInt8(ascii: "*")) }

    /// Whether a MIME type is meant by the pattern.
    ///
    /// - Parameter mimeType: A type as a server sends it, parameters included.
    /// - Returns: Whether it matches.
    /// - Complexity: O(length of the pattern × length of the type) at worst.
    public func matches(_ mimeType: String) -> Bool {
        let pattern = Array(text.utf8)
        let type = Array(MIMETypePattern.essence(of: mimeType).utf8)
        var (place, offset) = (0, 0)
        var star: (place: Int, offset: Int)?
        while offset < type.count {
            if place < pattern.count, pattern[place] == UInt8(ascii: "*") {
                place += 1
                star = (place, offset)
            } else if place < pattern.count, pattern[place] == type[offset] {
                place += 1
                offset += 1
            } else if let last = star {
                // The last star takes one character more.
                star = (last.place, last.offset + 1)
                (place, offset) = (last.place, last.offset + 1)
            } else {
                return false
            }
        }
        return pattern[place...].allSatisfy { $0 == UInt8(ascii: "*") }
    }

    /// A type without parameters, in lower case.
    private static func essence(of mimeType: String) -> String {
        let type = mimeType.utf8.prefix { $0 != UInt8(ascii: ";") }
        let isSpace = { (byte: UInt8) in byte == 0x20 || byte == 0x09 }
        let end = type.lastIndex { !isSpace($0) }.map(type.index(after:)) ?? type.startIndex
        return String(Substring(type[..<end].drop(while: isSpace))).lowercased()
    }
}

extension MIMETypePattern: ExpressibleByStringLiteral, CustomStringConvertible {
    /// Takes a pattern from the source code.
    public init(stringLiteral text: String) { self.init(text) }

    /// The pattern.
    public var description: String { text }
}
