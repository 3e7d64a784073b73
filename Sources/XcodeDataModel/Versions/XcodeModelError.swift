import ObjectGraph

/// An error with all problems that prevent an Xcode data model from being read.
///
/// Such problems are a missing file, malformed XML, or a different kind of file. A part that a
/// `ManagedObjectModel` cannot have is not an error, but one of the
/// ``XcodeModelVersion/differences``.
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
    /// The problems, ordered by version and line.
    public let problems: [Problem]

    /// A problem and its position.
    public struct Problem: Sendable, Hashable, CustomStringConvertible {
        /// The kind of problem.
        public let code: Code
        /// The position.
        public let location: XcodeModelLocation
        /// The expectation, the finding, and advice.
        public let message: String

        /// The position and the message.
        public var description: String { "\(location): \(message)" }
    }

    /// The kinds of problems; further ones may be added.
    public struct Code: Sendable, Hashable, CustomStringConvertible {
        /// The name of the kind.
        public let description: String

        /// A file or folder cannot be read, or is no data model.
        public static let unreadable = Code(description: "unreadable")
        /// The current version is ambiguous, or the requested one does not exist.
        public static let version = Code(description: "version")
        /// The bytes are not XML, or have text between the elements.
        public static let malformed = Code(description: "malformed")
        /// The root element does not belong to a Core Data model.
        public static let unknownElement = Code(description: "unknownElement")
        /// The XML is a model of another type.
        public static let invalidValue = Code(description: "invalidValue")
        /// The entities do not form a valid model, according to `ManagedObjectModelError`.
        public static let invalidModel = Code(description: "invalidModel")
    }

    /// One line per problem.
    public var description: String {
        let count = problems.count == 1 ? "1 problem" : "\(problems.count) problems"
        return "The Xcode data model has \(count):\n"
            + TextLines(problems, limit: 50).bulleted
    }
}

extension XcodeModelError {
    /// Creates an error with a single problem, at a line if it concerns one.
    init(_ code: Code, _ version: String, line: Int? = nil, _ message: String) {
        let location = XcodeModelLocation(version: version, line: line)
        self.init(problems: [Problem(code: code, location: location, message: message)])
    }
}

extension XcodeModelError: CustomReflectable {
    /// The first problems, and their total number.
    public var customMirror: Mirror {
        Mirror(self, children: ["problems": Array(problems.prefix(20)), "count": problems.count])
    }
}
