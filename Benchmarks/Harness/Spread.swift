/// The range of samples, without the lowest and highest if there are seven or more.
///
/// A single disturbed sample must not hide a change, and chance must not look like one: without a
/// change, the spreads of two runs are disjoint in 1 of 300 cases with nine samples each, in 1 of
/// 35 with seven, and in 1 of 10 with three.
package struct Spread: Codable, Equatable {
    package let low: Double
    package let high: Double
    /// The number of samples.
    package let samples: Int

    /// The number of samples from which the outermost are excluded.
    private static let trimmed = 7
    /// The minimum number of samples for a meaningful spread.
    private static let fewest = 3

    package init(_ samples: some Collection<Double>) {
        let sorted = samples.sorted()
        let kept = sorted.count >= Self.trimmed ? sorted.dropFirst().dropLast() : sorted[...]
        low = kept.first ?? 0
        high = kept.last ?? 0
        self.samples = sorted.count
    }

    /// Indicates whether there are enough samples for comparisons.
    package var isReliable: Bool { samples >= Self.fewest }

    /// Tests whether the ranges overlap.
    package func overlaps(_ other: Spread) -> Bool { low <= other.high && other.low <= high }
}
