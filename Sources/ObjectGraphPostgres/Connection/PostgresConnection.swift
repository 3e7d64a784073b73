import MercatorCPostgres
package import ObjectGraph

/// A connection to a database.
///
/// It is used by one task at a time: readers and the writer keep theirs inside a `Mutex`.
///
/// - Invariant: `handle` is a connection from the initializer to `deinit`. Each result is freed by
///   its ``PostgresResult``, or in the method that received it.
@safe
package final class PostgresConnection {
    /// Used only in the files of this class.
    let handle: OpaquePointer
    package let settings: PostgresSettings
    let options: ConnectionOptions
    /// The database, hosts and role, for messages.
    package var endpoint: String { options.endpoint }
    /// Counts the statements, and passes them to a trace closure.
    package let hooks: PostgresHooks
    var prepared = PreparedStatements()
    /// Indicates whether a statement has found the connection closed.
    ///
    /// libpq's status does not change after a failure to send that is reported after the server's
    /// last message.
    var isBroken = false
    /// Indicates whether rows of a statement are still to be read.
    var isReading = false
    /// Indicates whether statements without rows are deferred.
    var defers = false
    /// The deferred statements whose answers have not been read.
    var deferred: PostgresPipeline?
    /// The time to wait for the first answer if a pooler may not have a connection to the server
    /// yet; `nil` if it has.
    var poolerLimit: Duration?
    /// The statements that have not been answered, if they are profiled.
    var watches = StatementWatches()
    /// The channels whose notices are received.
    var channels: Set<String> = []
    /// The settings that each transaction makes for itself; empty if the session keeps them.
    var localSettings: [SessionSetting] = []
    /// The details of the last error that a statement has thrown.
    package internal(set) var failure: PostgresFailure?
    /// The number of rows that the last statement inserted, changed, deleted or returned.
    package internal(set) var changeCount = 0

    /// Connects to a database, makes the settings, and checks that it can have a store.
    ///
    /// - Throws: ``StoreError`` with code `cannotOpen`, `unreachable`, `unsupported`, `denied`, or
    ///   `busy` if the server admits no further connection at the moment.
    package init(
        _ options: ConnectionOptions, _ settings: PostgresSettings,
        hooks: PostgresHooks = PostgresHooks(trace: nil)
    ) throws(StoreError) {
        if let problem = PostgresLibrary.current.problem { throw problem }
        unsafe handle = try ConnectionAttempt(options: options, settings: settings).run()
        self.settings = settings
        self.hooks = hooks
        self.options = options
        unsafe mercator_ignore_notices(handle)
        unsafe PQsetErrorVerbosity(handle, PQERRORS_DEFAULT)
        if let problem = server.problem(at: endpoint) { throw problem }
        try makeSettings(options.settings)
    }

    deinit {
        unsafe PQfinish(handle)
    }

    /// The server of the connection.
    package var server: PostgresServer {
        PostgresServer(
            version: unsafe Int(PQserverVersion(handle)),
            encoding: parameter("server_encoding") ?? "",
            isCockroach: parameter("crdb_version") != nil)
    }

    /// Returns a setting that the server reports on its own, such as `TimeZone`.
    package func parameter(_ name: String) -> String? {
        unsafe PQparameterStatus(handle, name).map { unsafe String(cString: $0) }
    }

    /// Indicates whether the connection is lost; it has to be replaced.
    package var isLost: Bool {
        if isBroken { return true }
        return unsafe PQstatus(handle) != CONNECTION_OK
    }

    /// Indicates whether a transaction is open, which may have failed.
    package var isInTransaction: Bool {
        [PQTRANS_INTRANS, PQTRANS_INERROR].contains(unsafe PQtransactionStatus(handle))
    }

    /// Indicates whether a statement of the open transaction has failed, after which the server
    /// accepts only its end.
    package var hasFailedTransaction: Bool {
        unsafe PQtransactionStatus(handle) == PQTRANS_INERROR
    }

    /// The number of the server's process for this connection, as in `pg_stat_activity`.
    package var processNumber: Int { unsafe Int(PQbackendPID(handle)) }

    /// Indicates whether the connection is encrypted.
    package var isEncrypted: Bool { unsafe PQsslInUse(handle) != 0 }
}
