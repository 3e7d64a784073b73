import MercatorPayload
public import ObjectGraph

/// An error that ended an operation.
///
/// The context and the store are unchanged.
public struct MappingError: CausedError, Sendable, CustomStringConvertible {
    /// The kind of the failure.
    public let code: Code
    /// A message with the expected state, the actual state, its location, and the remedy.
    public let message: String
    /// The issue that made the operation fail, if any.
    public let issue: MappingIssue?
    /// The underlying error of the store or the payload, if any.
    public let cause: (any Error)?

    /// The kinds of failures; new kinds may be added.
    public struct Code: Sendable, Hashable, CustomStringConvertible {
        /// A short name of the kind.
        public let description: String

        package init(description: String) {
            self.description = description
        }

        /// A record is invalid, and the failure policy is `fail`.
        public static let recordFailed = Code(description: "recordFailed")
        /// The payload contains none of the root paths.
        public static let unmappedPayload = Code(description: "unmappedPayload")
        /// The store could not be read or written.
        public static let storeFailed = Code(description: "storeFailed")
        /// An object that was to be inserted without a look-up exists in the store.
        public static let identityExists = Code(description: "identityExists")
        /// The task was cancelled.
        public static let cancelled = Code(description: "cancelled")
        /// The plan was compiled for a different model than the context's.
        public static let modelMismatch = Code(description: "modelMismatch")
        /// The target object does not exist or is not of the mapping's entity.
        public static let targetMismatch = Code(description: "targetMismatch")
        /// The metadata contains a value that cannot be represented in a payload.
        public static let invalidMetadata = Code(description: "invalidMetadata")
        /// A closure selected a mapping that was not declared for it.
        public static let unknownMapping = Code(description: "unknownMapping")
        /// An operation refers to a connection that neither the store nor the plan has.
        public static let unknownConnection = Code(description: "unknownConnection")
        /// A predicate returned by a closure refers to something that the model does not have.
        public static let invalidPredicate = Code(description: "invalidPredicate")
        /// A scope of an orphan deletion refers to something that the model does not have.
        public static let invalidScope = Code(description: "invalidScope")
        /// The mappings of existing objects could not be decided, which is a defect of the engine.
        public static let undecided = Code(description: "undecided")
        /// A hook threw an error or performed a forbidden operation.
        public static let hookFailed = Code(description: "hookFailed")
        /// The result has issues although none are allowed.
        public static let issuesFound = Code(description: "issuesFound")

        /// Tests whether an error has this code, for use in `catch` patterns.
        ///
        /// - Parameters:
        ///   - code: The code.
        ///   - error: Any error.
        /// - Returns: `true` if the error is a ``MappingError`` with this code.
        public static func ~= (code: Code, error: any Error) -> Bool {
            (error as? MappingError)?.code == code
        }
    }

    package init(_ code: Code, _ message: String, cause: (any Error)? = nil) {
        self.code = code
        self.message = message
        self.cause = cause
        issue = nil
    }

    package init(_ issue: MappingIssue) {
        code = .recordFailed
        message = issue.description
        self.issue = issue
        cause = nil
    }

    /// Throws if the task has been cancelled.
    package static func checkCancellation() throws(MappingError) {
        guard Task.isCancelled else { return }
        throw MappingError(.cancelled, "the task was cancelled; nothing has changed")
    }

    /// The code and the message.
    public var description: String { "\(code): \(message)" }

    /// Performs work and converts an error of the store.
    package static func wrapping<Result>(
        _ work: () throws(StoreError) -> Result
    ) throws(MappingError) -> Result {
        do {
            return try work()
        } catch {
            throw MappingError(storeFailure: error)
        }
    }

    /// Creates the error for a failure of the store.
    package init(storeFailure error: StoreError) {
        self.init(.storeFailed, "\(error)", cause: error)
    }

    /// Creates the error for a failure of an operation: of the mapping, or of the store.
    init(of error: any Error) {
        switch error {
        case let error as MappingError: self = error
        case let error as StoreError: self.init(storeFailure: error)
        default: self.init(.storeFailed, "\(error)", cause: error)
        }
    }
}
