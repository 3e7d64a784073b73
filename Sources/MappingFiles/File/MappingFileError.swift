import ObjectGraph

/// An error with all the problems of a mapping file that was read, or that cannot be written.
///
/// ```swift
/// do { _ = try MappingFile(parsing: text) } catch { print(error) }
/// // The mapping file has 2 problems:
/// // - line 9, column 7: Comment.body: unknown member 'tipe'; did you mean 'type'?
/// // - line 15, column 7: Comment.post: no entity 'Pots'; did you mean 'Post'?
/// ```
public struct MappingFileError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The problems, in the order of the text.
    public let problems: [Problem]

    /// A problem with its location.
    public struct Problem: Sendable, Hashable, CustomStringConvertible {
        /// The kind of problem.
        public let code: Code
        /// The line in the text, from 1; `nil` if there is no text.
        public let line: Int?
        /// The column in Unicode scalars, from 1; `nil` if there is no text.
        public let column: Int?
        /// The entity, the property or the mapping, such as `Comment.post`; empty for the file.
        public let subject: String
        /// The message: the expectation, the finding, and advice.
        public let message: String

        package init(
            _ code: Code, line: Int? = nil, column: Int? = nil, subject: String, message: String
        ) {
            self.code = code
            self.line = line
            self.column = column
            self.subject = subject
            self.message = message
        }

        /// The location, the subject and the message.
        public var description: String {
            let location = line.flatMap { line in column.map { "line \(line), column \($0)" } }
            return [location, subject.isEmpty ? nil : subject, message].compactMap(\.self)
                .joined(separator: ": ")
        }
    }

    /// The kinds of problems; further ones may be added.
    public struct Code: Sendable, Hashable, CustomStringConvertible {
        /// A short name of the kind.
        public let description: String

        /// The text is not JSON.
        public static let syntax = Code(description: "syntax")
        /// The text is no mapping file, or of a newer version.
        public static let version = Code(description: "version")
        /// A member has an unknown name.
        public static let unknownMember = Code(description: "unknownMember")
        /// A name occurs twice.
        public static let duplicate = Code(description: "duplicate")
        /// A value has an unexpected kind or form.
        public static let value = Code(description: "value")
        /// A member is missing, or contradicts its siblings.
        public static let member = Code(description: "member")
        /// A name refers to nothing.
        public static let name = Code(description: "name")
        /// The model is invalid for any further reason.
        public static let model = Code(description: "model")
        /// The mappings are invalid for any further reason.
        public static let mapping = Code(description: "mapping")
        /// A closure, or something else without a written form, cannot be written.
        public static let unwritable = Code(description: "unwritable")
    }

    /// A line for each problem.
    public var description: String {
        "The mapping file has \(TextLines.count(problems.count, "problem")):\n"
            + TextLines(problems, limit: 40).bulleted
    }
}

extension MappingFileError: CustomReflectable {
    /// The first problems, and their total number.
    public var customMirror: Mirror {
        Mirror(self, children: ["problems": Array(problems.prefix(20)), "count": problems.count])
    }
}
