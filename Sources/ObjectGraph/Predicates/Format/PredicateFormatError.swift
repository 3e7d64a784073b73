/// The error for text that is not a valid predicate, with its location and advice.
///
/// ```swift
/// do {
///     let predicate = try EntityPredicate(format: "name CONTAIN 'a'")
/// } catch PredicateFormatError.Code.syntax {
///     // ask the user again
/// } catch {
///     print(error)
/// }
/// // column 6: expected an operator such as == or IN, found 'CONTAIN'; did you mean 'CONTAINS'?
/// //   name CONTAIN 'a'
/// //        ^
/// ```
public struct PredicateFormatError: Error, Sendable, Hashable {
    /// The kind of error.
    public let code: Code
    /// The message: the expectation, the finding, and advice.
    public let message: String
    /// The line of the error, counted from 1.
    public let line: Int
    /// The column of the error in its line, in characters, counted from 1.
    public let column: Int
    /// The line of the error, or a part of it, and a line with a caret at the column.
    ///
    /// Only a long line is shown in part.
    public let excerpt: String

    /// The number of characters shown on either side of the error.
    private static let reach = 60

    /// Computes the line and column, which are not tracked during parsing.
    init(_ code: Code, _ message: String, at offset: Int, in bytes: [UInt8]) {
        self.code = code
        self.message = message
        let newline = UInt8(ascii: "\n")
        let before = bytes[..<offset]
        line = before.count { $0 == newline } + 1
        let start = before.lastIndex(of: newline).map { $0 + 1 } ?? 0
        let end = bytes[offset...].firstIndex(of: newline) ?? bytes.count
        let head = String(decoding: bytes[start..<offset], as: UTF8.self)
        let tail = String(decoding: bytes[offset..<end], as: UTF8.self)
        column = head.count + 1
        let shown = head.suffix(PredicateFormatError.reach)
        let indent = shown.map { $0 == "\t" ? "\t" : " " }.joined()
        excerpt = "\(shown)\(tail.prefix(PredicateFormatError.reach))\n\(indent)^"
    }

    /// The kinds of errors; further ones may be added.
    public struct Code: Sendable, Hashable, CustomStringConvertible {
        /// A short name of the kind.
        public let description: String

        /// Creates a kind of error.
        public init(_ description: String) {
            self.description = description
        }

        /// The text does not follow the grammar.
        public static let syntax = Code("syntax")
        /// A text or number literal is invalid.
        public static let literal = Code("literal")
        /// The operator does not apply to its operands.
        public static let operand = Code("operand")
        /// An argument is missing, superfluous, or of the wrong kind.
        public static let argument = Code("argument")
        /// The regular expression of `MATCHES` is invalid.
        public static let pattern = Code("pattern")
        /// The construct is part of Cocoa's language, but not supported here.
        public static let unsupported = Code("unsupported")
        /// Parentheses, negations or lists are nested too deeply.
        public static let nesting = Code("nesting")

        /// Matches an error with a code in patterns: `catch PredicateFormatError.Code.syntax`.
        public static func ~= (code: Code, error: PredicateFormatError) -> Bool {
            error.code == code
        }

        /// Matches an error of any type with a code in `catch` patterns.
        public static func ~= (code: Code, error: any Error) -> Bool {
            (error as? PredicateFormatError)?.code == code
        }
    }
}

extension PredicateFormatError: CustomStringConvertible {
    /// The location, the message, and the excerpt with a caret on separate lines.
    public var description: String {
        let location = line == 1 ? "column \(column)" : "line \(line), column \(column)"
        let lines = excerpt.split(separator: "\n", omittingEmptySubsequences: false)
        return "\(location): \(message)\n" + lines.map { "  \($0)" }.joined(separator: "\n")
    }
}
