/// A syntax error in the text of a ``PayloadPath``.
///
/// ```swift
/// do { _ = try PayloadPath("a..b") } catch { print(error) }
/// // expected a name, found '.', at character 3 of path 'a..b': write "" for an empty key
/// ```
public struct PayloadPathError: Error, Sendable, Hashable {
    /// The syntax rule that a path violates.
    ///
    /// Codes may be added in later releases, so a `switch` needs a `default`.
    public struct Code: Sendable, Hashable, CustomStringConvertible {
        /// The name of the code.
        public let description: String

        /// A point lacks a name on either side.
        public static let emptyComponent = Code(description: "emptyComponent")
        /// A quoted name is not terminated.
        public static let missingQuotationMark = Code(description: "missingQuotationMark")
        /// A quoted name is followed by something other than a point.
        public static let expectedPoint = Code(description: "expectedPoint")
        /// The text ends with a backslash.
        public static let unfinishedEscape = Code(description: "unfinishedEscape")
        /// A reserved character is not escaped.
        public static let reservedCharacter = Code(description: "reservedCharacter")
        /// A context such as `@root` is not the first step.
        public static let misplacedContext = Code(description: "misplacedContext")
        /// A step follows `@count` or `@rest`.
        ///
        /// The result of `@count` is a number, and no path reads the members of `@rest`.
        public static let unexpectedComponent = Code(description: "unexpectedComponent")
    }

    /// The violated rule.
    public let code: Code
    /// The complete text.
    public let path: String
    /// The number of Unicode scalars before the fault.
    public let offset: Int

    private var expectation: (expected: String, advice: String) {
        switch code {
        case .emptyComponent: ("a name", #"write "" for an empty key"#)
        case .missingQuotationMark: (#"'"'"#, #"close the name, or write \" for the character"#)
        case .expectedPoint: ("'.'", "put the whole name between the quotation marks")
        case .unfinishedEscape: ("a character to escape", #"write \\ for a backslash"#)
        case .misplacedContext:
            ("a name or an operator", "a context such as @root stands at the beginning of a path")
        case .unexpectedComponent:
            ("the end", "nothing follows @count, a number, or @rest, what no other path takes")
        case .reservedCharacter:
            (
                "a name, an operator or a context",
                "put a key that has this character between quotation marks, or a backslash "
                    + "before it"
            )
        default: ("a name", "put the name between quotation marks, or a backslash before this")
        }
    }

    private var found: String {
        path.unicodeScalars.dropFirst(offset).first.map { "'\($0)'" } ?? "the end"
    }
}

extension PayloadPathError: CustomStringConvertible {
    /// The fault in one line.
    public var description: String {
        let (expected, advice) = expectation
        return "expected \(expected), found \(found), at character \(offset + 1) of path "
            + "'\(shownPath)': \(advice)"
    }

    /// The path; if it is long, only the part around the fault.
    private var shownPath: String {
        let scalars = path.unicodeScalars
        let reach = 60
        let start = max(0, offset - reach)
        let shown = scalars.dropFirst(start).prefix(2 * reach)
        let end = shown.endIndex == scalars.endIndex ? "" : "…"
        return (start == 0 ? "" : "…") + String(String.UnicodeScalarView(shown)) + end
    }
}

extension PayloadPathError: CustomReflectable {
    /// The code, the offset of the fault, and the path around it.
    public var customMirror: Mirror {
        Mirror(self, children: ["code": code, "offset": offset, "path": shownPath])
    }
}
