import ObjectGraph

extension StoreError {
    /// Creates the error for a failure that the server has reported.
    ///
    /// The server's message is used only if it cannot contain stored values; its detail and context
    /// never are: `Key (email)=(…) already exists`.
    init(
        sqlState: String, _ message: String, constraint: String?, at endpoint: String,
        waiting limit: Duration, sql: String?
    ) {
        let (code, text) =
            StoreError.ending(of: sqlState, message, endpoint)
            ?? StoreError.waiting(of: sqlState, message, limit)
            ?? StoreError.meaning(of: sqlState, message, constraint)
        self.init(code, text, sql: sql)
    }

    /// The failures after which the connection is lost.
    private static func ending(
        of state: String, _ message: String, _ endpoint: String
    ) -> (Code, String)? {
        if state == "08P01", let pooler = PoolerMessage(message) { return pooler.error }
        return switch state {
        case "25P03":
            (
                .unreachable,
                "the server ended the connection to \(endpoint), since its transaction was idle for "
                    + "longer than idle_in_transaction_session_timeout; raise that setting, or do "
                    + "less in one unit of work"
            )
        case "57P05":
            (
                .unreachable,
                "the server ended the connection to \(endpoint), since it was idle for longer than "
                    + "idle_session_timeout"
            )
        case "57P01", "57P02", "57P04", "08000"..."08ZZZ":
            (.unreachable, "the connection to \(endpoint) was lost (\(message))")
        default: nil
        }
    }

    /// The failures of waiting for concurrent transactions.
    private static func waiting(
        of state: String, _ message: String, _ limit: Duration
    ) -> (Code, String)? {
        switch state {
        case "55P03":
            (
                .busy,
                "another program held a lock for more than \(limit.text), the busy timeout; "
                    + "try again"
            )
        case "53300": (.busy, "the server admits no further connection (\(message)); try again")
        case "57P03": (.busy, "the server is starting or stopping (\(message)); try again")
        default: nil
        }
    }

    private static func meaning(
        of state: String, _ message: String, _ constraint: String?
    ) -> (Code, String) {
        switch state {
        case "40001", "40P01":
            (.conflict, "the commit of another program was in the way; repeat the work")
        case "22003": (.overflow, "a number is beyond the range of its type")
        case "23505": (.uniqueness, "two rows would share a key of '\(constraint ?? "")'")
        case "23503": (.brokenReference, "an object refers to one that does not exist")
        case "25006": (.readOnly, "the database cannot be written to (\(message))")
        case "42501": (.denied, "the role lacks a right: \(message)")
        case "3F000":
            (.denied, "there is no schema with this name that the role may use (\(message))")
        case "42P01", "42703", "42883":
            (.corrupt, "the schema lacks what it was made with (\(message))")
        case "XX001", "XX002": (.corrupt, "the database is damaged (\(message))")
        case "26000", "42P05":
            (
                .unsupported,
                "a prepared statement is gone, as behind a pooler that shares sessions; set "
                    + "preparesStatements to false"
            )
        default: resources(of: state, message) ?? others(of: state, message)
        }
    }

    /// The failures of room and time.
    private static func resources(of state: String, _ message: String) -> (Code, String)? {
        switch state {
        case "57014":
            (
                .failure,
                "the statement was canceled by an administrator, or by statement_timeout of the "
                    + "role or the database (\(message), SQLSTATE 57014)"
            )
        case "53100": (.full, "there is no room left for the database (\(message))")
        case "53200":
            (
                .failure,
                "the server is out of memory (\(message)); if it is shared memory, raise "
                    + "max_locks_per_transaction"
            )
        case "54000"..."54999":
            (.invalidRequest, "the statement exceeds a limit of the server (\(message))")
        default: nil
        }
    }

    private static func others(of state: String, _ message: String) -> (Code, String) {
        switch state.prefix(2) {
        case "28", "3D": (.cannotOpen, message)
        // These messages never quote values: they are about names and states.
        case "0A", "25", "3B", "42", "53", "55", "57", "58", "XX":
            (.failure, "\(message) (SQLSTATE \(state))")
        default: (.failure, "the server refused the statement (SQLSTATE \(state))")
        }
    }
}
