/// A type that denotes a path through a payload: ``PayloadPath``, or text to be parsed as one.
///
/// Mappings and other declarations accept either, as literals and as variables. Text that cannot be
/// parsed is kept as the ``PayloadPath/problem`` of the path, which a plan reports together with
/// all other errors:
///
/// ```swift
/// for (source, attribute) in table { mapping.addAttributeMapping(from: source, to: attribute) }
/// ```
///
/// Functions that read values, such as ``PayloadValue/value(at:)``, require a ``PayloadPath``,
/// because they could not report the error; `try PayloadPath(text)` does.
public protocol PayloadPathConvertible: Sendable {
    /// Converts a value to a path, keeping a syntax error in the result.
    ///
    /// - Parameter source: The value that denotes a path.
    /// - Returns: The path, with a ``PayloadPath/problem`` if it cannot be parsed.
    static func payloadPath(from source: Self) -> PayloadPath
}

extension PayloadPath: PayloadPathConvertible {
    /// Returns the path itself.
    ///
    /// - Parameter source: The path.
    /// - Returns: The same path.
    public static func payloadPath(from source: PayloadPath) -> PayloadPath { source }

    /// Creates a path from any convertible value, keeping a syntax error as ``problem``.
    ///
    /// - Parameter source: A path, or its text.
    public init<Source: PayloadPathConvertible>(declared source: Source) {
        self = Source.payloadPath(from: source)
    }
}

extension String: PayloadPathConvertible {
    /// Parses the text of a path.
    ///
    /// - Parameter source: The text.
    /// - Returns: The path, with a ``PayloadPath/problem`` if it cannot be parsed.
    public static func payloadPath(from source: String) -> PayloadPath {
        PayloadPath(stringLiteral: source)
    }
}

extension Substring: PayloadPathConvertible {
    /// Parses the text of a path.
    ///
    /// - Parameter source: The text.
    /// - Returns: The path, with a ``PayloadPath/problem`` if it cannot be parsed.
    public static func payloadPath(from source: Substring) -> PayloadPath {
        PayloadPath(stringLiteral: String(source))
    }
}

extension PayloadPathConvertible where Self == PayloadPath {
    /// The path to the value itself.
    public static var root: PayloadPath { PayloadPath.root }
}
