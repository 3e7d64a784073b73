import Dispatch
import Synchronization

/// The batches that one thread reads and another examines, in order.
///
/// At most two batches wait, so memory does not grow if reading is faster.
final class BatchQueue: Sendable {
    private struct State {
        var batches: [DocumentBatch] = []
        /// The result of reading; `nil` until the end.
        var end: Result<MalformedLines, InferenceError>?
        var isStopped = false
    }

    private let state = Mutex(State())
    /// Counts the batches that may be added.
    private let room = DispatchSemaphore(value: 0)
    /// Counts the batches to examine, and the end.
    private let news = DispatchSemaphore(value: 0)

    init() {
        // A semaphore must not be released with a smaller value than its first.
        for _ in 0..<2 { room.signal() }
    }

    /// Adds a batch, after waiting for room.
    ///
    /// - Throws: ``InferenceError`` if no more batches are examined.
    func add(_ batch: DocumentBatch) throws(InferenceError) {
        room.wait()
        let isStopped = state.withLock { state in
            if !state.isStopped { state.batches.append(batch) }
            return state.isStopped
        }
        guard !isStopped else { throw InferenceError(.unreadable, "reading was stopped") }
        news.signal()
    }

    /// Ends the queue with the result of reading.
    func end(_ result: Result<MalformedLines, InferenceError>) {
        state.withLock { $0.end = result }
        news.signal()
    }

    /// Calls a closure with each batch, and returns the malformed lines.
    ///
    /// - Throws: ``InferenceError`` of reading or of the closure. Reading has ended by then.
    func forEach(
        _ body: (DocumentBatch) throws(InferenceError) -> Void
    ) throws(InferenceError) -> MalformedLines {
        defer { stop() }
        while true {
            news.wait()
            let (batch, end) = state.withLock { state in
                (state.batches.isEmpty ? nil : state.batches.removeFirst(), state.end)
            }
            if let batch {
                room.signal()
                try body(batch)
            } else if let end {
                return try end.get()
            }
        }
    }

    /// Stops reading, and waits for its end.
    private func stop() {
        state.withLock { $0.isStopped = true }
        room.signal()
        while state.withLock({ $0.end == nil }) { news.wait() }
    }
}
