public import EntityMapper
public import ObjectGraph

/// An error that ends an import.
///
/// Each batch saved before remains complete, with the checkpoint after the last one; nothing of the
/// failed batch remains.
///
/// ```swift
/// do {
///     let result = try operation.run(file: "articles.ndjson", in: container)
/// } catch ImportError.Code.cancelled {
///     // the next run resumes there
/// }
/// ```
public struct ImportError: CausedError, Sendable, CustomStringConvertible {
    /// The kind of failure.
    public let code: Code
    /// The expectation, the finding, and advice.
    public let message: String
    /// The path of the record in the source: `articles[12345]`; empty if no record is concerned.
    public internal(set) var path: String
    /// The one-based line in the source; 0 if no position is concerned.
    public let line: Int
    /// The one-based column in the line; 0 if no position is concerned.
    public let column: Int
    /// The issue that caused the failure, if any, with its position in the source.
    public let issue: MappingIssue?
    /// The underlying error of the mapping, the store or the payload, if any.
    public let cause: (any Error)?
    /// The index of the record, until ``located(in:)`` adds the path of the records.
    private var index: Int?

    /// The kinds of failure; further ones may be added.
    public struct Code: Sendable, Hashable, CustomStringConvertible {
        /// The name of the kind.
        public let description: String

        /// The source cannot be read.
        public static let cannotRead = Code(description: "cannotRead")
        /// The source does not match the format, so records cannot be found.
        public static let malformedSource = Code(description: "malformedSource")
        /// A record is not valid JSON and cannot be skipped: the failure policy is `fail`, or the
        /// source is a single document.
        public static let malformedRecord = Code(description: "malformedRecord")
        /// A document whose root paths are not all arrays or maps is too long to be mapped as a
        /// whole.
        public static let documentTooLong = Code(description: "documentTooLong")
        /// A document has none of the root paths of the plan.
        public static let rootsNotFound = Code(description: "rootsNotFound")
        /// A record has more bytes than the options allow.
        public static let recordTooLong = Code(description: "recordTooLong")
        /// There is no array at the path of the records, or no object for members.
        public static let arrayNotFound = Code(description: "arrayNotFound")
        /// The path of the records has components other than keys.
        public static let invalidPath = Code(description: "invalidPath")
        /// The plan does not determine the mapping of the records.
        public static let unclearMapping = Code(description: "unclearMapping")
        /// A record has an issue, and the failure policy is `fail`.
        public static let recordFailed = Code(description: "recordFailed")
        /// A batch could not be mapped or saved for a different reason; see ``ImportError/cause``.
        public static let batchFailed = Code(description: "batchFailed")
        /// The source cannot be divided into parts.
        public static let indivisible = Code(description: "indivisible")
        /// The source differs from the source of the checkpoint.
        public static let sourceChanged = Code(description: "sourceChanged")
        /// A concurrent process runs the same import, or the checkpoint was removed.
        public static let checkpointMoved = Code(description: "checkpointMoved")
        /// The checkpoint is malformed or was written by a different version.
        public static let invalidCheckpoint = Code(description: "invalidCheckpoint")
        /// The task or the progress was cancelled.
        public static let cancelled = Code(description: "cancelled")
        /// The result has issues, but none were allowed.
        public static let issuesFound = Code(description: "issuesFound")

        /// Tests whether an error is an ``ImportError`` with the given code.
        ///
        /// - Parameters:
        ///   - code: The code to match.
        ///   - error: Any error.
        /// - Returns: `true` if `error` is an ``ImportError`` with `code`.
        public static func ~= (code: Code, error: any Error) -> Bool {
            (error as? ImportError)?.code == code
        }
    }

    init(
        _ code: Code, _ message: String, path: String = "", line: Int = 0, column: Int = 0,
        issue: MappingIssue? = nil, cause: (any Error)? = nil
    ) {
        self.code = code
        self.message = message
        self.path = path
        self.line = line
        self.column = column
        self.issue = issue
        self.cause = cause
    }

    /// Creates an error at a position in the source.
    init(_ code: Code, _ message: String, at position: SourcePosition, index: Int? = nil) {
        self.init(code, message, line: position.line, column: position.column)
        self.index = index
    }

    /// Returns the error with the path of its record.
    func located(in format: ImportFormat) -> ImportError {
        guard let index, path.isEmpty else { return self }
        var error = self
        error.path = format.path(ofRecord: index)
        return error
    }

    /// The code, the message, and the position if there is one.
    public var description: String {
        "\(code): \(message)\(locationText)"
    }

    private var locationText: String {
        guard line > 0 else { return path.isEmpty ? "" : ", at \(path)" }
        let lineAndColumn = "line \(line), column \(column)"
        return path.isEmpty ? ", at \(lineAndColumn)" : ", at \(path) (\(lineAndColumn))"
    }
}
