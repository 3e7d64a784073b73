/// Summary statistics of the samples of a contender.
package struct Statistics: Codable, Equatable {
    let samples: Int
    /// In seconds, like the other values.
    package let median: Double
    package let minimum: Double
    package let maximum: Double
    /// The median absolute deviation: half of the samples are within it of the median.
    package let deviation: Double
    /// The range of the samples.
    let spread: Spread

    /// Summarises one or more samples.
    init(_ durations: [Duration]) {
        self.init(seconds: durations.map { $0 / .seconds(1) })
    }

    /// Summarises one or more samples in seconds.
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
