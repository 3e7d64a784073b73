import Foundation
import Mercator
import Synchronization

/// The moment at which the process kills itself without cleaning up.
enum Death {
    case never
    /// Before a particular statement of the store.
    case statement(Int)
    /// After a delay from the start of the work.
    case microseconds(UInt32)

    init(_ words: [String]) throws {
        guard let kind = words.first else {
            self = .never
            return
        }
        switch (kind, words.dropFirst().first.flatMap { UInt32($0) }) {
        case ("--statement", let number?): self = .statement(Int(number))
        case ("--microseconds", let number?): self = .microseconds(number)
        default: throw StoreError(.invalidRequest, "no moment to die: \(words)")
        }
    }

    /// Arranges for the process to die, and returns the options for opening the store.
    func prepare() -> SQLiteStore.Options {
        switch self {
        case .never: return SQLiteStore.Options(busyTimeout: .seconds(30))
        case .statement(let last):
            let countdown = Countdown(last)
            return SQLiteStore.Options(trace: { _ in
                if countdown.isOver() { Self.die() }
            })
        case .microseconds(let time):
            Thread.detachNewThread {
                usleep(time)
                Self.die()
            }
            return SQLiteStore.Options()
        }
    }

    private static func die() { kill(getpid(), SIGKILL) }
}

/// Counts down statements.
private final class Countdown: Sendable {
    private let rest: Mutex<Int>

    init(_ count: Int) {
        rest = Mutex(count)
    }

    func isOver() -> Bool {
        rest.withLock { rest in
            rest -= 1
            return rest <= 0
        }
    }
}
