/// Polls a store for writes by others that are not reported as commits.
struct ExternalChangeMonitor: Sendable {
    /// The interval between two polls; `nil` for no polling.
    let interval: Duration?
    private let backend: any StoreBackend
    private var version: Int64?

    init(_ backend: any StoreBackend, every interval: Duration?) {
        self.backend = backend
        self.interval = interval
    }

    /// Tests whether others have written since the last call.
    ///
    /// The first call returns `true`, unless polling is off.
    mutating func hasChanged() async throws(StoreError) -> Bool {
        guard interval != nil, let now = try await Self.version(of: backend), now != version
        else { return false }
        version = now
        return true
    }

    /// Does not run on the caller's actor, which may belong to a user interface.
    @concurrent
    private static func version(
        of backend: any StoreBackend
    ) async throws(StoreError) -> Int64? {
        try backend.foreignVersion()
    }
}
