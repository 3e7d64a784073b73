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

    private struct State {
        var count = 0
        var entries: [RequestKey: Entry] = [:]
    }

    private let state = Mutex(State())
    /// The mappings of responses for a URL, one at a time.
    let turns = Turns<RequestKey>(width: 1)

    /// Registers a request, and returns its number.
    func begin(_ key: RequestKey) -> Int {
        state.withLock { state in
            state.count += 1
            state.entries[key, default: Entry()].running += 1
            return state.count
        }
    }

    /// Tests whether the response to a later request was mapped.
    func isSuperseded(_ number: Int, _ key: RequestKey) -> Bool {
        state.withLock { $0.entries[key].map { $0.lastMapped > number } ?? false }
    }

    /// Records a mapped response, or a response that confirms the mapped objects.
    func mapped(_ number: Int, _ key: RequestKey) {
        state.withLock { state in
            let last = state.entries[key]?.lastMapped ?? 0
            state.entries[key]?.lastMapped = max(number, last)
        }
    }

    /// Removes a request; also its URL if it was the last one.
    func end(_ key: RequestKey) {
        state.withLock { state in
            guard var entry = state.entries[key] else { return }
            entry.running -= 1
            state.entries[key] = entry.running > 0 ? entry : nil
        }
    }
}
