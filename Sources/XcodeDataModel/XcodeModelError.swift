import ObjectGraph

/// Everything that keeps an Xcode data model from being read, at once.
///
/// That is a missing file, broken XML or another kind of file. A part that a `ManagedObjectModel`
/// cannot have is no error, but one of the ``XcodeModelVersion/differences``.
///
/// ```swift
/// do {
///     let model = try XcodeModel(path: "Model.xcdatamodeld")
/// } catch {
///     for problem in error.problems { print(problem) }
///     // Model, line 12: it is no XML: …
/// }
/// ```
public struct XcodeModelError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The problems, in the order of the versions and their lines.
    public let problems: [Problem]

    init(_ problems: [Problem]) {
        self.problems = problems
    }

    /// An error with a single problem that is not about one line.
    init(_ code: Code, _ version: String, _ message: String) {
        problems = [Problem(code: code, place: XcodeModelPlace(version: version), message: message)]
    }

    /// One thing that is wrong, and where.
    public struct Problem: Sendable, Hashable, CustomStringConvertible {
        /// What kind of problem it is.
        public let code: Code
        /// Where it is.
        public let place: XcodeModelPlace
        /// What was expected, what was found, and what to do.
        public let message: String

        /// The place and the message.
        public var description: String { "\(place): \(message)" }
    }

    /// The kinds of problem; further ones may come.
    public struct Code: Sendable, Hashable, CustomStringConvertible {
        /// A short name of the kind.
        public let description: String

        /// A file or folder cannot be read, or is no data model.
        public static let unreadable = Code(description: "unreadable")
        /// It cannot be told which version is the current one, or the one asked for is missing.
        public static let version = Code(description: "version")
        /// The bytes are not XML, or have text between the elements.
        public static let malformed = Code(description: "malformed")
        /// The outermost element is not that of a Core Data model.
        public static let unknownElement = Code(description: "unknownElement")
        /// The XML is a model of another kind.
        public static let invalidValue = Code(description: "invalidValue")
        /// No model can be made of the entities; a `ManagedObjectModelError` said so.
        public static let invalidModel = Code(description: "invalidModel")
    }

    /// A line for each problem.
    public var description: String {
        let count = problems.count == 1 ? "1 problem" : "\(problems.count) problems"
        return "The Xcode data model has \(count):\n"
            + TextLines(problems, limit: 50).bulleted
    }
}

/// Where something is in an Xcode data model.
public struct XcodeModelPlace: Sendable, Hashable, CustomStringConvertible {
    /// The name of the version, which is that of its file.
    public let version: String
    /// The line of its `contents`, beginning with 1; `nil` if it is not about a line.
    public let line: Int?
    /// What the line is about, such as `attribute 'age' of entity 'Person'`; it may be empty.
    public let element: String

    init(version: String, line: Int? = nil, element: String = "") {
        self.version = version
        self.line = line
        self.element = element
    }

    /// The place in words: `Model, line 12, attribute 'age' of entity 'Person'`.
    public var description: String {
        ([version] + (line.map { ["line \($0)"] } ?? []) + (element.isEmpty ? [] : [element]))
            .joined(separator: ", ")
    }
}

extension XcodeModelError: CustomReflectable {
    /// The first problems, and how many there are.
    public var customMirror: Mirror {
        Mirror(self, children: ["problems": Array(problems.prefix(20)), "count": problems.count])
    }
}
