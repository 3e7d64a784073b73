/// A store could not do what it was asked to.
///
/// Nothing was changed.
public struct StoreError: Error, Sendable, Hashable, CustomStringConvertible {
    /// What kind of failure it is.
    public let code: Code
    /// What was expected, what was found, and what to do.
    public let message: String
    /// The SQL that failed, without bound values, if there was any.
    public let sql: String?

    /// Describes a failure.
    public init(_ code: Code, _ message: String, sql: String? = nil) {
        self.code = code
        self.message = message
        self.sql = sql
    }

    /// The kinds of failure; further ones may come.
    public struct Code: Sendable, Hashable, CustomStringConvertible {
        /// A short name of the kind.
        public let description: String

        /// Names a kind of failure.
        public init(_ description: String) {
            self.description = description
        }

        /// Somebody else wrote a row since this unit of work read it.
        ///
        /// Doing the work again helps.
        public static let conflict = Code("conflict")
        /// Two objects would share attributes that must be unique.
        public static let uniqueness = Code("uniqueness")
        /// A reference would lead to an object that does not exist.
        public static let brokenReference = Code("brokenReference")
        /// Another process held the store for too long.
        public static let busy = Code("busy")
        /// There is no room left: on the disk, for the file, or for further objects of a tree.
        public static let full = Code("full")
        /// The file is damaged, or is no store of ours.
        public static let corrupt = Code("corrupt")
        /// A stored value does not fit the Swift type that it was read as.
        public static let unreadableValue = Code("unreadableValue")
        /// The store cannot be written to.
        public static let readOnly = Code("readOnly")
        /// The store was made for another model, and cannot be brought to this one.
        public static let schemaMismatch = Code("schemaMismatch")
        /// The file cannot be opened or created.
        public static let cannotOpen = Code("cannotOpen")
        /// The question cannot be answered: it names something the model does not have, or is
        /// larger than any store answers.
        public static let invalidRequest = Code("invalidRequest")
        /// Reading or writing failed for another reason.
        public static let failure = Code("failure")

        /// Lets `catch` and `case` patterns name a code: `catch StoreError.Code.conflict`.
        public static func ~= (code: Code, error: StoreError) -> Bool { error.code == code }

        /// Lets `catch` patterns name a code among errors of any type: also where the failure of a
        /// store is the reason for another error, such as one of a mapping or an import.
        public static func ~= (code: Code, error: any Error) -> Bool {
            var next: (any Error)? = error
            while let error = next {
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
