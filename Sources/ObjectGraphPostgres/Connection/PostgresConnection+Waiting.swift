import MercatorCPostgres
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

/// Waiting for answers.
extension PostgresConnection {
    /// Returns the next result; `nil` after the last one, and if the connection is lost.
    ///
    /// - Throws: ``StoreError`` with code `busy` if a pooler has no connection to the server within
    ///   its limit, and `unreachable` if the server no longer responds.
    func nextResult(_ sql: String?) throws(StoreError) -> PostgresResult? {
        guard !isBroken else { return nil }
        try awaitInput(sql)
        return unsafe PQgetResult(handle).map { unsafe PostgresResult(owning: $0) }
    }

    /// Waits until a result can be read without waiting, or the connection is lost.
    ///
    /// A server sends nothing while it executes a statement, for any time. An attempt to connect
    /// detects a failed network or proxy, which may not close its connections.
    func awaitInput(_ sql: String?) throws(StoreError) {
        let limit = poolerLimit ?? settings.silenceLimit
        var end = ContinuousClock.now + limit
        while unsafe PQisBusy(handle) == 1 {
            let isReady = ConnectionAttempt.wait(
                for: unsafe PQsocket(handle), writing: false, until: end)
            guard !isReady else {
                guard unsafe PQconsumeInput(handle) == 1 else { break }
                continue
            }
            if let poolerLimit { throw abandoned(.busy, poolerMessage(poolerLimit), sql) }
            guard isAnswering else { throw abandoned(.unreachable, silenceMessage, sql) }
            end = .now + limit
        }
        poolerLimit = nil
    }

    /// Indicates whether the server or a proxy responds to an attempt to connect, even by refusing.
    private var isAnswering: Bool {
        do throws(StoreError) {
            unsafe PQfinish(try ConnectionAttempt(options: options, settings: settings).run())
            return true
        } catch {
            return error.code != .unreachable
        }
    }

    /// Closes the connection, whose response may arrive later, and returns the error.
    ///
    /// It is closed at once: a pooler would give it a connection to the server after all, and wait
    /// for the end of a transaction.
    private func abandoned(_ code: StoreError.Code, _ message: String, _ sql: String?) -> StoreError
    {
        isBroken = true
        shutdown(unsafe PQsocket(handle), Int32(SHUT_RDWR))
        return note(StoreError(code, message, sql: sql))
    }

    private func poolerMessage(_ limit: Duration) -> String {
        "the pooler at \(endpoint) had no connection to the server for \(limit.text); give it "
            + "more of them (default_pool_size), or run fewer units of work at once"
    }

    private var silenceMessage: String {
        "the connection to \(endpoint) was lost (there was no answer for \(settings.silenceLimit.text), "
            + "nor to an attempt to connect)"
    }
}
