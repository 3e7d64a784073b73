/// One step of a ``PayloadPath``.
///
/// ```swift
/// PayloadPath([.key("articles"), .key("a.b")]).description  // articles.a\.b
/// ```
public struct PayloadPathComponent: Sendable, Hashable {
    /// The key of the member to step to.
    public let key: String
    /// The UTF-8 of the key, as the tape compares it.
    package let utf8: [UInt8]

    private init(key: String) {
        self.key = key
        utf8 = Array(key.utf8)
    }

    /// A step from an object to the value of a member.
    ///
    /// - Parameter key: Any text, without escapes.
    /// - Returns: The step.
    public static func key(_ key: String) -> PayloadPathComponent {
        PayloadPathComponent(key: key)
    }

    /// Keys are equal when their bytes are, as in a payload; accents are not normalised.
    public static func == (left: Self, right: Self) -> Bool { left.utf8 == right.utf8 }

    /// Hashes the bytes of the key.
    public func hash(into hasher: inout Hasher) { hasher.combine(utf8) }
}

extension PayloadPathComponent: CustomStringConvertible {
    /// The step as ``PayloadPath`` reads it, escaped where needed.
    public var description: String {
        guard let first = key.unicodeScalars.first else { return "\"\"" }
        var text = first == "@" || first == "\"" ? "\\" : ""
        for scalar in key.unicodeScalars {
            if PayloadPathReader.special.contains(scalar) { text.append("\\") }
            text.unicodeScalars.append(scalar)
        }
        return text
    }
}
