/// Where samples lie: from the lowest to the highest, without one at each end if there are seven or
/// more.
///
/// One sample that met other work must not hide a change. Nor must chance look like one: if nothing
/// has changed, the spreads of two runs keep clear of each other in one of 300 cases with nine samples
/// each, in one of 35 with seven, and in one of ten with three.
package struct Spread: Codable, Equatable {
    package let low: Double
    package let high: Double
    /// How many samples there were.
    package let samples: Int

    /// From how many samples on the outermost are left out.
    private static let trimmed = 7
    /// With fewer, where the samples lie says nothing.
    private static let fewest = 3

    package init(_ samples: some Collection<Double>) {
        let sorted = samples.sorted()
        let kept = sorted.count >= Self.trimmed ? sorted.dropFirst().dropLast() : sorted[...]
        low = kept.first ?? 0
        high = kept.last ?? 0
        self.samples = sorted.count
    }

    /// Whether there are enough samples to rely on.
    package var isReliable: Bool { samples >= Self.fewest }

    /// Whether some value lies in both.
    package func overlaps(_ other: Spread) -> Bool { low <= other.high && other.low <= high }
}
