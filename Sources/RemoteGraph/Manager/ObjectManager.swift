import EntityMapper
import HTTPValues
public import ObjectGraph
package import OutboxEntries
public import RemotePlanning

/// The exchange of objects with one server, for one user.
///
/// A manager creates requests from the routes of a plan, sends them, and applies the responses to
/// a container: each in one commit, or not at all. A request that fails leaves the store as it was.
///
/// ```swift
/// let manager = ObjectManager(try RemotePlan(server, for: plan), in: container, over: transport)
/// if case .mapped(let result) = try await manager.load("articles", query: ["tag": "swift"]) {
///     print(result.total.inserted)
/// }
/// let outcome = try await manager.patch(article) { $0["title"] = "Maps" }
/// ```
///
/// Concurrent equal GET requests are coalesced. The store keeps the version of each response along
/// with its objects, and the next GET is conditional on it. All errors are ``RemoteError``; the
/// cancellation of a task has the code `cancelled` in every phase, and changes nothing.
public final class ObjectManager: Sendable {
    /// The description of the server.
    public let plan: RemotePlan
    /// The container of the objects.
    public let container: PersistentContainer
    /// The settings.
    public let options: RemoteOptions
    let credentials: CredentialKeeper?
    let sender: RequestSender
    let running = RunningRequests()
    let mappingOrder = MappingOrder()
    let validators: ValidatorKeeper
    let pollerRegistry = PollerRegistry()
    package let entryOwner = EntryOwner()
    private let hasModelOfContainer: Bool

    /// Creates a manager.
    ///
    /// - Parameters:
    ///   - plan: The description of the server, for the model of the container.
    ///   - container: The container of the objects.
    ///   - transport: The way of requests to the server.
    ///   - options: The settings.
    ///   - provider: The source of credentials; `nil` for a server without any.
    public init(
        _ plan: RemotePlan, in container: PersistentContainer,
        over transport: any ResourceTransport, options: RemoteOptions = RemoteOptions(),
        credentials provider: (any CredentialProvider)? = nil
    ) {
        self.plan = plan
        self.container = container
        self.options = options
        let keeper = provider.map { CredentialKeeper($0, options) }
        credentials = keeper
        sender = RequestSender(plan, transport, options, keeper)
        validators = ValidatorKeeper(plan, container, options, keeper)
        let model = plan.mappings.model
        hasModelOfContainer =
            model === container.model || model.entities == container.model.entities
    }

    /// The number of tasks that wait for responses.
    package var waitingTaskCount: Int { running.waitingTaskCount }

    /// Sends a request and applies its response; equal ones do so together.
    package func perform(_ job: RemoteJob) async throws(RemoteError) -> RemoteOutcome {
        try await perform(job.request, try await key(of: job)) {
            [self] (number) throws(RemoteError) in
            try await run(job, number)
        }
    }

    /// Performs a request; concurrent equal requests are coalesced.
    func perform<Value: Sendable>(
        _ request: RemoteRequest, _ key: RunningRequests.Key?,
        _ run: @escaping @Sendable (_ number: Int) async throws(RemoteError) -> Value
    ) async throws(RemoteError) -> Value {
        guard !Task.isCancelled else { throw .cancelled }
        try prepare()
        let (work, ticket, number, isNew): (SharedWork<Value>, _, _, _) = running.join(request, key)
        if isNew {
            work.start { [running] in
                defer { running.remove(number) }
                do throws(RemoteError) {
                    return .success(try await run(number))
                } catch {
                    return .failure(error)
                }
            }
        }
        return try await work.value(ticket).get()
    }

    /// Checks that the plan fits the container, and upgrades entries of earlier versions.
    func prepare() throws(RemoteError) {
        guard hasModelOfContainer else {
            throw RemoteError(
                .invalidRequest,
                "the plan was made for another model than the container's; make it with "
                    + "container.model")
        }
        // If the store cannot be read or saved, the request itself fails with a precise error; the
        // next request upgrades again.
        try? entryOwner.upgrade(container, retryLimit: options.mapping.retryLimit)
    }

    /// Returns the key for coalescing a request; `nil` if it must not be shared.
    func key(of job: RemoteJob) async throws(RemoteError) -> RunningRequests.Key? {
        let request = job.request.request
        guard request.method == .get, job.body == nil else { return nil }
        var credential: Credential?
        if let credentials, let origin = Origin(request.url), credentials.covers(origin) {
            credential = try await credentials.latest()
        }
        return RunningRequests.Key(
            request: job.request.key, metadata: job.request.metadata, headers: request.headers,
            purpose: job.purpose, target: job.target, credential: credential)
    }

    private func run(_ job: RemoteJob, _ number: Int) async throws(RemoteError) -> RemoteOutcome {
        try await observing(job.request.request, number) {
            [self] (event, stopwatch) throws(RemoteError) in
            try await run(job, event, stopwatch)
        }
    }

    /// Performs a request, and notifies its observer of the end.
    func observing<Value: Sendable>(
        _ request: ResourceRequest, _ number: Int,
        _ work: @Sendable (RemoteEvent.Request, Stopwatch) async throws(RemoteError) -> Value
    ) async throws(RemoteError) -> Value {
        let event = RemoteEvent.Request(
            number: number, method: request.method, url: Secrets(plan.server).hiding(request.url))
        let stopwatch = Stopwatch(options.clock)
        do throws(RemoteError) {
            let value = try await work(event, stopwatch)
            sender.observe(.ended(event, stopwatch.read(), nil))
            return value
        } catch {
            sender.observe(.ended(event, stopwatch.read(), error))
            throw error
        }
    }

    private func run(
        _ job: RemoteJob, _ event: RemoteEvent.Request, _ stopwatch: Stopwatch
    ) async throws(RemoteError) -> RemoteOutcome {
        let start = mappingOrder.begin(job.request.key)
        defer { mappingOrder.end(start, job.request.key) }
        let request: ResourceRequest
        let exchange: Exchange
        switch try await answer(job, event, start, stopwatch) {
        case .outcome(let outcome): return outcome
        case .exchange(let found, let sent): (exchange, request) = (found, sent)
        }
        let before = options.clock.now
        let confirmed = try await outcome(
            ofRefused: request, exchange, job, event, start, stopwatch)
        let outcome: RemoteOutcome
        if let confirmed {
            outcome = confirmed
        } else {
            outcome = try await ResponseApplication(self, job, exchange, start).run()
        }
        if outcome.isCommitted {
            observeSaving(event.number, exchange, since: before)
            if exchange.method == .get { await validators.limitCount() }
        }
        return outcome
    }

    /// Reports that a response was applied and saved.
    func observeSaving(
        _ number: Int, _ exchange: Exchange, since start: ContinuousClock.Instant
    ) {
        let request = RemoteEvent.Request(
            number: number, method: exchange.method,
            url: Secrets(plan.server).hiding(exchange.url))
        sender.observe(.saved(request, start.duration(to: options.clock.now)))
    }
}
