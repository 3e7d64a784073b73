/// What has changed since a baseline, for each title, size and contender but the reference.
package struct Comparison: Codable, Equatable {
    package let changes: [Change]

    /// Compares what both have; what the run was asked for is in the baseline
    /// (``Baseline/require(_:)``).
    package init(_ run: RunReport, with baseline: Baseline) {
        changes = run.titles.flatMap { title in
            title.sizes.flatMap { size -> [Change] in
                let known = baseline.size(size.records, of: title.name)?.contenders ?? []
                // The reference, which is the last, would be compared with itself.
                let contenders =
                    size.contenders.count > 1
                    ? size.contenders.dropLast() : size.contenders[...]
                return contenders.map { contender in
                    Change(
                        title: title.name, records: size.records,
                        from: known.first { $0.name == contender.name }, to: contender)
                }
            }
        }
    }

    /// What became slower by more than a share of its speed, and not by chance.
    package func regressions(beyond share: Double) -> [Change] {
        changes.filter { change in
            change.verdict == .slower && (change.speedChange ?? 0) < -share
        }
    }
}

/// How one contender does at one size, compared with a baseline.
package struct Change: Codable, Equatable {
    let title: String
    let records: Int
    package let contender: String
    /// Speeds as multiples of the reference's in the same run, and medians in seconds.
    let speedBefore, speedNow: Double?
    let timeBefore: Double?
    let timeNow: Double
    package let verdict: Verdict

    /// What can be said about a change.
    package enum Verdict: String, Codable {
        case faster, slower
        /// The spreads overlap: this may be chance.
        case same
        /// One of the runs had fewer than three samples.
        case tooFewSamples
        /// One of the runs had no reference.
        case noReference
        /// The baseline does not have the contender.
        case notInBaseline
    }

    init(
        title: String, records: Int, from before: ContenderReport?, to now: ContenderReport
    ) {
        self.title = title
        self.records = records
        contender = now.name
        speedBefore = before?.speed
        speedNow = now.speed
        timeBefore = before?.time.median
        timeNow = now.time.median
        verdict =
            before.map { Self.verdict(from: $0.speedSpread, to: now.speedSpread) }
            ?? .notInBaseline
    }

    /// The change of the speed against the reference as a share: below 0 is slower.
    package var speedChange: Double? {
        guard let speedBefore, let speedNow else { return nil }
        return speedNow / speedBefore - 1
    }

    /// The change of the time as a share: below 0 is faster.
    package var timeChange: Double? { timeBefore.map { timeNow / $0 - 1 } }

    private static func verdict(from before: Spread?, to now: Spread?) -> Verdict {
        guard let before, let now else { return .noReference }
        guard before.isReliable, now.isReliable else { return .tooFewSamples }
        guard !before.overlaps(now) else { return .same }
        return now.low > before.high ? .faster : .slower
    }
}
