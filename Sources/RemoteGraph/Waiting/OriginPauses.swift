import HTTPValues
import Synchronization

/// Pauses of origins after `Retry-After`.
///
/// Source: RFC 9110, section 10.2.3.
final class OriginPauses: Sendable {
    private let ends = Mutex<[Origin: ContinuousClock.Instant]>([:])

    /// Pauses an origin, unless it is paused for longer.
    func pause(_ origin: Origin, until end: ContinuousClock.Instant) {
        ends.withLock { $0[origin] = max($0[origin] ?? end, end) }
    }

    /// Returns the time to wait; `nil` if the origin is not paused.
    func wait(_ origin: Origin, at now: ContinuousClock.Instant) -> Duration? {
        ends.withLock { ends in
            guard let end = ends[origin], end > now else {
                ends[origin] = nil
                return nil
            }
            return now.duration(to: end)
        }
    }
}
