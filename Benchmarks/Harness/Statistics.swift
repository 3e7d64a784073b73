/// What is said about the samples of one contender.
struct Statistics: Encodable {
    let samples: Int
    /// Seconds, as the others.
    let median: Double
    let minimum: Double
    let maximum: Double
    /// The median distance from the median: half of the samples lie within it.
    let deviation: Double

    /// Sums up at least one sample.
    init(_ durations: [Duration]) {
        let seconds = durations.map { $0 / .seconds(1) }.sorted()
        let median = Self.median(seconds)
        samples = seconds.count
        self.median = median
        minimum = seconds.first ?? 0
        maximum = seconds.last ?? 0
        deviation = Self.median(seconds.map { abs($0 - median) }.sorted())
    }

    private static func median(_ sorted: [Double]) -> Double {
        guard !sorted.isEmpty else { return 0 }
        let middle = sorted.count / 2
        return sorted.count % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
    }
}
