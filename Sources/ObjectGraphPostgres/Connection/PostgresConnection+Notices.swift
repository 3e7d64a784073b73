import MercatorCPostgres
import ObjectGraph
import ObjectGraphSQL

/// Notices of other sessions, which are sent with `NOTIFY`.
extension PostgresConnection {
    /// Receives the notices of a channel from now on.
    func listen(to channel: String) throws(StoreError) {
        try execute("LISTEN \(channel.quotedName)")
        channels.insert(channel)
    }

    /// Indicates whether notices of a channel are received.
    func listens(to channel: String) -> Bool { channels.contains(channel) }

    /// Reads the notices that have arrived, without waiting; tests for one from a different
    /// session.
    ///
    /// - Throws: ``StoreError`` with code `unreachable` if the connection is lost.
    func takeNotices() throws(StoreError) -> Bool {
        guard unsafe PQconsumeInput(handle) == 1, !isLost else { throw lost(nil) }
        var isNoticed = false
        while let notice = unsafe PQnotifies(handle) {
            if unsafe Int(notice.pointee.be_pid) != processNumber { isNoticed = true }
            unsafe PQfreemem(notice)
        }
        return isNoticed
    }
}
