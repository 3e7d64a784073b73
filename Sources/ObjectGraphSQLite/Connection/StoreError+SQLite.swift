import MercatorCSQLite
import ObjectGraph
import ObjectGraphSQL

extension StoreError {
    /// Extended result codes consist of the primary code and a number in the second byte.
    private static let uniqueConstraint = SQLITE_CONSTRAINT | (8 << 8)
    private static let primaryKeyConstraint = SQLITE_CONSTRAINT | (6 << 8)
    private static let foreignKeyConstraint = SQLITE_CONSTRAINT | (3 << 8)
    private static let journalOfOthers = SQLITE_READONLY | (3 << 8)

    /// The system errors for files that cannot grow.
    ///
    /// They denote the limit of the file size, no space on the disk, and the user's quota on Linux
    /// and on Apple's systems.
    private static let systemErrorsOfGrowth: Set<Int32> = [27, 28, 122, 69]

    /// Creates the error for an extended result code of SQLite.
    ///
    /// `systemErrors` are the last error numbers of the system.
    init(sqlite code: Int32, _ message: String, sql: String?, systemErrors: Set<Int32> = []) {
        let cannotGrow =
            code & 0xFF == SQLITE_IOERR
            && !StoreError.systemErrorsOfGrowth.isDisjoint(with: systemErrors)
        let code = cannotGrow ? SQLITE_FULL : code
        let (kind, text) =
            switch code {
            case StoreError.uniqueConstraint:
                (Code.uniqueness, message)
            case StoreError.primaryKeyConstraint:
                (Code.conflict, "an object with this number is there already (\(message))")
            case StoreError.foreignKeyConstraint:
                (Code.brokenReference, "an object refers to one that does not exist")
            case StoreError.journalOfOthers:
                (
                    Code.readOnly,
                    "a program that wrote to the file was killed, and what it left can be rolled "
                        + "back only with the right to write the file and its folder (\(message))"
                )
            case _ where code & 0xFF == SQLITE_IOERR:
                (Code.failure, "\(message) (SQLite's code \(code))")
            default: StoreError.meaning(ofPrimary: code & 0xFF, message)
            }
        self.init(kind, text, sql: sql)
    }

    private static func meaning(ofPrimary code: Int32, _ message: String) -> (Code, String) {
        switch code {
        case SQLITE_BUSY, SQLITE_LOCKED:
            (.busy, "another process or task held the store for too long; try again (\(message))")
        case SQLITE_FULL: (.full, "there is no room left for the store (\(message))")
        case SQLITE_CORRUPT: (.corrupt, "the file is damaged (\(message))")
        case SQLITE_NOTADB: (.corrupt, "the file is not an SQLite database (\(message))")
        case SQLITE_READONLY, SQLITE_PERM:
            (.readOnly, "the store cannot be written to (\(message))")
        // The store generates all statements, and they refer to tables that it has created.
        case SQLITE_ERROR where message.hasPrefix("no such "):
            (.corrupt, "the file lacks what it was made with (\(message))")
        case SQLITE_ERROR where message == SQLiteConnection.overflowMessage:
            (.overflow, "a sum is beyond the range of its type")
        case SQLITE_MISMATCH: (.corrupt, "a number in the file is none (\(message))")
        case SQLITE_CANTOPEN: (.cannotOpen, "the file cannot be opened or created (\(message))")
        default: (.failure, message)
        }
    }
}
