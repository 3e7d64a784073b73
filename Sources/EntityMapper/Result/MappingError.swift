public import ObjectGraph
import Payload

/// An operation could not go on.
///
/// Context and store are as before.
public struct MappingError: CausedError, Sendable, CustomStringConvertible {
    /// What kind of failure it is.
    public let code: Code
    /// What was expected, what was found, where, and what to do.
    public let message: String
    /// The issue, if one was reason enough to fail.
    public let issue: MappingIssue?
    /// The failure of the store or the payload, if that was the reason.
    public let cause: (any Error)?

    /// The kinds of failure; further ones may come.
    public struct Code: Sendable, Hashable, CustomStringConvertible {
        /// A short name of the kind.
        public let description: String

        /// A record did not fit, and the failure policy is `fail`.
        public static let recordFailed = Code(description: "recordFailed")
        /// None of the root paths is in the payload.
        public static let unmappedPayload = Code(description: "unmappedPayload")
        /// The store could not be read or written.
        public static let storeFailed = Code(description: "storeFailed")
        /// An object that was to be inserted without a look-up is in the store already.
        public static let identityExists = Code(description: "identityExists")
        /// The task was cancelled.
        public static let cancelled = Code(description: "cancelled")
        /// The plan was made for another model than the context's.
        public static let modelMismatch = Code(description: "modelMismatch")
        /// The object to map into is of another entity than the mapping, or is not there.
        public static let targetMismatch = Code(description: "targetMismatch")
        /// The metadata has what no payload can have.
        public static let invalidMetadata = Code(description: "invalidMetadata")
        /// A closure chose a mapping that it was not declared with.
        public static let unknownMapping = Code(description: "unknownMapping")
        /// An operation is to make a connection that neither the store nor the plan has.
        public static let unknownConnection = Code(description: "unknownConnection")
        /// A predicate that a closure made asks for what the model does not have.
        public static let invalidPredicate = Code(description: "invalidPredicate")
        /// A scope of an orphan deletion asks for what the model does not have.
        public static let invalidScope = Code(description: "invalidScope")
        /// A hook threw an error, or did what it must not.
        public static let hookFailed = Code(description: "hookFailed")
        /// The result has issues, and none were asked for.
        public static let issuesFound = Code(description: "issuesFound")

        /// Lets `catch` patterns name a code.
        ///
        /// - Parameters:
        ///   - code: The code.
        ///   - error: Any error.
        /// - Returns: Whether it is a ``MappingError`` with this code.
        public static func ~= (code: Code, error: any Error) -> Bool {
            (error as? MappingError)?.code == code
        }
    }

    init(_ code: Code, _ message: String, cause: (any Error)? = nil) {
        self.code = code
        self.message = message
        self.cause = cause
        issue = nil
    }

    init(_ issue: MappingIssue) {
        code = .recordFailed
        message = issue.description
        self.issue = issue
        cause = nil
    }

    /// Throws if the task was cancelled.
    static func checkCancellation() throws(MappingError) {
        guard Task.isCancelled else { return }
        throw MappingError(.cancelled, "the task was cancelled; nothing has changed")
    }

    /// The code and the message.
    public var description: String { "\(code): \(message)" }

    /// Turns a failure of the store into one of the operation.
    static func wrapping<Result>(
        _ work: () throws(StoreError) -> Result
    ) throws(MappingError) -> Result {
        do {
            return try work()
        } catch {
            throw MappingError(storeFailure: error)
        }
    }

    /// A failure of the store as one of the operation.
    init(storeFailure error: StoreError) {
        self.init(.storeFailed, "\(error)", cause: error)
    }
}
