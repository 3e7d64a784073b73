import HTTPValues
import RemotePlanning
import Synchronization

/// The parts that all requests of a manager share.
final class RequestSender: Sendable {
    let plan: RemotePlan
    let transport: any ResourceTransport
    let options: RemoteOptions
    let credentials: CredentialKeeper?
    let turns: Turns<Origin>
    /// The turns of the requests whose bodies are read while they arrive, which also have a turn.
    let streamTurns: Turns<Origin>
    let pauses = OriginPauses()
    let budget = RetryBudget()
    /// The greatest number of streams from an origin at a time.
    private static let streamWidth = 5
    private let generator: Mutex<any RandomNumberGenerator & Sendable>

    init(
        _ plan: RemotePlan, _ transport: any ResourceTransport, _ options: RemoteOptions,
        _ credentials: CredentialKeeper?
    ) {
        self.plan = plan
        self.transport = transport
        self.options = options
        self.credentials = credentials
        turns = Turns(width: options.width)
        streamTurns = Turns(width: min(options.width - 1, Self.streamWidth))
        generator = Mutex(options.generator)
    }

    /// Decides after a sending; `nil` or a wait, and the reason for `nil`.
    func decision(
        after outcome: RetryPolicy.Outcome, _ request: TransportRequest, sendings: Int,
        retryAfter: Duration?
    ) -> RetryPolicy.Decision {
        let isRepeatable =
            request.headers[options.idempotencyKeyField] != nil
            || request.method == .patch && request.headers["If-Match"] != nil
        return generator.withLock { generator in
            options.retry.decision(
                after: outcome, request.method, isRepeatable: isRepeatable,
                sendings: sendings, retryAfter: retryAfter, using: &generator)
        }
    }

    /// Returns a random number from 0 to 1.
    func randomFraction() -> Double {
        generator.withLock { Double.random(in: 0...1, using: &$0) }
    }

    /// Returns the random wait after a number of failed rounds.
    func wait(afterRounds count: Int) -> Duration {
        generator.withLock { options.retry.wait(count, using: &$0) }
    }

    func observe(_ event: @autoclosure () -> RemoteEvent) {
        guard let observer = options.observer else { return }
        observer.observe(event())
    }
}
