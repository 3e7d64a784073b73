import Synchronization

/// The passage of a request's body from the task that reads it to the thread that sends it.
package final class RequestBodyPipe: Sendable {
    /// The number of unsent bytes at which the reading task pauses.
    private static let capacity = 1 << 18

    /// The result of taking bytes.
    package enum Taken {
        /// Some bytes were taken.
        case bytes(Int)
        /// No bytes are available yet; the signal follows.
        case nothingYet
        /// The body is complete.
        case end
        /// The body cannot be read.
        case failed(TransportError)
    }

    private struct State {
        var chunks: [[UInt8]] = []
        /// The number of bytes of the first chunk that were taken.
        var offset = 0
        var unsent = 0
        var end: Result<Void, TransportError>?
        var isAwaited = false
        var writer: CheckedContinuation<Void, Never>?
    }

    private let state: Mutex<State>
    private let signal: @Sendable () -> Void

    /// Creates a pipe.
    ///
    /// - Parameters:
    ///   - bytes: The first bytes of the body.
    ///   - isComplete: Whether these are all.
    ///   - signal: Notifies the sending side of new bytes after it found none.
    package init(
        _ bytes: [UInt8], isComplete: Bool, signal: @escaping @Sendable () -> Void = {}
    ) {
        var initial = State()
        if !bytes.isEmpty { initial.chunks = [bytes] }
        initial.unsent = bytes.count
        if isComplete { initial.end = .success(()) }
        state = Mutex(initial)
        self.signal = signal
    }

    /// Reads a body into the pipe, waiting while much is unsent; ends when the task is cancelled.
    package func fill(from body: RequestBody) async {
        guard case .chunks(let chunks) = body.content else { return }
        var count = 0
        do {
            try await chunks { chunk in
                count += chunk.count
                if let length = body.length, count > length { throw body.lengthError(count) }
                try await write(chunk)
            }
            guard body.length == nil || count == body.length else { throw body.lengthError(count) }
            finish(.success(()))
        } catch let error as TransportError {
            finish(.failure(error))
        } catch {
            finish(.failure(RequestBody.unreadable("reading it failed: \(error)")))
        }
    }

    private func write(_ chunk: [UInt8]) async throws {
        guard !chunk.isEmpty else { return }
        try Task.checkCancellation()
        change { state in
            state.chunks.append(chunk)
            state.unsent += chunk.count
        }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let goesOn = state.withLock { state in
                    let goesOn = state.unsent < Self.capacity || Task.isCancelled
                    if !goesOn { state.writer = continuation }
                    return goesOn
                }
                if goesOn { continuation.resume() }
            }
        } onCancel: {
            takeWriter()?.resume()
        }
        try Task.checkCancellation()
    }

    private func takeWriter() -> CheckedContinuation<Void, Never>? {
        state.withLock { $0.writer.take() }
    }

    private func finish(_ end: Result<Void, TransportError>) { change { $0.end = end } }

    private func change(_ body: (inout State) -> Void) {
        let isAwaited = state.withLock { state in
            body(&state)
            defer { state.isAwaited = false }
            return state.isAwaited
        }
        if isAwaited { signal() }
    }

    /// Moves bytes into a buffer; never waits.
    @unsafe
    package func take(into buffer: UnsafeMutableRawBufferPointer) -> Taken {
        let (taken, writer) = state.withLock {
            state -> (Taken, CheckedContinuation<Void, Never>?) in
            if case .failure(let error) = state.end { return (.failed(error), nil) }
            guard let chunk = state.chunks.first else {
                state.isAwaited = state.end == nil
                return (state.end == nil ? .nothingYet : .end, nil)
            }
            let part = chunk[state.offset...].prefix(buffer.count)
            // The part is at most as long as the buffer.
            unsafe buffer.copyBytes(from: part)
            state.offset += part.count
            state.unsent -= part.count
            if state.offset == chunk.count {
                state.chunks.removeFirst()
                state.offset = 0
            }
            return (.bytes(part.count), state.unsent < Self.capacity ? state.writer.take() : nil)
        }
        writer?.resume()
        return taken
    }
}
