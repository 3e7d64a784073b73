/// An open store, for use by a ``PersistentContainer`` only.
public struct StoreConnection: Sendable {
    package let backend: any StoreBackend

    package init(_ backend: any StoreBackend) {
        self.backend = backend
    }
}
