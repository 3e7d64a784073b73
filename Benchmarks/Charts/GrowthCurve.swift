/// The time per record over the number of records, for one contender.
package struct GrowthCurve: Equatable {
    package struct Point: Equatable {
        let records: Double
        /// Seconds per record: the median and the spread of the samples.
        let time, low, high: Double

        package init(records: Double, time: Double, low: Double, high: Double) {
            self.records = records
            self.time = time
            self.low = low
            self.high = high
        }
    }

    let name: String
    package let points: [Point]

    /// Returns the curves of a title, in the order of its contenders.
    package static func curves(of title: TitleReport) -> [GrowthCurve] {
        var names: [String] = []
        for name in title.sizes.flatMap(\.contenders).map(\.name) where !names.contains(name) {
            names.append(name)
        }
        return names.map { name in
            GrowthCurve(name: name, points: title.sizes.compactMap { point(of: name, $0) })
        }
    }

    private static func point(of name: String, _ size: SizeReport) -> Point? {
        guard let time = size.contenders.first(where: { $0.name == name })?.time else {
            return nil
        }
        let count = Double(size.handledRecords)
        return Point(
            records: Double(size.records), time: time.median / count,
            low: time.spread.low / count, high: time.spread.high / count)
    }
}
