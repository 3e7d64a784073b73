import Synchronization

/// The state of a container, which its sequences of changes share with it.
final class ContainerState: Sendable {
    /// The description of the store.
    let storeName: String
    private let isClosed = Mutex(false)

    init(storeName: String) {
        self.storeName = storeName
    }

    func close() { isClosed.withLock { $0 = true } }

    /// Throws ``StoreError`` with code `closed` after the container was closed.
    func requireOpen() throws(StoreError) {
        guard !isClosed.withLock(\.self) else { throw StoreError.closed(storeName) }
    }
}
