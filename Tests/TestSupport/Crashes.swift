import Foundation

/// The processes that a test kills: `MERCATOR_CRASHES` sets their number, `MERCATOR_SEED` the
/// moments.
package enum Crashes {
    private static func setting(_ name: String) -> UInt64? {
        ProcessInfo.processInfo.environment[name].flatMap { UInt64($0) }
    }

    /// The seed of the moments.
    package static let seed = setting("MERCATOR_SEED") ?? 1

    /// Returns the number of processes to kill: the usual one in the long tier, a quarter of it in
    /// the gate.
    package static func count(_ usual: Int) -> Int {
        setting("MERCATOR_CRASHES").map { Int($0) }
            ?? TestTier.pick(gate: (usual + 3) / 4, long: usual)
    }
}
