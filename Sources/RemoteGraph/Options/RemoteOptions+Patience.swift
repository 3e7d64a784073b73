import ObjectGraph

extension RemoteOptions {
    /// Runs a unit of work until the store is not busy, full or unreachable any more, with growing
    /// waits.
    ///
    /// - Throws: Other errors of the work, and `CancellationError`.
    package func patiently<Result: Sendable>(
        _ work: () async throws -> Result
    ) async throws -> Result {
        var wait = retry.firstWait
        while true {
            do {
                return try await work()
            } catch let error as StoreError where error.code.mayPass {
                try await clock.sleep(for: wait)
                wait = min(wait * 2, retry.longestWait)
            }
        }
    }
}

extension StoreError.Code {
    /// Whether the same work may succeed later.
    fileprivate var mayPass: Bool {
        isOthersSave || [.busy, .full, .unreachable, .failure].contains(self)
    }
}
