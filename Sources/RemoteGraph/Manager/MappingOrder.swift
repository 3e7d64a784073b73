import Synchronization

/// The order of requests for the same URL, by which late responses are recognised.
///
/// A response is not mapped if that of a request that began later was mapped before: it would
/// replace new values by old ones.
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

    /// Takes note of a mapped response, or of one by which the mapped objects are up to date.
    func mapped(_ number: Int, _ key: RequestKey) {
        state.withLock { state in
            let last = state.entries[key]?.lastMapped ?? 0
            state.entries[key]?.lastMapped = max(number, last)
        }
    }

    /// Forgets a request, and its URL with the last one.
    func end(_ key: RequestKey) {
        state.withLock { state in
            guard var entry = state.entries[key] else { return }
            entry.running -= 1
            state.entries[key] = entry.running > 0 ? entry : nil
        }
    }
}
