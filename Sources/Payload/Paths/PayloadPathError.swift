/// Why a text is no ``PayloadPath``.
///
/// ```swift
/// do { _ = try PayloadPath("a..b") } catch { print(error) }
/// // expected a name, found '.', at character 3 of path 'a..b': write "" for an empty key
/// ```
public struct PayloadPathError: Error, Sendable, Hashable {
    /// Which rule a path broke.
    ///
    /// More codes may come, so a `switch` needs a `default`.
    public struct Code: Sendable, Hashable, CustomStringConvertible {
        /// The name of the code.
        public let description: String

        /// A point has no name before or behind it.
        public static let emptyComponent = Code(description: "emptyComponent")
        /// A quoted name has no end.
        public static let missingQuotationMark = Code(description: "missingQuotationMark")
        /// Something other than a point follows a quoted name.
        public static let expectedPoint = Code(description: "expectedPoint")
        /// A backslash is the last character.
        public static let unfinishedEscape = Code(description: "unfinishedEscape")
        /// A character that is kept for operators is not escaped.
        public static let reservedCharacter = Code(description: "reservedCharacter")
        /// A context such as `@root` is not at the beginning.
        public static let misplacedContext = Code(description: "misplacedContext")
        /// Something follows `@count`, which gives a number.
        public static let unexpectedComponent = Code(description: "unexpectedComponent")
    }

    /// Which rule the path broke.
    public let code: Code
    /// The whole text.
    public let path: String
    /// How many Unicode scalars of the text come before the fault.
    public let offset: Int

    private var expectation: (expected: String, advice: String) {
        switch code {
        case .emptyComponent: ("a name", #"write "" for an empty key"#)
        case .missingQuotationMark: (#"'"'"#, #"close the name, or write \" for the character"#)
        case .expectedPoint: ("'.'", "put the whole name between the quotation marks")
        case .unfinishedEscape: ("a character to escape", #"write \\ for a backslash"#)
        case .misplacedContext:
            ("a name or an operator", "a context such as @root stands at the beginning of a path")
        case .unexpectedComponent: ("the end", "@count gives a number, which has no members")
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

    /// The path, or what is around the fault in a long one.
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
    /// The code, the place, and what is around it.
    public var customMirror: Mirror {
        Mirror(self, children: ["code": code, "offset": offset, "path": shownPath])
    }
}
