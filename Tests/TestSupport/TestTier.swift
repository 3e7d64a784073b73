import Foundation

/// The extent of a run of the tests: what each commit has to pass, or what runs for hours.
///
/// The environment variable `MERCATOR_TIER` decides; its values are `gate`, which is the default,
/// and `long`. Both tiers run the same tests: the gate runs them on fewer seeds, with fewer kills,
/// and repeats the contract of the store on PostgreSQL in one of its configurations only.
package enum TestTier: String, Sendable {
    case gate, long

    /// The tier of this process, which the first use prints.
    package static let current: TestTier = {
        let name = ProcessInfo.processInfo.environment["MERCATOR_TIER"] ?? gate.rawValue
        guard let tier = TestTier(rawValue: name) else {
            fatalError("MERCATOR_TIER is 'gate' or 'long', not '\(name)'")
        }
        let seeds = tier == .gate ? "a fifth of the seeds" : "all seeds, and \(Seeds.day) as a base"
        print("Tier \(tier.rawValue): \(seeds)")
        return tier
    }()

    /// Returns the first value in the gate, the second one in the long tier.
    package static func pick<Value>(gate: Value, long: Value) -> Value {
        current == .gate ? gate : long
    }
}
