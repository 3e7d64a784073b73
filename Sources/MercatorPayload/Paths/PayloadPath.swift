/// A path from a value to a nested value: keys separated by points.
///
/// | written | refers to |
/// |---|---|
/// | `""` or `self` | the value itself |
/// | `headline.text` | member `text` of member `headline` |
/// | `tags.name` | for an array `tags`: a list of `name` of each element, `null` where absent |
/// | `a\.b.c` | member `c` of member `a.b` |
/// | `"a.b".c` | the same, quoted; `\"` and `\\` stand for themselves |
/// | `\@id` or `"@id"` | member `@id` |
/// | `lines.@sum.price` | the result of an operator on an array, see ``PayloadPathOperator`` |
/// | `@root.meta.page` | a value outside the current one, see ``PayloadPathContext`` |
/// | `{name}.id` or `(name).id` | member `id` of the member whose key was mapped to `name` |
///
/// Keys that begin with `@` or contain parentheses or braces, and a leading `self`, must be escaped
/// or quoted. A backslash before any other character yields that character.
///
/// A step into `null` yields nothing, as if the value were absent. A step into a string, a number
/// or a Boolean value is a type mismatch, which mappings report.
///
/// ```swift
/// let title: PayloadPath = "headline.text"
/// document.root.value(at: title)?.string
/// ```
public struct PayloadPath: Sendable {
    /// The steps, outermost first.
    public let components: [PayloadPathComponent]
    /// The syntax error of a path written as a literal; such a path never matches.
    ///
    /// Literals cannot throw, so the error is kept until the path is validated.
    public let problem: PayloadPathError?

    /// The path to the value itself.
    public static let root = PayloadPath([])

    /// Creates a path of the given steps.
    ///
    /// - Parameter components: The steps, outermost first.
    public init(_ components: [PayloadPathComponent]) {
        self.components = components
        problem = nil
    }

    /// Parses a path.
    ///
    /// - Parameter string: A path in the syntax shown above.
    /// - Throws: ``PayloadPathError`` with the fault and its position.
    public init(_ string: String) throws(PayloadPathError) {
        var reader = PayloadPathReader(string)
        self.init(try reader.components())
    }

    private init(problem: PayloadPathError) {
        components = []
        self.problem = problem
    }

    /// Returns this path followed by the given path.
    ///
    /// - Parameter path: The path to append.
    /// - Returns: The joined path; if either path has a ``problem``, a path with the first problem.
    public func appending(_ path: PayloadPath) -> PayloadPath {
        if let problem = problem ?? path.problem { return PayloadPath(problem: problem) }
        return PayloadPath(components + path.components)
    }
}

extension PayloadPath: ExpressibleByStringLiteral {
    /// Parses a literal, keeping a syntax error as ``problem``.
    ///
    /// - Parameter value: A path in the syntax shown above.
    public init(stringLiteral value: String) {
        do throws(PayloadPathError) {
            try self.init(value)
        } catch {
            self.init(problem: error)
        }
    }
}

extension PayloadPath: Hashable, CustomStringConvertible {
    /// The path in parsable form; for a path with a problem, the text it was created from.
    public var description: String {
        if let problem { return problem.path }
        let text = components.map(\.description).joined(separator: ".")
        return components.first?.key == "self" ? "\\" + text : text
    }
}

extension PayloadPath {
    /// Tests whether all steps are keys.
    package var isPlain: Bool { components.allSatisfy { $0.kind == .key } }
}
