import Mercator
import Synchronization

/// A server of notes in this process, which answers at once.
final class NoteServer: ResourceTransport {
    private let count = Mutex(0)

    /// The number of notes that were created.
    var created: Int { count.withLock { $0 } }

    func send(
        _ request: TransportRequest, deadline: ContinuousClock.Instant?
    ) async throws(TransportError) -> TransportResponse {
        guard request.method == .post else { return Self.answer(200, 1) }
        return Self.answer(
            201,
            count.withLock { count in
                count += 1
                return count
            })
    }

    private static func answer(_ status: Int, _ number: Int) -> TransportResponse {
        TransportResponse(
            status, headers: ["Content-Type": "application/json"],
            body: ResponseBody(Array(#"{"id": \#(number)}"#.utf8)))
    }
}
