/// A bound that the results of a title are to keep.
package struct Goal {
    /// The measured number.
    package enum Measure {
        /// The time of one contender as a multiple of another's, by the medians.
        case time(of: String, over: String)
        /// The peak memory of a contender in megabytes; `nil` if it was not run or measured.
        case peak(of: String)
        /// A number that does not depend on time; `nil` if its contender was not run.
        case number(() -> Int?)
    }

    /// The short name in lists of goals, such as `G1`.
    package let name: String
    let text: String
    /// The highest number that keeps the goal.
    let limit: Double
    let measure: Measure

    package init(_ name: String, _ text: String, atMost limit: Double, _ measure: Measure) {
        self.name = name
        self.text = text
        self.limit = limit
        self.measure = measure
    }

    /// Returns the report, or `nil` if a contender of the goal was not run.
    package func report(_ contenders: [ContenderReport]) -> GoalReport? {
        measured(contenders).map {
            GoalReport(name: name, text: text, measured: $0, limit: limit)
        }
    }

    private func measured(_ contenders: [ContenderReport]) -> Double? {
        func report(_ name: String) -> ContenderReport? { contenders.first { $0.name == name } }
        switch measure {
        case .time(let contender, let other):
            guard let time = report(contender)?.time.median,
                let floor = report(other)?.time.median
            else { return nil }
            return time / floor
        case .peak(let contender): return report(contender)?.peakBytes.map { Double($0) / 1e6 }
        case .number(let number): return number().map(Double.init)
        }
    }
}
