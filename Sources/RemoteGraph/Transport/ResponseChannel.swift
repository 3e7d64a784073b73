package import HTTPValues
import Synchronization

/// The passage of a response from the thread that receives it to the task that reads it.
///
/// The receiving side calls ``reach(_:)``, ``open(_:wakes:)``, ``hasRoom()``, ``write(_:wakes:)``
/// and ``finish(_:)``, and never waits. The reading side waits for ``head()`` and chunks.
package final class ResponseChannel: Sendable {
    /// The number of unread bytes at which the receiving side pauses.
    package static let capacity = 1 << 20
    /// The number of bytes up to which chunks are joined.
    private static let smallCount = 1 << 14

    /// The first part of a response.
    package struct Head: Sendable {
        package var status: Int
        package var version: TransportResponse.Version
        package var headers: HeaderFields = [:]

        package init(_ status: Int, _ version: TransportResponse.Version) {
            self.status = status
            self.version = version
        }
    }

    /// A request of the reading side.
    package enum Signal: Sendable {
        /// There is room again.
        case resume
        /// Nothing will be read any more.
        case close
    }

    private struct State {
        var stage = TransportError.Stage.notSent
        var head: Head?
        var chunks: [[UInt8]] = []
        var next = 0
        var unread = 0
        var received = 0
        var isHeld = false
        var isClosed = false
        var end: Result<TransportMetrics, TransportError>?
        var waiters: [CheckedContinuation<Void, Never>] = []
        /// The number of changes, to detect missed ones.
        var version = 0

        var hasChunk: Bool { next < chunks.count }

        /// Appends a chunk, to the last one if both are small.
        mutating func append(_ chunk: [UInt8]) {
            unread += chunk.count
            received += chunk.count
            if hasChunk, let last = chunks.indices.last,
                chunks[last].count + chunk.count <= ResponseChannel.smallCount
            {
                chunks[last] += chunk
            } else {
                chunks.append(chunk)
            }
        }

        /// Removes the first chunk.
        mutating func takeChunk() -> [UInt8] {
            let chunk = chunks[next]
            chunks[next] = []
            next += 1
            unread -= chunk.count
            if next * 2 >= chunks.count {
                chunks.removeFirst(next)
                next = 0
            }
            return chunk
        }
    }

    private let state = Mutex(State())
    private let signal: @Sendable (Signal) -> Void

    /// Creates a channel.
    ///
    /// - Parameter signal: Passes a request on to the receiving side, and does not wait.
    package init(_ signal: @escaping @Sendable (Signal) -> Void) {
        self.signal = signal
    }

    /// Changes the state and wakes the reading side, unless that is left to ``wake()``.
    private func change(wakes: Bool = true, _ body: (inout State) -> Void) {
        let waiters = state.withLock { state -> [CheckedContinuation<Void, Never>] in
            body(&state)
            state.version += 1
            guard wakes else { return [] }
            defer { state.waiters = [] }
            return state.waiters
        }
        for waiter in waiters { waiter.resume() }
    }
}

extension ResponseChannel {
    /// The progress of the request.
    package var stage: TransportError.Stage {
        state.withLock { $0.head == nil ? $0.stage : .receiving(bytes: $0.received) }
    }

    /// Records that the request is being sent.
    package func reach(_ stage: TransportError.Stage) { state.withLock { $0.stage = stage } }

    /// Passes the first part of the response.
    ///
    /// - Parameters:
    ///   - head: The first part.
    ///   - wakes: Whether the reading side is woken; if not, ``wake()`` or an end must follow.
    package func open(_ head: Head, wakes: Bool = true) { change(wakes: wakes) { $0.head = head } }

    /// Wakes the reading side after several changes at once, which is cheaper than for each.
    package func wake() { change { _ in } }

    /// Returns whether a chunk may be written; if not, ``Signal/resume`` follows.
    package func hasRoom() -> Bool {
        state.withLock { state in
            state.isHeld = state.unread >= Self.capacity
            return !state.isHeld
        }
    }

    /// Appends a chunk; chunks after the end are dropped.
    ///
    /// - Parameters:
    ///   - chunk: The chunk.
    ///   - wakes: Whether the reading side is woken; if not, ``wake()`` or an end must follow.
    package func write(_ chunk: [UInt8], wakes: Bool = true) {
        change(wakes: wakes) { state in
            guard state.end == nil, !chunk.isEmpty else { return }
            state.append(chunk)
        }
    }

    /// Ends the response; later ends are ignored.
    package func finish(_ end: Result<TransportMetrics, TransportError>) {
        change { state in
            if state.end == nil { state.end = end }
        }
    }
}

extension ResponseChannel {
    /// The times and sizes of the transfer, once it has ended and was read.
    package var metrics: TransportMetrics? {
        state.withLock { $0.hasChunk ? nil : try? $0.end?.get() }
    }

    /// Waits for the first part of the response.
    package func head() async throws(TransportError) -> Head {
        try await waiting { state in
            if let head = state.head, !state.isClosed { return .success(head) }
            return state.end.flatMap { end in
                if case .failure(let error) = end { .failure(error) } else { nil }
            }
        }
    }

    /// Waits for a chunk; `nil` at the end.
    package func nextChunk() async throws(TransportError) -> [UInt8]? {
        let (chunk, resumes) = try await waiting {
            state -> Result<([UInt8]?, Bool), TransportError>? in
            guard state.hasChunk else { return state.end?.map { _ in (nil, false) } }
            let chunk = state.takeChunk()
            let resumes = state.isHeld && state.unread <= Self.capacity / 2
            if resumes { state.isHeld = false }
            return .success((chunk, resumes))
        }
        if resumes { signal(.resume) }
        return chunk
    }

    /// Ends the transfer from the reading side, as it is cancelled; unread chunks are dropped.
    package func close() {
        var isRunning = false
        change { state in
            isRunning = state.end == nil
            guard isRunning || state.hasChunk else { return }
            let stage = state.head == nil ? state.stage : .receiving(bytes: state.received)
            state.end = .failure(.cancelled(stage))
            state.isClosed = true
            (state.chunks, state.next, state.unread) = ([], 0, 0)
        }
        if isRunning { signal(.close) }
    }

    /// Waits until a function of the state has a result.
    private func waiting<Value: Sendable>(
        for result: (inout State) -> Result<Value, TransportError>?
    ) async throws(TransportError) -> Value {
        let found = await withTaskCancellationHandler {
            while true {
                let (found, version) = state.withLock { (result(&$0), $0.version) }
                if let found { return found }
                await withCheckedContinuation { continuation in
                    let isLate = state.withLock { state in
                        if state.version == version { state.waiters.append(continuation) }
                        return state.version != version
                    }
                    if isLate { continuation.resume() }
                }
            }
        } onCancel: {
            close()
        }
        return try found.get()
    }
}
