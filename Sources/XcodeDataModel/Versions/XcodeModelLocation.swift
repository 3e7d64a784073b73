/// A position in an Xcode data model.
public struct XcodeModelLocation: Sendable, Hashable, CustomStringConvertible {
    /// The name of the version, which is the name of its file.
    public let version: String
    /// The one-based line in `contents`, or `nil` if the error concerns no line.
    public let line: Int?
    /// The declaration concerned, such as `attribute 'age' of entity 'Person'`; may be empty.
    public let element: String

    init(version: String, line: Int? = nil, element: String = "") {
        self.version = version
        self.line = line
        self.element = element
    }

    /// The position in words: `Model, line 12, attribute 'age' of entity 'Person'`.
    public var description: String {
        ([version] + (line.map { ["line \($0)"] } ?? []) + (element.isEmpty ? [] : [element]))
            .joined(separator: ", ")
    }
}
