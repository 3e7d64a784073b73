/// The error for a store that cannot execute a request.
///
/// The store is unchanged, unless the code is ``Code/unknownOutcome``.
public struct StoreError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The kind of failure.
    public let code: Code
    /// The message: the expectation, the finding, and advice.
    public let message: String
    /// The SQL that failed, without bound values; `nil` if there was none.
    public let sql: String?

    /// Creates an error.
    public init(_ code: Code, _ message: String, sql: String? = nil) {
        self.code = code
        self.message = message
        self.sql = sql
    }

    /// The kinds of failures; further ones may be added.
    public struct Code: Sendable, Hashable, CustomStringConvertible {
        /// A short name of the kind.
        public let description: String

        /// Creates a kind of failure.
        public init(_ description: String) {
            self.description = description
        }

        /// A row was written by another unit of work since this one read it.
        ///
        /// Repeating the work resolves the conflict.
        public static let conflict = Code("conflict")
        /// Two objects would share a unique value.
        public static let uniqueness = Code("uniqueness")
        /// A reference would refer to an object that does not exist.
        public static let brokenReference = Code("brokenReference")
        /// Another process held the store for too long.
        public static let busy = Code("busy")
        /// No space is left: on the disk, in the file, or for further numbers in a tree.
        public static let full = Code("full")
        /// The file is damaged, or is not a store of this framework.
        public static let corrupt = Code("corrupt")
        /// A stored value does not fit the Swift type that it was read as.
        public static let unreadableValue = Code("unreadableValue")
        /// The store cannot be written.
        public static let readOnly = Code("readOnly")
        /// The store was created for another model, and cannot be migrated to this one.
        public static let schemaMismatch = Code("schemaMismatch")
        /// The file cannot be opened or created, or the opened file was deleted, moved or replaced.
        public static let cannotOpen = Code("cannotOpen")
        /// The container was closed.
        public static let closed = Code("closed")
        /// The connection to the database was lost, or cannot be made.
        ///
        /// A new one is made by the next unit of work.
        public static let unreachable = Code("unreachable")
        /// The role of the connection lacks a right in the database.
        public static let denied = Code("denied")
        /// The database, its library or its engine lacks a required feature.
        public static let unsupported = Code("unsupported")
        /// The connection was lost during a commit, with an unknown outcome.
        ///
        /// The store could not find out in time whether the database has completed the commit.
        public static let unknownOutcome = Code("unknownOutcome")
        /// The request is invalid: a name is not in the model, or a limit of stores is exceeded.
        public static let invalidRequest = Code("invalidRequest")
        /// A sum is beyond the range of its type.
        public static let overflow = Code("overflow")
        /// Reading or writing failed for another reason.
        public static let failure = Code("failure")

        /// Matches an error with a code in patterns: `catch StoreError.Code.conflict`.
        public static func ~= (code: Code, error: StoreError) -> Bool { error.code == code }

        /// Matches an error of any type with a code in `catch` patterns.
        ///
        /// It also matches if the failure of a store is the cause of another error, such as one of
        /// a mapping or an import. At most 100 causes are followed, because an error may be its
        /// own cause.
        public static func ~= (code: Code, error: any Error) -> Bool {
            var next: (any Error)? = error
            for _ in 0...100 {
                guard let error = next else { return false }
                if let error = error as? StoreError { return error.code == code }
                next = (error as? any CausedError)?.cause
            }
            return false
        }
    }

    /// The code, the message, and the SQL if there was any.
    public var description: String {
        sql.map { "\(code): \(message) (in: \($0))" } ?? "\(code): \(message)"
    }
}

extension StoreError {
    /// The error of requests to a store that was closed.
    package static func closed(_ store: String) -> StoreError {
        StoreError(.closed, "'\(store)' was closed by close(); make the container again")
    }
}
