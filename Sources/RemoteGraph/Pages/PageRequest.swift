import RemotePlanning

/// A request for a page, which is sent at once, and cancelled with the last reference to it; equal
/// ones of several sequences are sent once.
final class PageRequest: Sendable {
    let request: RemoteRequest
    /// The number of the request in its manager.
    let number: Int
    private let manager: ObjectManager
    private let work: SharedWork<Response>
    private let ticket: SharedWork<Response>.Ticket

    /// A response, and its request in the order of its URL, as long as the response is in use.
    struct Response: Sendable {
        let exchange: Exchange
        let start: OrderedRequest
    }

    init(_ request: RemoteRequest, _ manager: ObjectManager) async throws(RemoteError) {
        var key = try await manager.key(of: RemoteJob(request, .list))
        key?.isPage = true
        let isNew: Bool
        (work, ticket, number, isNew) = manager.running.join(request, key)
        (self.request, self.manager) = (request, manager)
        if isNew { send() }
    }

    private func send() {
        let (request, number, manager) = (request.request, number, manager)
        let start = OrderedRequest(manager.mappingOrder, self.request.key)
        work.start {
            defer { manager.running.remove(number) }
            do throws(RemoteError) {
                let exchange = try await manager.observing(request, number) {
                    (_, stopwatch) throws(RemoteError) in
                    var sending = try Sending(manager.sender, request, number, stopwatch)
                    return try await sending.run()
                }
                return .success(Response(exchange: exchange, start: start))
            } catch {
                return .failure(error)
            }
        }
    }

    deinit { work.leave(ticket) }

    /// Waits for the response; one task at a time does so.
    func response() async throws(RemoteError) -> Response { try await work.value(ticket).get() }
}
