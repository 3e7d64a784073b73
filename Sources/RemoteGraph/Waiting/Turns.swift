import RemotePlanning
import Synchronization

/// Limits the number of tasks that do something with the same key at a time, in order of arrival.
final class Turns<Key: Hashable & Sendable>: Sendable {
    private struct Waiter {
        let number: Int
        let continuation: CheckedContinuation<Bool, Never>
    }

    private struct Line {
        var running = 0
        var waiters: [Waiter] = []
    }

    private struct State {
        var lines: [Key: Line] = [:]
        var number = 0
    }

    private let state = Mutex(State())
    private let width: Int

    init(width: Int) { self.width = max(width, 1) }

    /// Waits for a turn, which ``leave(_:)`` ends.
    ///
    /// - Throws: ``RemoteError`` with code `cancelled`; there is no turn to end then.
    func enter(_ key: Key) async throws(RemoteError) {
        let number = state.withLock { state in
            state.number += 1
            return state.number
        }
        let isEntered = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let answer = state.withLock { state -> Bool? in
                    if Task.isCancelled { return false }
                    var line = state.lines.removeValue(forKey: key) ?? Line()
                    defer { state.lines[key] = line }
                    guard line.running == width else {
                        line.running += 1
                        return true
                    }
                    line.waiters.append(Waiter(number: number, continuation: continuation))
                    return nil
                }
                if let answer { continuation.resume(returning: answer) }
            }
        } onCancel: {
            remove(number, key)?.resume(returning: false)
        }
        guard isEntered else { throw .cancelled }
    }

    private func remove(_ number: Int, _ key: Key) -> CheckedContinuation<Bool, Never>? {
        state.withLock { state in
            guard let index = state.lines[key]?.waiters.firstIndex(where: { $0.number == number })
            else { return nil }
            return state.lines[key]?.waiters.remove(at: index).continuation
        }
    }

    /// Ends a turn; the next waiting task gets it.
    func leave(_ key: Key) {
        let next = state.withLock { state -> CheckedContinuation<Bool, Never>? in
            guard var line = state.lines.removeValue(forKey: key) else { return nil }
            guard line.waiters.isEmpty else {
                defer { state.lines[key] = line }
                return line.waiters.removeFirst().continuation
            }
            line.running -= 1
            if line.running > 0 { state.lines[key] = line }
            return nil
        }
        next?.resume(returning: true)
    }
}
