import Synchronization

/// A body whose chunks are in memory, optionally followed by an error.
package final class StoredBody: ResponseBodySource {
    private struct State {
        var chunks: ArraySlice<[UInt8]>
        var received = 0
        var error: TransportError?
    }

    private let state: Mutex<State>
    private let length: Int

    /// Creates a body from nonempty chunks.
    package init(_ chunks: [[UInt8]], error: TransportError? = nil) {
        length = chunks.reduce(0) { $0 + $1.count }
        state = Mutex(State(chunks: chunks[...], error: error))
    }

    package func nextChunk() async throws(TransportError) -> [UInt8]? {
        let isCancelled = Task.isCancelled
        let result = state.withLock { state -> Result<[UInt8]?, TransportError> in
            if isCancelled, !state.chunks.isEmpty || state.error != nil {
                state.chunks = []
                state.error = .cancelled(.receiving(bytes: state.received))
            }
            guard let chunk = state.chunks.popFirst() else {
                return state.error.map { .failure($0) } ?? .success(nil)
            }
            state.received += chunk.count
            return .success(chunk)
        }
        return try result.get()
    }

    package var metrics: TransportMetrics? {
        guard state.withLock({ $0.chunks.isEmpty && $0.error == nil }) else { return nil }
        var metrics = TransportMetrics()
        metrics.bytesReceived = length
        return metrics
    }
}
