public import HTTPValues

/// The source of the credentials of one user for the requests of a manager.
///
/// ```swift
/// actor Session: CredentialProvider {
///     nonisolated let origins: Set<Origin>
///     private var token: String?
///
///     init(origins: Set<Origin>) { self.origins = origins }
///
///     func credential() -> Credential? { token.map { Credential(bearer: $0) } }
///
///     func refresh(after rejected: Credential) async throws -> Credential {
///         let token = try await requestToken()
///         self.token = token
///         return Credential(bearer: token)
///     }
/// }
/// ```
///
/// A request gets the credential only if its URL has one of the ``origins``. If it is answered with
/// 401, the credential is refreshed, and the request is sent once more. There is one refresh at a
/// time; requests that need it wait for it. A request whose credential is not the current one any
/// more is sent again without a refresh.
///
/// After a failed refresh, ``RemoteEvent/signedOut(_:)`` is observed, and requests fail until
/// ``credential()`` returns a credential other than the rejected one.
public protocol CredentialProvider: Sendable {
    /// The origins that may receive the credential.
    var origins: Set<Origin> { get }
    /// Whether requests to the origins fail if there is no credential; by default, they are sent
    /// without one.
    var isRequired: Bool { get }

    /// Returns the current credential; `nil` if no user is signed in.
    ///
    /// - Returns: The credential.
    /// - Throws: Any error, which becomes the cause of a ``RemoteError``.
    func credential() async throws -> Credential?

    /// Returns a new credential.
    ///
    /// Its task is cancelled after 30 seconds. Requests that the same manager sends in it get no
    /// credential.
    ///
    /// - Parameter rejected: The credential that was rejected or has expired.
    /// - Returns: The new credential.
    /// - Throws: Any error, which becomes the cause of a ``RemoteError``.
    func refresh(after rejected: Credential) async throws -> Credential
}

extension CredentialProvider {
    /// `false`.
    public var isRequired: Bool { false }
}
