/// The way from a value to another one: keys, separated by points.
///
/// | written | goes to |
/// |---|---|
/// | `""` or `self` | the value itself |
/// | `headline.text` | member `text` of member `headline` |
/// | `tags.name` | where `tags` is an array: the list of `name` in each element, `null` where it is absent |
/// | `a\.b.c` | member `c` of member `a.b` |
/// | `"a.b".c` | the same, quoted; `\"` and `\\` stand for themselves |
/// | `\@id` or `"@id"` | member `@id` |
/// | `lines.@sum.price` | what an operator makes of an array, see ``PayloadPathOperator`` |
/// | `@root.meta.page` | the same from somewhere else, see ``PayloadPathContext`` |
/// | `{name}.id` or `(name).id` | member `id` of the member whose key was mapped to `name` |
///
/// Keys that begin with `@`, that have parentheses or braces, and `self` at the beginning, must be
/// escaped or quoted. A backslash before any other character stands for that character.
///
/// A step from `null` finds nothing, as if it were absent. A step from a text, a number or a truth
/// value does not fit, and mappings say so.
///
/// ```swift
/// let title: PayloadPath = "headline.text"
/// document.root.value(at: title)?.string
/// ```
public struct PayloadPath: Sendable {
    /// The steps, outermost first.
    public let components: [PayloadPathComponent]
    /// What is wrong with a path that was written as a literal; such a path never matches.
    ///
    /// Literals cannot throw, so the fault travels with the path to whoever checks it.
    public let problem: PayloadPathError?

    /// The path to the value itself.
    public static let root = PayloadPath([])

    /// A path with these steps.
    ///
    /// - Parameter components: The steps, outermost first.
    public init(_ components: [PayloadPathComponent]) {
        self.components = components
        problem = nil
    }

    /// Reads a path.
    ///
    /// - Parameter string: The path as the table of this type describes it.
    /// - Throws: ``PayloadPathError`` with the fault and its place.
    public init(_ string: String) throws(PayloadPathError) {
        var reader = PayloadPathReader(string)
        self.init(try reader.components())
    }

    private init(problem: PayloadPathError) {
        components = []
        self.problem = problem
    }

    /// The path that goes this way and then another.
    ///
    /// - Parameter path: The way to go on.
    /// - Returns: Both paths as one; the first problem of the two is kept.
    public func appending(_ path: PayloadPath) -> PayloadPath {
        if let problem = problem ?? path.problem { return PayloadPath(problem: problem) }
        return PayloadPath(components + path.components)
    }
}

extension PayloadPath: ExpressibleByStringLiteral {
    /// Reads a literal; a fault is kept as ``problem``.
    ///
    /// - Parameter value: The path as the table of this type describes it.
    public init(stringLiteral value: String) {
        do throws(PayloadPathError) {
            try self.init(value)
        } catch {
            self.init(problem: error)
        }
    }
}

extension PayloadPath: Hashable, CustomStringConvertible {
    /// The path as it can be read again; a path with a problem shows the text it was made from.
    public var description: String {
        if let problem { return problem.path }
        let text = components.map(\.description).joined(separator: ".")
        return components.first?.key == "self" ? "\\" + text : text
    }
}

extension PayloadPath {
    /// Whether all steps are keys.
    package var isPlain: Bool { components.allSatisfy { $0.kind == .key } }
}
