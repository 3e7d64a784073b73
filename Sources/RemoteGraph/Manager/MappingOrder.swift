import HTTPValues
import Synchronization

/// The order of requests for the same URL, to detect late responses.
///
/// A response is not mapped after the response to a newer request, since it would overwrite new
/// values with old ones.
final class MappingOrder: Sendable {
    private struct Entry {
        var running = 0
        var lastMapped = 0
    }

    private let entries = Mutex<[RequestKey: Entry]>([:])
    /// The edits that responses may not know, by the numbers of the requests.
    let crossingEdits = CrossingEdits()
    /// The mappings of responses for a URL, one at a time.
    let turns = Turns<RequestKey>(width: 1)

    /// Registers a request, and returns its number.
    func begin(_ key: RequestKey) -> Int {
        entries.withLock { $0[key, default: Entry()].running += 1 }
        return crossingEdits.begin()
    }

    /// Tests whether the response to a later request was mapped.
    func isSuperseded(_ number: Int, _ key: RequestKey) -> Bool {
        entries.withLock { $0[key].map { $0.lastMapped > number } ?? false }
    }

    /// Records a mapped response, or a response that confirms the mapped objects.
    func mapped(_ number: Int, _ key: RequestKey) {
        entries.withLock { entries in
            let last = entries[key]?.lastMapped ?? 0
            entries[key]?.lastMapped = max(number, last)
        }
    }

    /// Removes a request; also its URL if it was the last one.
    func end(_ number: Int, _ key: RequestKey) {
        crossingEdits.end(number)
        entries.withLock { entries in
            guard var entry = entries[key] else { return }
            entry.running -= 1
            entries[key] = entry.running > 0 ? entry : nil
        }
    }
}

/// A request in the order of its URL, which ends with the last reference to it.
final class OrderedRequest: Sendable {
    let number: Int
    private let order: MappingOrder
    private let key: RequestKey

    init(_ order: MappingOrder, _ key: RequestKey) {
        (self.order, self.key) = (order, key)
        number = order.begin(key)
    }

    deinit { order.end(number, key) }
}
