/// Why a text is no predicate: what was expected, what was found, where, and what to do.
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
    /// What kind of mistake it is.
    public let code: Code
    /// What was expected, what was found, and what to do.
    public let message: String
    /// The line of the mistake, beginning with 1.
    public let line: Int
    /// The character in its line, beginning with 1.
    public let column: Int
    /// The line, or the part of a long one around the mistake, and below it a caret at the column.
    public let excerpt: String

    /// How much of a line is shown on either side of the mistake.
    private static let reach = 60

    /// Counts lines and columns, which nobody needs while parsing goes well.
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

    /// The kinds of mistake; further ones may come.
    public struct Code: Sendable, Hashable, CustomStringConvertible {
        /// A short name of the kind.
        public let description: String

        /// Names a kind of mistake.
        public init(_ description: String) {
            self.description = description
        }

        /// Something else should stand there.
        public static let syntax = Code("syntax")
        /// A text or number literal cannot be read.
        public static let literal = Code("literal")
        /// The operator does not apply to what stands on its sides.
        public static let operand = Code("operand")
        /// An argument is missing, left over, or of the wrong kind.
        public static let argument = Code("argument")
        /// The regular expression of a `MATCHES` cannot be read.
        public static let pattern = Code("pattern")
        /// Cocoa knows it, this language does not.
        public static let unsupported = Code("unsupported")
        /// Parentheses, negations or lists are nested too deeply.
        public static let nesting = Code("nesting")

        /// Lets `catch` and `case` patterns name a code: `catch PredicateFormatError.Code.syntax`.
        public static func ~= (code: Code, error: PredicateFormatError) -> Bool {
            error.code == code
        }

        /// Lets `catch` patterns name a code among errors of any type.
        public static func ~= (code: Code, error: any Error) -> Bool {
            (error as? PredicateFormatError)?.code == code
        }
    }
}

extension PredicateFormatError: CustomStringConvertible {
    /// The place, the message, and the excerpt with a caret on lines of their own.
    public var description: String {
        let place = line == 1 ? "column \(column)" : "line \(line), column \(column)"
        let lines = excerpt.split(separator: "\n", omittingEmptySubsequences: false)
        return "\(place): \(message)\n" + lines.map { "  \($0)" }.joined(separator: "\n")
    }
}
