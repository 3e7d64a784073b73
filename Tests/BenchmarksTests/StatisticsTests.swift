import Benchmarks
import Testing

@Suite("Statistics of samples")
struct StatisticsTests {
    @Test(
        arguments: [
            ([3.0], 3.0), ([3, 1], 2), ([5, 1, 3], 3), ([1, 2, 100, 4], 3),
        ] as [([Double], Double)])
    func `the median is in the middle of the sorted samples`(samples: [Double], median: Double) {
        #expect(Statistics(seconds: samples).median == median)
    }

    @Test func `one sample far away changes neither median nor deviation much`() {
        let statistics = Statistics(seconds: [10, 11, 12, 13, 500])
        #expect(statistics.median == 12)
        #expect(statistics.deviation == 1)
        #expect(statistics.minimum == 10)
        #expect(statistics.maximum == 500)
    }

    @Test(
        arguments: [
            ([2.0], 2.0, 2.0), ([9, 1, 5], 1, 9), ([6, 5, 4, 3, 2, 1], 1, 6),
            ([7, 6, 5, 4, 3, 2, 1], 2, 6), ([9, 8, 7, 6, 5, 4, 3, 2, 1], 2, 8),
        ] as [([Double], Double, Double)])
    func `a spread leaves out the outermost from seven samples on`(
        samples: [Double], low: Double, high: Double
    ) {
        let spread = Spread(samples)
        #expect(spread.low == low)
        #expect(spread.high == high)
        #expect(spread.samples == samples.count)
    }

    @Test(
        arguments: [
            ([1.0, 2, 3], [4.0, 5, 6], false), ([4, 5, 6], [1, 2, 3], false),
            ([1, 2, 3], [3, 4, 5], true), ([1, 5, 9], [4, 5, 6], true),
            ([4, 5, 6], [1, 5, 9], true),
        ] as [([Double], [Double], Bool)])
    func `spreads overlap if a value lies in both`(
        one: [Double], other: [Double], expected: Bool
    ) {
        #expect(Spread(one).overlaps(Spread(other)) == expected)
    }

    @Test(arguments: [(1, false), (2, false), (3, true), (9, true)])
    func `fewer than three samples are not relied on`(count: Int, expected: Bool) {
        #expect(Spread(Array(repeating: 1, count: count)).isReliable == expected)
    }

    @Test func `speeds compare samples of the same turn`() throws {
        let size = Reports.size(1000, ["Mercator": [1, 2, 4], "reference": [3, 6, 12]])
        let mercator = try #require(size.contenders.first)
        // The machine slowed down over time, and both contenders with it.
        #expect(mercator.speedSpread == Spread([3, 3, 3]))
        #expect(mercator.speed == 3)
    }

    @Test func `without a reference there is no speed`() throws {
        let size = Reports.size(1000, ["Mercator": [1, 2, 4]])
        #expect(size.contenders.map(\.speed) == [nil])
        #expect(size.contenders.map(\.speedSpread) == [nil])
    }
}
