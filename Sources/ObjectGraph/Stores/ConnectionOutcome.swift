/// The result of a ``ConnectionRequest``.
package struct ConnectionOutcome: Sendable, Hashable {
    /// The number of sources with new destinations.
    package var connected = 0
    /// The number of sources that have lost all destinations.
    package var cleared = 0
    /// Indicates whether anything was written.
    package var isChanged: Bool { connected + cleared > 0 }
    /// The keys without a destination, with the number of sources that have them.
    package var missing: [[Value]: Int] = [:]
    /// The number of sources of a to-one relationship with several matching destinations.
    package var ambiguous = 0

    package init() {}
}
