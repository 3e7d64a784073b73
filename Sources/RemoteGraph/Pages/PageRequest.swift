import RemotePlanning

/// A request for a page, which is sent at once, and cancelled with the last reference to it; equal
/// ones of several sequences are sent once.
final class PageRequest: Sendable {
    let request: RemoteRequest
    /// The number of the request in its manager.
    let number: Int
    /// The number of the request in the order of its URL.
    let start: Int
    private let manager: ObjectManager
    private let work: SharedWork<Exchange>
    private let ticket: SharedWork<Exchange>.Ticket

    init(_ request: RemoteRequest, _ manager: ObjectManager) async throws(RemoteError) {
        var key = try await manager.key(of: RemoteJob(request, .list))
        key?.isPage = true
        let isNew: Bool
        (work, ticket, number, isNew) = manager.running.join(request, key)
        (self.request, self.manager) = (request, manager)
        start = manager.mappingOrder.begin(request.key)
        if isNew { send() }
    }

    private func send() {
        let (request, number, manager) = (request.request, number, manager)
        work.start {
            defer { manager.running.remove(number) }
            do throws(RemoteError) {
                return .success(
                    try await manager.observing(request, number) {
                        (_, stopwatch) throws(RemoteError) in
                        var sending = try Sending(manager.sender, request, number, stopwatch)
                        return try await sending.run()
                    })
            } catch {
                return .failure(error)
            }
        }
    }

    deinit {
        work.leave(ticket)
        manager.mappingOrder.end(start, request.key)
    }

    /// Waits for the response; one task at a time does so.
    func response() async throws(RemoteError) -> Exchange { try await work.value(ticket).get() }
}
