import HTTPValues
import ObjectGraph
import RemotePlanning
import Synchronization

/// The credentials of a manager, with one refresh at a time.
final class CredentialKeeper: Sendable {
    /// The time before expiry at which a credential is refreshed.
    static let leeway = Duration.seconds(30)
    /// The time limit of a refresh, and the period in which refreshes are counted.
    static let refreshLimit = Duration.seconds(30)
    /// The maximum number of refreshes in that time.
    static let refreshCount = 5

    private struct State {
        /// The last refreshed credential, and the provider's credential before.
        var replaced: (old: Credential?, new: Credential)?
        var refresh: SharedWork<Credential>?
        /// The rejected credential of the last refresh that failed, and its error.
        var failure: (rejected: Credential, error: RemoteError)?
        /// The credential of the last request that ended with 401.
        var rejected: Credential?
        var starts: [ContinuousClock.Instant] = []
        /// The last credential without the name of a user, and the identity that it got.
        var unnamed: (credential: Credential, identity: String)?
        /// The name of the user of the last credential.
        var user: String?
    }

    /// The keepers whose refresh the current task is part of.
    @TaskLocal private static var refreshing: Set<ObjectIdentifier> = []

    private let provider: any CredentialProvider
    private let options: RemoteOptions
    private let state = Mutex(State())

    init(_ provider: any CredentialProvider, _ options: RemoteOptions) {
        self.provider = provider
        self.options = options
    }

    /// Tests whether requests to an origin get a credential, except during a refresh.
    func covers(_ origin: Origin) -> Bool {
        provider.origins.contains(origin) && !Self.refreshing.contains(ObjectIdentifier(self))
    }

    /// Returns the identity of a credential's user; random in each process if the user is unknown.
    func identity(of credential: Credential) -> String {
        if let user = credential.identity { return Self.identity(user) }
        return state.withLock { state in
            if let unnamed = state.unnamed, unnamed.credential == credential {
                return unnamed.identity
            }
            let identity = "unnamed \(UInt64.random(in: .min ... .max))"
            state.unnamed = (credential, identity)
            return identity
        }
    }

    /// Returns the identity of the user whose credential a request would get now; `nil` without
    /// one.
    func identity(for url: String) async throws(RemoteError) -> String? {
        guard let origin = Origin(url), covers(origin), let credential = try await latest() else {
            return nil
        }
        return identity(of: credential)
    }

    /// Returns the identity of a user by name, or of the last one without a name; `nil` if there
    /// was none.
    func identity(ofUser user: String?) -> String? {
        user.map(Self.identity) ?? state.withLock { $0.unnamed?.identity }
    }

    private static func identity(_ user: String) -> String { "user \(user)" }

    /// The name of the user whose credential was used last; `nil` if there was none, or if it does
    /// not name the user.
    var user: String? { state.withLock { $0.user } }

    /// Returns the credential for a request to a covered origin.
    func credential() async throws(RemoteError) -> Credential? {
        guard let known = try await latest() else {
            guard !provider.isRequired else {
                throw RemoteError(
                    .missingCredential,
                    "the provider of credentials has none; sign in, then send the request again")
            }
            return nil
        }
        if let failure = failure(of: known) { throw failure }
        guard let expiry = known.expiry,
            expiry.seconds <= options.clock.date.seconds + Self.leeway.components.seconds
        else { return known }
        return try await renewed(after: known)
    }

    /// Returns the refreshed credential, or the provider's if set since then.
    func latest() async throws(RemoteError) -> Credential? {
        let own: Credential?
        do {
            own = try await provider.credential()
        } catch {
            throw Task.isCancelled
                ? .cancelled
                : RemoteError(
                    .missingCredential, "the provider of credentials failed; see the cause",
                    cause: error)
        }
        return state.withLock { state in
            let latest =
                if let replaced = state.replaced, replaced.old == own { replaced.new } else { own }
            state.user = latest?.identity
            return latest
        }
    }

    private func failure(of credential: Credential) -> RemoteError? {
        state.withLock { state in
            guard let failure = state.failure else { return nil }
            guard failure.rejected != credential else { return failure.error }
            state.failure = nil
            return nil
        }
    }

    /// Takes note of the credential of a request that ended with 401.
    func reject(_ credential: Credential?) { state.withLock { $0.rejected = credential } }

    /// Whether there is a credential that was not rejected at last.
    var hasUntried: Bool {
        get async {
            guard let latest = try? await latest() else { return false }
            return state.withLock {
                $0.rejected != latest && $0.failure?.rejected != latest
            }
        }
    }

    /// Returns a credential that differs from a rejected one: the current one, or a refreshed one.
    func renewed(after rejected: Credential) async throws(RemoteError) -> Credential {
        if let latest = try await latest(), latest != rejected { return latest }
        if let failure = failure(of: rejected) { throw failure }
        let (work, ticket, isNew) = try join()
        if isNew { work.start { await self.refresh(rejected) } }
        return try await work.value(ticket).get()
    }

    private func join() throws(RemoteError) -> (
        SharedWork<Credential>, SharedWork<Credential>.Ticket, isNew: Bool
    ) {
        let now = options.clock.now
        let joined = state.withLock {
            state -> (SharedWork<Credential>, SharedWork<Credential>.Ticket, isNew: Bool)? in
            if let work = state.refresh, let ticket = work.join() { return (work, ticket, false) }
            state.starts.removeAll { $0 <= now - Self.refreshLimit }
            guard state.starts.count < Self.refreshCount else { return nil }
            let (work, ticket) = SharedWork<Credential>.joined(endsWithWaiters: false)
            state.refresh = work
            return (work, ticket, true)
        }
        guard let joined else {
            throw RemoteError(
                .failedRefresh,
                "the credential was refreshed \(Self.refreshCount) times in "
                    + "\(Self.refreshLimit), and rejected each time; sign in again")
        }
        return joined
    }

    /// Returns the result of a refresh that has ended since the rejected credential was compared
    /// with the current one; `nil` if there was none.
    private func earlierResult(
        _ rejected: Credential
    ) async -> Result<Credential, RemoteError>? {
        if let failure = failure(of: rejected) { return .failure(failure) }
        guard let latest = try? await latest(), latest != rejected else { return nil }
        return .success(latest)
    }

    /// Refreshes in the task of the shared work.
    private func refresh(_ rejected: Credential) async -> Result<Credential, RemoteError> {
        if let result = await earlierResult(rejected) {
            state.withLock { $0.refresh = nil }
            return result
        }
        state.withLock { $0.starts.append(options.clock.now) }
        do {
            let old = try await provider.credential()
            let refreshing = Self.refreshing.union([ObjectIdentifier(self)])
            let new = try await Self.$refreshing.withValue(refreshing) {
                try await limited(rejected)
            }
            state.withLock { state in
                state.replaced = (old, new)
                if state.unnamed?.credential == rejected { state.unnamed?.credential = new }
                state.failure = nil
                state.refresh = nil
            }
            return .success(new)
        } catch {
            // The error of a provider may contain the request, so it is only the cause.
            let reason = (error as? RemoteError).map { ": \($0.message)" } ?? "; see the cause"
            let failure = RemoteError(
                .failedRefresh,
                "the credential was rejected, and could not be refreshed; sign in again\(reason)",
                cause: error)
            state.withLock { state in
                state.failure = (rejected, failure)
                state.refresh = nil
            }
            options.cookies?.removeAll()
            options.observer?.observe(.signedOut(failure))
            return .failure(failure)
        }
    }

    /// Refreshes, and gives that up after the limit, whether or not the provider ends then.
    private func limited(_ rejected: Credential) async throws -> Credential {
        let (results, end) = AsyncStream.makeStream(of: Result<Credential, any Error>.self)
        let refresh = Task { [provider] in
            do {
                end.yield(.success(try await provider.refresh(after: rejected)))
            } catch {
                end.yield(.failure(error))
            }
        }
        let limit = Task { [options] in
            try await options.clock.sleep(untilLimit: Self.refreshLimit)
            end.yield(
                .failure(
                    RemoteError(
                        .failedRefresh, "expected an answer in \(Self.refreshLimit), found none")))
        }
        defer {
            refresh.cancel()
            limit.cancel()
        }
        for await result in results { return try result.get() }
        throw CancellationError()
    }
}
