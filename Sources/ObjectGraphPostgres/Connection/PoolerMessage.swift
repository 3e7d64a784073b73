import ObjectGraph

/// The messages of a pooler that ends a connection.
///
/// PgBouncer has one SQLSTATE, 08P01, for all of it, and does not translate its messages.
enum PoolerMessage {
    case startupParameter, statementMode, waiting, full, unreachableServer

    /// Recognizes a message of PgBouncer; `nil` for any other message.
    init?(_ message: String) {
        if message.contains("startup parameter") {
            self = .startupParameter
        } else if message.contains("statement pooling mode") {
            self = .statementMode
        } else if message.contains("query_wait_timeout") {
            self = .waiting
        } else if message.contains("no more connections allowed") {
            self = .full
        } else if message.contains("cannot connect to server") || message.contains("login failed") {
            self = .unreachableServer
        } else {
            return nil
        }
    }

    /// The code and the message of the error.
    var error: (StoreError.Code, String) {
        switch self {
        case .startupParameter:
            (
                .cannotOpen,
                "a pooler refused a start-up parameter, such as 'options' of the connection string "
                    + "or PGOPTIONS (SQLSTATE 08P01); leave it out, or list it in "
                    + "ignore_startup_parameters of the pooler, and Mercator sets it with a "
                    + "statement; in transaction mode, set preparesStatements to false as well"
            )
        case .statementMode:
            (
                .unsupported,
                "the pooler has pool_mode = statement, which allows no transactions (SQLSTATE "
                    + "08P01); use session mode, or transaction mode with preparesStatements set "
                    + "to false"
            )
        case .waiting:
            (
                .busy,
                "the pooler had no connection to the server within its query_wait_timeout; give "
                    + "it more of them (default_pool_size), or run fewer units of work at once"
            )
        case .full:
            (.busy, "the pooler has as many clients as it may have (max_client_conn); try again")
        case .unreachableServer:
            (.unreachable, "the pooler cannot connect to the server (SQLSTATE 08P01)")
        }
    }
}
