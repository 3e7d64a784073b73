/// Asks a store from time to time whether somebody has written to it of whose commits nobody tells.
struct ForeignWatch: Sendable {
    /// How long to wait between two questions; `nil` if it never asks.
    let interval: Duration?
    private let backend: any StoreBackend
    private var version: Int64?

    init(_ backend: any StoreBackend, every interval: Duration?) {
        self.backend = backend
        self.interval = interval
    }

    /// Whether somebody has written since the last time this was asked.
    ///
    /// The first answer is yes, unless the watch never asks.
    mutating func hasChanged() async throws(StoreError) -> Bool {
        guard interval != nil, let now = try await Self.version(of: backend), now != version
        else { return false }
        version = now
        return true
    }

    /// Not on the caller's actor, which may be that of a user interface.
    @concurrent
    private static func version(
        of backend: any StoreBackend
    ) async throws(StoreError) -> Int64? {
        try backend.foreignVersion()
    }
}
