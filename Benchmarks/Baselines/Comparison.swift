/// The changes since a baseline, per title, size and contender except the reference.
package struct Comparison: Codable, Equatable {
    package let changes: [Change]

    /// Compares what a run and a baseline have in common; ``Baseline/require(_:)`` ensures that
    /// nothing is missing.
    package init(_ run: RunReport, with baseline: Baseline) {
        changes = run.titles.flatMap { title in
            title.sizes.flatMap { size -> [Change] in
                let known = baseline.size(size.records, of: title.name)?.contenders ?? []
                // The reference, which comes last, would be compared with itself.
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

    /// Returns the significant changes by which a contender lost more than a share of its speed.
    package func regressions(beyond share: Double) -> [Change] {
        changes.filter { change in
            change.verdict == .slower && (change.speedChange ?? 0) < -share
        }
    }
}

/// The change of a contender at one size since a baseline.
package struct Change: Codable, Equatable {
    let title: String
    let records: Int
    package let contender: String
    /// Speeds as multiples of the reference's in the same run; times are medians in seconds.
    let speedBefore, speedNow: Double?
    let timeBefore: Double?
    let timeNow: Double
    package let verdict: Verdict

    /// The interpretation of a change.
    package enum Verdict: String, Codable {
        case faster, slower
        /// The spreads overlap, so the difference may be due to chance.
        case same
        /// One of the runs has fewer than three samples.
        case tooFewSamples
        /// One of the runs has no reference.
        case noReference
        /// The contender is not in the baseline.
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

    /// The relative change of the speed against the reference; negative if slower.
    package var speedChange: Double? {
        guard let speedBefore, let speedNow else { return nil }
        return speedNow / speedBefore - 1
    }

    /// The relative change of the time; negative if faster.
    package var timeChange: Double? { timeBefore.map { timeNow / $0 - 1 } }

    private static func verdict(from before: Spread?, to now: Spread?) -> Verdict {
        guard let before, let now else { return .noReference }
        guard before.isReliable, now.isReliable else { return .tooFewSamples }
        guard !before.overlaps(now) else { return .same }
        return now.low > before.high ? .faster : .slower
    }
}
