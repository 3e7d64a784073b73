import MercatorCPostgres
import Synchronization

/// Cancels the running statement of a connection, from any task.
package final class PostgresCanceller: Sendable {
    private let request: Mutex<CancelRequest?>

    fileprivate init(_ connection: PostgresConnection) {
        // A number, since a pointer would belong to the task of the connection.
        let address = unsafe UInt(bitPattern: PQgetCancel(connection.handle))
        request = Mutex(CancelRequest(owning: address))
    }

    /// Requests the cancellation of the statement that the connection executes.
    ///
    /// The statement then throws `failure` with the SQLSTATE 57014; without one, nothing happens.
    ///
    /// - Returns: Whether the request was sent.
    @discardableResult
    package func cancel() -> Bool { request.withLock { $0?.send() ?? false } }
}

/// The address of a server and the key of a connection.
///
/// - Invariant: `handle` is a request from the initializer to `deinit`.
@safe
private struct CancelRequest: ~Copyable {
    private let handle: OpaquePointer

    /// Takes ownership of a request, which is independent of its connection.
    init?(owning address: UInt) {
        guard let handle = unsafe OpaquePointer(bitPattern: address) else { return nil }
        unsafe self.handle = handle
    }

    deinit {
        unsafe PQfreeCancel(handle)
    }

    func send() -> Bool {
        unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: 256) { reason in
            unsafe PQcancel(handle, reason.baseAddress, 256) == 1
        }
    }
}

extension PostgresConnection {
    /// Returns the means to cancel the statements of this connection.
    package func makeCanceller() -> PostgresCanceller { PostgresCanceller(self) }
}
