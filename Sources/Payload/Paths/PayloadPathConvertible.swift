/// A value that names a way through a payload: a ``PayloadPath``, or the text of one.
///
/// Mappings and everything else that is declared take either, literals and variables alike. A text
/// that is no path is kept as the ``PayloadPath/problem`` of the path, which a plan reports with all
/// other mistakes:
///
/// ```swift
/// for (source, attribute) in table { mapping.addAttributeMapping(from: source, to: attribute) }
/// ```
///
/// What reads, such as ``PayloadValue/value(at:)``, takes a ``PayloadPath``: nothing would report the
/// mistake there, but `try PayloadPath(text)` does.
public protocol PayloadPathConvertible: Sendable {
    /// Reads a path; a fault is kept in it.
    ///
    /// - Parameter source: The path.
    /// - Returns: The path, with a ``PayloadPath/problem`` if it cannot be read.
    static func payloadPath(from source: Self) -> PayloadPath
}

extension PayloadPath: PayloadPathConvertible {
    /// The path itself.
    ///
    /// - Parameter source: The path.
    /// - Returns: The same path.
    public static func payloadPath(from source: PayloadPath) -> PayloadPath { source }

    /// Reads whatever names a path; a fault is kept as ``problem``.
    ///
    /// - Parameter source: A path or its text.
    public init<Source: PayloadPathConvertible>(declared source: Source) {
        self = Source.payloadPath(from: source)
    }
}

extension String: PayloadPathConvertible {
    /// Reads the text of a path.
    ///
    /// - Parameter source: The text.
    /// - Returns: The path, with a ``PayloadPath/problem`` if it cannot be read.
    public static func payloadPath(from source: String) -> PayloadPath {
        PayloadPath(stringLiteral: source)
    }
}

extension Substring: PayloadPathConvertible {
    /// Reads the text of a path.
    ///
    /// - Parameter source: The text.
    /// - Returns: The path, with a ``PayloadPath/problem`` if it cannot be read.
    public static func payloadPath(from source: Substring) -> PayloadPath {
        PayloadPath(stringLiteral: String(source))
    }
}

extension PayloadPathConvertible where Self == PayloadPath {
    /// The path to the value itself.
    public static var root: PayloadPath { PayloadPath.root }
}
