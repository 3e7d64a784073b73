/// A request for a page, which is sent at once, and cancelled with the last reference to it.
final class PageRequest: Sendable {
    let request: RemoteRequest
    /// The number of the request in its manager.
    let number: Int
    /// The number of the request in the order of its URL.
    let start: Int
    private let manager: ObjectManager
    private let work: SharedWork<Exchange>
    private let ticket: SharedWork<Exchange>.Ticket

    init(_ request: RemoteRequest, _ manager: ObjectManager) {
        let (work, ticket) = SharedWork<Exchange>.joined(endsWithWaiters: true)
        let number = manager.running.add(request, work)
        work.start {
            defer { manager.running.remove(number) }
            do throws(RemoteError) {
                return .success(
                    try await manager.sender.send(OutgoingRequest(number, request.request)))
            } catch {
                return .failure(error)
            }
        }
        (self.request, self.number, self.manager) = (request, number, manager)
        (self.work, self.ticket) = (work, ticket)
        start = manager.mappingOrder.begin(request.key)
    }

    deinit {
        work.cancel()
        manager.mappingOrder.end(request.key)
    }

    /// Waits for the response; one task at a time does so.
    func response() async throws(RemoteError) -> Exchange { try await work.value(ticket).get() }
}
