/// What is said about the samples of one contender.
package struct Statistics: Codable, Equatable {
    let samples: Int
    /// Seconds, as the others.
    package let median: Double
    package let minimum: Double
    package let maximum: Double
    /// The median distance from the median: half of the samples lie within it.
    package let deviation: Double
    /// Where the samples lie.
    let spread: Spread

    /// Sums up at least one sample.
    init(_ durations: [Duration]) {
        self.init(seconds: durations.map { $0 / .seconds(1) })
    }

    /// Sums up at least one sample, in seconds.
    package init(seconds: [Double]) {
        let sorted = seconds.sorted()
        let median = Self.median(sorted)
        samples = sorted.count
        self.median = median
        minimum = sorted.first ?? 0
        maximum = sorted.last ?? 0
        deviation = Self.median(sorted.map { abs($0 - median) }.sorted())
        spread = Spread(sorted)
    }

    private static func median(_ sorted: [Double]) -> Double {
        guard !sorted.isEmpty else { return 0 }
        let middle = sorted.count / 2
        return sorted.count % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
    }
}
