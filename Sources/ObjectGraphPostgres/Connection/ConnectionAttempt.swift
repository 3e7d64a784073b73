import MercatorCPostgres
import ObjectGraph

/// An attempt to connect.
///
/// libpq's functions are called separately instead of `PQconnectdb`, because only then its messages
/// have the SQLSTATE of a server that refuses the connection. The text is localized.
struct ConnectionAttempt {
    let options: ConnectionOptions
    let settings: PostgresSettings

    /// Connects, and returns an open connection, which the caller closes.
    ///
    /// libpq itself tries the next host if one refuses. If a host does not respond in time, a new
    /// attempt is made with the remaining hosts.
    @unsafe
    func run() throws(StoreError) -> OpaquePointer {
        var skipped = 0
        while true {
            let keywords = options.keywords(settings, skippingHosts: skipped)
            let started = unsafe keywords.withKeywords { unsafe PQconnectStartParams($0, $1, 0) }
            guard let handle = unsafe started else {
                throw StoreError(.cannotOpen, "there is no memory for a connection")
            }
            do throws(StoreError) {
                guard let silent = try unsafe silentHost(handle, after: skipped) else {
                    return unsafe handle
                }
                unsafe PQfinish(handle)
                skipped = silent + 1
            } catch {
                unsafe PQfinish(handle)
                throw error
            }
        }
    }

    /// Waits until the connection is open; returns the index of a host that does not answer in time
    /// and is not the last.
    @unsafe
    private func silentHost(
        _ handle: OpaquePointer, after skipped: Int
    ) throws(StoreError) -> Int? {
        guard unsafe PQstatus(handle) != CONNECTION_BAD else { throw unsafe failure(handle) }
        unsafe PQsetErrorVerbosity(handle, PQERRORS_VERBOSE)
        unsafe mercator_ignore_notices(handle)
        var wanted = PGRES_POLLING_WRITING
        var address = ""
        var end: ContinuousClock.Instant?
        let limit = options.connectTimeout(settings)
        while wanted != PGRES_POLLING_OK {
            guard wanted != PGRES_POLLING_FAILED else { throw unsafe failure(handle) }
            // Each address of each host has the whole time.
            let current = unsafe ConnectionAttempt.address(handle)
            if current != address { (address, end) = (current, limit.map { .now + $0 }) }
            let isReady = unsafe ConnectionAttempt.wait(
                for: PQsocket(handle), writing: wanted == PGRES_POLLING_WRITING, until: end)
            guard isReady else {
                let host = unsafe PQhost(handle).map { unsafe String(cString: $0) } ?? ""
                let index = options.hosts.dropFirst(skipped).firstIndex(of: host) ?? skipped
                if index + 1 < options.hosts.count { return index }
                throw StoreError(
                    .unreachable,
                    "\(options.endpoint) cannot be reached: there was no answer within "
                        + (limit ?? .zero).text)
            }
            wanted = unsafe PQconnectPoll(handle)
        }
        return nil
    }
}
