package import HTTPValues
package import ObjectGraph
package import RemotePlanning

/// The parts of a manager that senders of a module above share: its limits, credentials and
/// versions.
extension ObjectManager {
    /// The user of the last credential, as far as it has a name; nothing is requested.
    package var userName: String? { credentials?.user }

    /// Requests the present credential, and returns the name of its user.
    package func presentUserName() async throws(RemoteError) -> String? {
        guard let credentials else { return nil }
        return try await credentials.latest()?.identity
    }

    /// Returns the strong entity tag stored from the last response to a user's request, or `nil`.
    package func strongTag(
        of request: ResourceRequest, user: String?, in context: ManagedObjectContext
    ) throws(StoreError) -> String? {
        try validators.strongTag(of: request, credentials?.identity(ofUser: user), in: context)
    }

    /// Returns the random wait after a number of failed rounds.
    package func wait(afterRounds count: Int) -> Duration { sender.wait(afterRounds: count) }

    /// Sends a request whose response is not applied by itself.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - user: The user without whose credential it is not sent; `nil` for any.
    ///   - limit: The maximum time for all sendings.
    /// - Returns: The request with its response.
    /// - Throws: ``RemoteError`` with the attempts if there is no response.
    package func exchange(
        _ request: ResourceRequest, user: String?, within limit: Duration
    ) async throws(RemoteError) -> Exchange {
        var sending = try Sending(sender, request, 0)
        sending.user = user
        sending.deadline = options.deadline(within: limit)
        return try await sending.run()
    }
}
