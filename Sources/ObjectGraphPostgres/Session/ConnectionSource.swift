import ObjectGraph

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// The means to connect to the database of a store.
struct ConnectionSource: Sendable {
    let options: ConnectionOptions
    let settings: PostgresSettings
    let hooks: PostgresHooks

    /// The database, hosts, role and schema, for messages.
    var place: String { "schema '\(settings.schema)' of \(options.place)" }

    /// Connects; while the server admits no further connection, waits for at most the busy timeout.
    ///
    /// - Throws: ``StoreError`` with the codes of ``PostgresConnection``.
    func connect() throws(StoreError) -> PostgresConnection {
        let deadline = ContinuousClock.now + settings.busyTimeout
        var milliseconds: UInt32 = 5
        while true {
            do throws(StoreError) {
                return try PostgresConnection(options, settings, hooks: hooks)
            } catch  where error.code == .busy && ContinuousClock.now < deadline {
                ConnectionSource.pause(milliseconds: milliseconds)
                milliseconds = min(milliseconds * 2, 200)
            }
        }
    }

    /// Pauses before another attempt.
    static func pause(milliseconds: UInt32) {
        usleep(milliseconds * 1000)
    }
}
