import RemotePlanning
import Synchronization

/// A request that is sent again and again while its outcomes are read.
///
/// The first request is sent immediately, and each further one an interval after the end of the
/// previous one, on demand. A failure is an element, and does not end the sequence:
///
/// | after | the next request is sent |
/// |---|---|
/// | an outcome, or any other failure | after the interval |
/// | a failure with `retryAfter` | after that time, if it is longer than the interval |
/// | a rejected or missing credential | after the interval, once the provider has a new one |
///
/// The sequence ends when the task is cancelled, and when the poller becomes invalid: a new poller
/// was created for its key, or its key was removed. This also cancels a running request.
///
/// ```swift
/// let poller = manager.poll("inbox", every: .seconds(60)) { try await $0.load("messages") }
/// for await result in poller {
///     switch result {
///     case .success(let outcome): show(outcome)
///     case .failure(let error): report(error)
///     }
/// }
/// ```
///
/// A poller leaves its manager when it is released.
public final class Poller: AsyncSequence, Sendable {
    /// The outcome of a request, or its error.
    public typealias Outcome = Result<RemoteOutcome, any Error>
    typealias Request = @Sendable () async throws -> RemoteOutcome

    private struct State {
        var due: ContinuousClock.Instant?
        var needsCredential = false
    }

    /// The key; a manager has one poller for a key at a time.
    public let key: String
    private let interval: Duration
    private let jitter: Double
    private let request: Request
    private let sender: RequestSender
    private let registry: PollerRegistry
    private let number: Int
    private let state = Mutex(State())

    init(
        _ key: String, every interval: Duration, jitter: Double, _ sender: RequestSender,
        _ registry: PollerRegistry, _ request: @escaping Request
    ) {
        precondition(interval > .zero, "the interval of a poller is positive")
        precondition((0...1).contains(jitter), "the jitter of a poller is a part of its interval")
        (self.key, self.interval, self.jitter) = (key, interval, jitter)
        (self.sender, self.registry, self.request) = (sender, registry, request)
        number = registry.add(key)
    }

    deinit { registry.remove(key, number) }

    /// Indicates whether requests will be sent: the key was neither removed nor given a new poller.
    public var isValid: Bool { registry.isValid(number, key) }

    /// The iterator of a poller.
    public struct Iterator: AsyncIteratorProtocol {
        fileprivate let poller: Poller

        /// Waits, sends the request, and returns its outcome; `nil` if the poller is not valid any
        /// more, or the task was cancelled.
        public mutating func next() async -> Outcome? { await poller.next() }

        /// Waits, sends the request, and returns its outcome; `nil` if the poller is not valid any
        /// more, or the task was cancelled.
        ///
        /// - Parameter actor: The actor of the caller.
        /// - Returns: The outcome, or the error.
        public mutating func next(isolation actor: isolated (any Actor)?) async -> Outcome? {
            await poller.next()
        }
    }

    /// Returns an iterator, which continues after earlier iterators.
    public func makeAsyncIterator() -> Iterator { Iterator(poller: self) }
}

/// The rounds.
extension Poller {
    private func next() async -> Outcome? {
        guard let work = registry.start(number, key, { await self.round() }) else { return nil }
        defer { registry.end(work.number) }
        let result = await withTaskCancellationHandler {
            await work.task.value
        } onCancel: {
            work.task.cancel()
        }
        return isValid && !Task.isCancelled ? result : nil
    }

    /// Waits and sends the request; `nil` if the task was cancelled before that.
    private func round() async -> Outcome? {
        do {
            try await registry.turns.enter(key)
            defer { registry.turns.leave(key) }
            try await waitUntilDue()
            let element: Outcome
            do {
                element = .success(try await request())
            } catch {
                element = .failure(error)
            }
            plan(after: element)
            return element
        } catch {
            return nil
        }
    }

    private func waitUntilDue() async throws {
        let clock = sender.options.clock
        while true {
            let (due, needsCredential) = state.withLock { ($0.due, $0.needsCredential) }
            if let due, due > clock.now { try await clock.sleep(for: clock.now.duration(to: due)) }
            try Task.checkCancellation()
            guard needsCredential, await sender.credentials?.hasUntried == false else { return }
            state.withLock { $0.due = clock.now + randomInterval() }
        }
    }

    private func plan(after element: Outcome) {
        var wait = randomInterval()
        var needsCredential = false
        if case .failure(let error as RemoteError) = element {
            wait = Swift.max(wait, error.retryAfter ?? .zero)
            needsCredential =
                [.unauthorized, .failedRefresh, .missingCredential].contains(error.code)
        }
        let due = sender.options.clock.now + wait
        state.withLock { $0 = State(due: due, needsCredential: needsCredential) }
    }

    private func randomInterval() -> Duration {
        interval * (1 + jitter * sender.randomFraction())
    }
}
