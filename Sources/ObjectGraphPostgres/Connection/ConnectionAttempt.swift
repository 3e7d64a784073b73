import MercatorCPostgres
import ObjectGraph

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// An attempt to connect.
///
/// libpq's functions are called one by one, not `PQconnectdb`: only so do its messages have the
/// SQLSTATE of a server that refuses the connection. The text beside it is in any language.
struct ConnectionAttempt {
    let options: ConnectionOptions
    private let settings: PostgresSettings

    init(_ options: ConnectionOptions, _ settings: PostgresSettings) {
        self.options = options
        self.settings = settings
    }

    /// Connects, and returns an open connection, which the caller closes.
    @unsafe
    func run() throws(StoreError) -> OpaquePointer {
        let started = unsafe options.keywords(settings).withKeywords {
            unsafe PQconnectStartParams($0, $1, 0)
        }
        guard let handle = unsafe started else {
            throw StoreError(.cannotOpen, "there is no memory for a connection")
        }
        do throws(StoreError) {
            guard unsafe PQstatus(handle) != CONNECTION_BAD else { throw unsafe failure(handle) }
            unsafe PQsetErrorVerbosity(handle, PQERRORS_VERBOSE)
            unsafe mercator_ignore_notices(handle)
            try unsafe poll(handle)
            return unsafe handle
        } catch {
            unsafe PQfinish(handle)
            throw error
        }
    }

    /// Waits until the connection is open.
    @unsafe
    private func poll(_ handle: OpaquePointer) throws(StoreError) {
        var wanted = PGRES_POLLING_WRITING
        var host = ""
        var end: ContinuousClock.Instant?
        let limit = options.connectTimeout(settings)
        while wanted != PGRES_POLLING_OK {
            guard wanted != PGRES_POLLING_FAILED else { throw unsafe failure(handle) }
            // Each address of each host has the whole time.
            let current = unsafe ConnectionAttempt.address(handle)
            if current != host { (host, end) = (current, limit.map { .now + $0 }) }
            if unsafe !ConnectionAttempt.wait(
                for: PQsocket(handle), writing: wanted == PGRES_POLLING_WRITING, until: end)
            {
                // libpq takes the next host, if there is one, when the socket has an error.
                end = .now + .seconds(1)
                guard unsafe shutdown(PQsocket(handle), Int32(SHUT_RDWR)) == 0 else {
                    throw StoreError(
                        .cannotOpen, "\(options.place): no answer within \(limit ?? .zero)")
                }
            }
            wanted = unsafe PQconnectPoll(handle)
        }
    }
}
