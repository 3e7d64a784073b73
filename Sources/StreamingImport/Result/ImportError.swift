public import EntityMapper
public import ObjectGraph

/// An import could not go on.
///
/// The batches that were saved stay, each whole, with the checkpoint behind the last one; nothing of the
/// batch that failed is left.
///
/// ```swift
/// do {
///     let result = try operation.run(file: "articles.ndjson", in: container)
/// } catch ImportError.Code.cancelled {
///     // the next run goes on there
/// }
/// ```
public struct ImportError: CausedError, Sendable, CustomStringConvertible {
    /// What kind of failure it is.
    public let code: Code
    /// What was expected, what was found, and what to do.
    public let message: String
    /// Where in the source: `articles[12345]`; empty if it is about no record.
    public internal(set) var path: String
    /// The line in the source, from 1; 0 if it is about no place.
    public let line: Int
    /// The column in the line, from 1; 0 if it is about no place.
    public let column: Int
    /// The issue, if one was reason enough to fail, with its place in the source.
    public let issue: MappingIssue?
    /// The failure of mapping, store or payload, if that was the reason.
    public let cause: (any Error)?
    /// Which record it is about, before anybody has told the path of the records.
    private var index: Int?

    /// The kinds of failure; further ones may come.
    public struct Code: Sendable, Hashable, CustomStringConvertible {
        /// A short name of the kind.
        public let description: String

        /// The source cannot be read.
        public static let cannotRead = Code(description: "cannotRead")
        /// The source is not what the format says, so that records cannot be found.
        public static let malformedSource = Code(description: "malformedSource")
        /// A record is not JSON, and records are not skipped: the failure policy is `fail`, or the
        /// source is one document.
        public static let malformedRecord = Code(description: "malformedRecord")
        /// A record has more bytes than the options allow.
        public static let recordTooLong = Code(description: "recordTooLong")
        /// There is no array at the path of the records.
        public static let arrayNotFound = Code(description: "arrayNotFound")
        /// The path of the records does not consist of keys.
        public static let invalidPath = Code(description: "invalidPath")
        /// The plan does not tell which mapping the records have.
        public static let unclearMapping = Code(description: "unclearMapping")
        /// A record does not fit, and the failure policy is `fail`.
        public static let recordFailed = Code(description: "recordFailed")
        /// A batch could not be mapped or saved for another reason; see ``ImportError/cause``.
        public static let batchFailed = Code(description: "batchFailed")
        /// The source is not the one that the checkpoint was made for.
        public static let sourceChanged = Code(description: "sourceChanged")
        /// Somebody else runs the same import, or the checkpoint was removed.
        public static let checkpointMoved = Code(description: "checkpointMoved")
        /// The checkpoint cannot be read.
        public static let invalidCheckpoint = Code(description: "invalidCheckpoint")
        /// The task, or the `Progress`, was cancelled.
        public static let cancelled = Code(description: "cancelled")
        /// The result has issues, and none were asked for.
        public static let issuesFound = Code(description: "issuesFound")

        /// Lets `catch` patterns name a code.
        ///
        /// - Parameters:
        ///   - code: The code.
        ///   - error: Any error.
        /// - Returns: Whether it is an ``ImportError`` with this code.
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

    /// A fault at a place in the source.
    init(_ code: Code, _ message: String, at place: SourcePlace, index: Int? = nil) {
        self.init(code, message, line: place.line, column: place.column)
        self.index = index
    }

    /// The same error with the path of the record, given that of the records.
    func located(in prefix: String) -> ImportError {
        guard let index, path.isEmpty else { return self }
        var error = self
        error.path = "\(prefix)[\(index)]"
        return error
    }

    /// The code, the message, and the place if there is one.
    public var description: String {
        "\(code): \(message)\(place)"
    }

    private var place: String {
        guard line > 0 else { return path.isEmpty ? "" : ", at \(path)" }
        let lineAndColumn = "line \(line), column \(column)"
        return path.isEmpty ? ", at \(lineAndColumn)" : ", at \(path) (\(lineAndColumn))"
    }
}
