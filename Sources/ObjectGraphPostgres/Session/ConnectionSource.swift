import ObjectGraph

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Android)
    import Android
#else
    import Darwin
#endif

/// The means to connect to the database of a store.
struct ConnectionSource: Sendable {
    let options: ConnectionOptions
    let settings: PostgresSettings
    let hooks: PostgresHooks
    /// The idle connections of the store, which are closed if the server admits no further one.
    let idle = IdleConnections()
    /// The limits of the server; `nil` until the store is open.
    private(set) var limits: ConnectionLimits?

    init(options: ConnectionOptions, settings: PostgresSettings, hooks: PostgresHooks) {
        self.options = options
        self.settings = settings
        self.hooks = hooks
    }

    /// Returns the means to connect again, for a store that was opened with a connection: a server
    /// that cannot be reached is then `unreachable`, not `cannotOpen`.
    func opened(by connection: PostgresConnection) throws(StoreError) -> ConnectionSource {
        var source = self
        source.limits = try ConnectionLimits(connection)
        return source
    }

    /// The database, hosts, role and schema, for messages.
    var endpoint: String { "schema '\(settings.schema)' of \(options.endpoint)" }

    /// Connects; while the server admits no further connection, waits for at most the busy timeout.
    ///
    /// - Throws: ``StoreError`` with the codes of ``PostgresConnection``.
    func connect() throws(StoreError) -> PostgresConnection {
        try wait { () throws(StoreError) in
            do throws(StoreError) {
                return try attempt()
            } catch  where error.code == .busy {
                // They may be all that the role can have.
                idle.removeAll()
                throw error
            }
        }
    }

    /// Returns an idle connection, or a new one; waits like ``connect()``, also for an idle one.
    func take() throws(StoreError) -> PooledConnection {
        try wait { () throws(StoreError) in
            while let waiting = idle.take() {
                if !waiting.isLost { return waiting }
            }
            return PooledConnection(try attempt())
        }
    }

    private func attempt() throws(StoreError) -> PostgresConnection {
        try PostgresConnection(options, settings, hooks: hooks)
    }

    /// Pauses between attempts.
    static func pause(milliseconds: UInt32) {
        usleep(milliseconds * 1000)
    }
}

/// Waiting for a server.
extension ConnectionSource {
    /// Makes attempts until one succeeds, fails for good, or the busy timeout has passed.
    private func wait<Result>(
        _ attempt: () throws(StoreError) -> Result
    ) throws(StoreError) -> Result {
        let start = ContinuousClock.now
        var milliseconds: Int64 = 5
        var isFirst = true
        while true {
            let failure: StoreError
            do throws(StoreError) { return try attempt() } catch { failure = error }
            let waited = ContinuousClock.now - start
            let isCut = isFirst && failure.code == .unreachable && limits != nil
            isFirst = false
            // A connection can be cut while it is made, as at any other time.
            if isCut, waited < .seconds(1) { continue }
            guard canPass(failure) else { throw named(failure) }
            guard waited < settings.busyTimeout else { throw named(failure, after: waited) }
            let rest = (settings.busyTimeout - waited).milliseconds + 1
            ConnectionSource.pause(milliseconds: UInt32(clamping: min(milliseconds, rest)))
            milliseconds = min(milliseconds * 2, 200)
        }
    }

    /// Tests whether a later attempt may succeed.
    ///
    /// A connection may end, a server complete its start, or a standby take over.
    private func canPass(_ failure: StoreError) -> Bool {
        failure.code == .busy
            || failure.code == .unreachable && limits != nil && options.hosts.count > 1
    }

    /// Returns an error with the code of a store that is open, or is not yet.
    private func named(_ failure: StoreError, after waited: Duration? = nil) -> StoreError {
        let isOpening = failure.code == .unreachable && limits == nil
        var message = failure.message
        if let waited {
            message +=
                "; this was so for \(waited.text), the busy timeout is "
                + settings.busyTimeout.text
        }
        if failure.code == .busy, let limits { message += "; \(limits)" }
        return StoreError(isOpening ? .cannotOpen : failure.code, message, sql: failure.sql)
    }
}
