package import ObjectGraph
import RemotePlanning

extension RemoteOptions {
    /// Runs a unit of work until the store is not busy, full or unreachable any more, with growing
    /// waits, at most as long as the claim of an entry lasts.
    ///
    /// - Throws: The last error of the work, and `CancellationError`.
    package func patiently<Result: Sendable>(
        _ work: () async throws -> Result
    ) async throws -> Result {
        var wait = retry.firstWait
        let end = clock.now + outbox.lease
        while true {
            do {
                return try await work()
            } catch let error as StoreError where error.code.mayPass && clock.now + wait < end {
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

    /// Indicates whether every save fails, so that the response is not the cause.
    package var isOfAllSaves: Bool {
        mayPass
            || [.cannotOpen, .closed, .corrupt, .denied, .readOnly, .unknownOutcome].contains(self)
    }
}
