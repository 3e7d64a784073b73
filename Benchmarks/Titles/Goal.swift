/// A bound that the results of a title are to keep.
package struct Goal {
    /// The measured number.
    package enum Measure {
        /// The time of one contender as a multiple of another's, by the medians.
        case time(of: String, over: String)
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
        switch measure {
        case .time(let contender, let other):
            guard let time = contenders.first(where: { $0.name == contender })?.time.median,
                let floor = contenders.first(where: { $0.name == other })?.time.median
            else { return nil }
            return time / floor
        case .number(let number): return number().map(Double.init)
        }
    }
}
