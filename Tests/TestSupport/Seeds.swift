import Foundation

/// The seeds of random cases, as arguments of a test.
///
/// The gate tries every fifth seed. The long tier tries all of them, and as many new ones, which
/// differ from day to day: `MERCATOR_DAY=20781` repeats those of another day, which are printed at
/// the beginning of a run.
///
/// ```swift
/// @Test(arguments: StoreKind.allCases, Seeds.upTo(60, and: [163]))
/// func `a random load is a naive load`(kind: StoreKind, seed: UInt64) throws {
/// ```
package enum Seeds {
    /// The number of days since 1970, from which the new seeds of the long tier are counted.
    package static let day =
        ProcessInfo.processInfo.environment["MERCATOR_DAY"].flatMap { UInt64($0) }
        ?? UInt64(Date().timeIntervalSince1970 / 86_400)

    /// Returns the seeds of a test.
    ///
    /// - Parameters:
    ///   - count: The number of seeds that are the same on each day.
    ///   - first: The first one of them.
    ///   - found: Seeds that once found a defect, which run in each tier.
    /// - Returns: The seeds for the tier of this process.
    package static func upTo(
        _ count: Int, from first: UInt64 = 0, and found: [UInt64] = []
    ) -> [UInt64] {
        let usual = (0..<UInt64(count)).map { first + $0 }
        switch TestTier.current {
        case .gate:
            let fifth = usual.enumerated().filter { $0.offset.isMultiple(of: 5) }.map(\.element)
            return fifth + found.filter { !fifth.contains($0) }
        case .long:
            let new = usual.map { day * 1_000_000 + $0 }
            return usual + found.filter { !usual.contains($0) } + new
        }
    }
}
