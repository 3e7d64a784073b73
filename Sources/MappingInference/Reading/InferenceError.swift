/// An error that ends an inference: an unreadable payload, or nothing to map.
///
/// ```swift
/// do {
///     _ = try PayloadProfiler().profile([PayloadSource(path: "page.json")])
/// } catch InferenceError.Code.malformed {
///     // ask the sender
/// }
/// ```
public struct InferenceError: Error, Sendable, Equatable, CustomStringConvertible {
    /// The kind of failure.
    public let code: Code
    /// The name of the payload; empty if none is involved.
    public let source: String
    /// The expected and the actual input, and a remedy.
    public let message: String
    /// The one-based line in the payload; 0 if unknown.
    public let line: Int
    /// The one-based column in the line; 0 if unknown.
    public let column: Int

    package init(
        _ code: Code, in source: String = "", _ message: String, line: Int = 0, column: Int = 0
    ) {
        self.code = code
        self.source = source
        self.message = message
        self.line = line
        self.column = column
    }

    /// The payload's name and the message, in one line.
    public var description: String { source.isEmpty ? message : "\(source): \(message)" }
}

extension InferenceError {
    /// The kinds of failure; further ones may be added.
    public struct Code: Sendable, Hashable, CustomStringConvertible {
        /// The name of the kind.
        public let description: String

        /// The payload cannot be read.
        public static let unreadable = Code(description: "unreadable")
        /// The payload has no bytes.
        public static let empty = Code(description: "empty")
        /// The payload has no records: an empty array or a scalar.
        public static let nothingToMap = Code(description: "nothingToMap")
        /// The payload has an unsupported format, or is compressed.
        public static let unsupportedFormat = Code(description: "unsupportedFormat")
        /// The payload violates the grammar of its format.
        public static let malformed = Code(description: "malformed")
        /// A correction matches nothing in the payloads.
        public static let correction = Code(description: "correction")
        /// The payload exceeds a limit, such as the nesting depth.
        public static let limitExceeded = Code(description: "limitExceeded")

        /// Tests whether an error is an ``InferenceError`` with the given code.
        ///
        /// - Parameters:
        ///   - code: The code to match.
        ///   - error: Any error.
        /// - Returns: `true` if `error` is an ``InferenceError`` with `code`.
        public static func ~= (code: Code, error: any Error) -> Bool {
            (error as? InferenceError)?.code == code
        }
    }
}
