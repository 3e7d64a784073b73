import EntityMapper
import HTTPValues
import ObjectGraph
import RemotePlanning
import StreamingImport
import Synchronization

/// The validators of a manager's requests, which are kept in the store of its objects.
final class ValidatorKeeper: Sendable {
    /// The greatest number of validators in a container.
    static let limit = 10_000
    /// The number of responses after which validators are counted, the first time at once.
    private static let interval = 256

    private struct State {
        var count = 0
        /// The last times of unchanged responses, with hashes of the validators.
        ///
        /// They are not worth a commit.
        var confirmations: [ValidatorKey: (hash: Int, date: Int64)] = [:]
    }

    /// A hash of everything that determines the result of mapping a response.
    let content: String
    private let plan: RemotePlan
    private let container: PersistentContainer
    private let options: RemoteOptions
    private let credentials: CredentialKeeper?
    private let state = Mutex(State())

    init(
        _ plan: RemotePlan, _ container: PersistentContainer, _ options: RemoteOptions,
        _ credentials: CredentialKeeper?
    ) {
        self.plan = plan
        self.container = container
        self.options = options
        self.credentials = credentials
        var digest = SourceDigest()
        let responses = plan.server.responses.map { "\($0) \(String(describing: $0.scope))" }
        let parts = [plan.mappings.model.text, plan.mappings.mappings.content] + responses
        digest.add(Array(parts.joined(separator: "\n").utf8)[...])
        content = digest.text
    }

    /// Returns the condition for a request: the stored version of a GET response, or the base
    /// version of a change.
    func known(for request: ResourceRequest) async throws(RemoteError) -> KnownValidator? {
        guard !request.hasCondition,
            request.method == .get
                ? !CacheControl(request.headers).contains("no-cache")
                : options.sendsIfMatch && [.put, .patch, .delete].contains(request.method)
        else { return nil }
        // The sending itself reports why there is no credential.
        let identity = try? await credentials?.identity(for: request.url)
        guard let key = plan.validatorKey(of: request.url, request.headers, identity: identity)
        else { return nil }
        let headers = Secrets(plan.server).keeping(request.headers)
        return try await perform(request) { [content] context in
            guard let text = try context.metadata(key.metadataKey),
                let validator = StoredValidator(text: text)
            else { return nil }
            if request.method == .get {
                guard let representation = validator.representation,
                    representation.fits(headers, plan: content),
                    try context.hasAll(representation.roots)
                else { return nil }
            } else if validator.tag?.form != .strong {
                return nil
            }
            return KnownValidator(key: key, identity: identity, text: text, validator: validator)
        }
    }

    /// Returns the strong entity tag of the last response to a user's request, or `nil`.
    func strongTag(
        of request: ResourceRequest, _ identity: String?, in context: ManagedObjectContext
    ) throws(StoreError) -> String? {
        guard let key = plan.validatorKey(of: request.url, request.headers, identity: identity),
            let text = try context.metadata(key.metadataKey),
            let tag = StoredValidator(text: text)?.tag, tag.form == .strong
        else { return nil }
        return tag.text
    }

    /// Returns the objects of a response that is still fresh; `nil` unless they are to be taken.
    func freshRoots(_ known: KnownValidator?) -> [ManagedObjectID]? {
        guard options.freshness == .asServed, let known,
            let representation = known.validator.representation,
            let lifetime = representation.lifetime
        else { return nil }
        let confirmed = state.withLock { $0.confirmations[known.key] }
        let date =
            if let confirmed, confirmed.hash == known.text.hashValue {
                confirmed.date
            } else {
                known.validator.date
            }
        let age = options.clock.date.seconds - date
        return (0..<lifetime).contains(age) ? representation.roots : nil
    }

    /// Returns the objects of an unchanged response.
    ///
    /// Returns `nil` if the response was for a different user, or if the validator or one of the
    /// objects has changed locally since the request was sent.
    func confirmed(
        _ known: KnownValidator, by exchange: Exchange, to request: ResourceRequest
    ) async throws(RemoteError) -> [ManagedObjectID]? {
        guard !exchange.isRedirected, exchange.identity == known.identity,
            try await self.known(for: request) == known
        else { return nil }
        if options.freshness == .asServed {
            let confirmation = (hash: known.text.hashValue, date: exchange.date.seconds)
            state.withLock { state in
                if state.confirmations.count >= Self.limit { state.confirmations = [:] }
                state.confirmations[known.key] = confirmation
            }
        }
        return known.validator.representation?.roots
    }

    /// Runs a unit of work that does not apply a response.
    private func perform<Result: Sendable>(
        _ request: ResourceRequest? = nil, _ work: @Sendable (ManagedObjectContext) throws -> Result
    ) async throws(RemoteError) -> Result {
        do {
            return try await container.performBackgroundTask(
                retryLimit: options.mapping.retryLimit, work)
        } catch is CancellationError {
            throw .cancelled
        } catch {
            var failure = RemoteError(
                .failedMapping,
                "the versions of earlier responses cannot be read, and nothing was sent: \(error)",
                cause: error)
            if let request { failure.note(request.method, request.url, Secrets(plan.server)) }
            throw failure
        }
    }
}

/// Limiting the number.
extension ValidatorKeeper {
    /// Removes the oldest validators if there are too many, and outdated ones of an earlier
    /// release.
    ///
    /// It is called after each stored validator. The response itself is saved, so a failure is not
    /// reported; a later response removes them.
    func limitCount() async {
        let isDue = state.withLock { state in
            state.count += 1
            return state.count % Self.interval == 1
        }
        guard isDue else { return }
        for keys in (try? await perform(nil, excess)) ?? [] {
            try? await perform { context in
                for entry in keys {
                    context.compareAndSet(
                        MetadataChange(entry.key, from: entry.text, to: nil))
                }
                try context.save()
            }
        }
    }

    /// Returns the validators and marks to remove, by the store that keeps them: the oldest
    /// validators beyond nine tenths of the limit, if there are more than the limit.
    @Sendable private func excess(
        _ context: ManagedObjectContext
    ) throws -> [[MetadataEntry]] {
        let secrets = Secrets(plan.server)
        let isObsolete = { (key: MetadataKey) in
            let url = ValidatorKey(metadataKey: key).url
            return secrets.keeping(url) != url
        }
        var keys = try context.metadata(behind: ValidatorKey.prefix, withTexts: false)
            .map(\.key)
        let marks = try context.metadata(behind: ValidatorKey.markPrefix, withTexts: false).map(
            \.key)
        var excess = (keys + marks).filter(isObsolete)
        keys.removeAll(where: isObsolete)
        if keys.count > Self.limit {
            // Texts are long; all at once would take much memory.
            let dates = try keys.map { key in
                try context.metadata(key).flatMap(StoredValidator.init)?.date ?? .min
            }
            excess += keys.indices.sorted { dates[$0] < dates[$1] }
                .prefix(keys.count - Self.limit / 10 * 9).map { keys[$0] }
        }
        let entries = try excess.map { key in
            MetadataEntry(key, try context.metadata(key) ?? "")
        }
        return Array(Dictionary(grouping: entries, by: \.key.entity).values)
    }
}

extension ManagedObjectContext {
    /// Tests whether all of these objects exist.
    fileprivate func hasAll(_ objects: [ManagedObjectID]) throws(StoreError) -> Bool {
        for (name, own) in Dictionary(grouping: objects, by: \.entityName) {
            guard let root = model.layout(named: name)?.root else { return false }
            try load(root: root, own.map(\.number))
            for object in own where try position(root: root, object.number) == nil { return false }
        }
        return true
    }
}
