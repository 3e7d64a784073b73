/// The path of a node of the schema: the keys and collections from the top of a payload.
///
/// ```swift
/// let path: SchemaPath = "statuses[].user"   // the member `user` of the elements of `statuses`
/// ```
///
/// `[]` denotes the elements of an array, `{}` the entries of a map, and `self` the document. A
/// backslash escapes a character of a key. Of several groups of sources, the name of the group
/// comes first: `issues:labels[]`.
public struct SchemaPath: Sendable {
    /// The path as it was written.
    public let text: String
    package let steps: [SchemaStep]

    /// Parses a path; every text is one.
    public init(_ text: String) {
        self.text = text
        steps = Self.steps(of: text)
    }

    /// The steps without the last steps to elements and entries, which are optional in writing.
    package var object: ArraySlice<SchemaStep> {
        let last = steps.lastIndex { $0 != .element && $0 != .entry }
        return last.map { steps[...$0] } ?? []
    }

    private static func steps(of text: String) -> [SchemaStep] {
        var steps: [SchemaStep] = []
        var key = ""
        func finishKey() {
            if !key.isEmpty { steps.append(.member(key)) }
            key = ""
        }
        var rest = text[...]
        while let character = rest.popFirst() {
            switch (character, rest.first) {
            case ("[", "]"), ("{", "}"):
                finishKey()
                steps.append(character == "[" ? .element : .entry)
                rest.removeFirst()
            case ("\\", let next?):
                key.append(next)
                rest.removeFirst()
            case (".", _): finishKey()
            default: key.append(character)
            }
        }
        finishKey()
        return steps == [.member("self")] ? [] : steps
    }
}

extension SchemaPath: Hashable {
    /// Compares the steps of two paths, however they are written.
    public static func == (left: Self, right: Self) -> Bool { left.steps == right.steps }

    /// Adds the steps to a hasher.
    public func hash(into hasher: inout Hasher) { hasher.combine(steps) }
}

extension SchemaPath: ExpressibleByStringLiteral, CustomStringConvertible {
    /// Creates the path of a literal.
    public init(stringLiteral text: String) { self.init(text) }

    /// The path as it was written.
    public var description: String { text }
}
