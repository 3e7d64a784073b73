/// An enumeration of texts in generated code, which also accepts any other text.
package struct SwiftEnumeration: Sendable {
    /// The name of the type.
    package let type: String
    /// The cases, each with its text.
    package let cases: [(name: String, text: String)]
    /// The name of the case for other texts.
    package let otherName: String

    /// Creates an enumeration.
    package init(type: String, cases: [(name: String, text: String)], otherName: String) {
        self.type = type
        self.cases = cases
        self.otherName = otherName
    }

    /// The lines of the declaration.
    var lines: [String] {
        let type = SwiftNames.escaped(type)
        let names = cases.map { SwiftNames.escaped($0.name) }
        let texts = cases.map { SwiftLiteral.text($0.text) }
        let head = "enum \(type): RawRepresentable, Hashable, AttributeValue"
        // The formatter moves a brace that does not fit.
        let isLong = head.count + 2 > SwiftLayout.width
        return [
            "/// The known texts of an attribute; `\(otherName)` has any other one."
        ] + (isLong ? [head, "{"] : [head + " {"]) + names.map { "    case \($0)" } + [
            "    case \(otherName)(String)", "", "    init(rawValue: String) {",
            "        switch rawValue {",
        ] + zip(names, texts).flatMap { Self.branch($1, "self = .\($0)") } + [
            "        default: self = .\(otherName)(rawValue)", "        }", "    }", "",
            "    var rawValue: String {", "        switch self {",
        ] + zip(names, texts).flatMap { Self.branch(".\($0)", $1) } + [
            "        case .\(otherName)(let text): text", "        }", "    }", "}",
        ]
    }

    private static func branch(_ pattern: String, _ result: String) -> [String] {
        let line = "        case \(pattern): \(result)"
        guard line.count > SwiftLayout.width else { return [line] }
        return ["        case \(pattern):", "            \(result)"]
    }
}
