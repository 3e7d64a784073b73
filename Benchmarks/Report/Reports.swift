/// The results of a run, as printed by `--json` and saved in a baseline.
package struct RunReport: Codable, Equatable {
    package let titles: [TitleReport]
    /// The peak memory of the process in bytes, since its start or the last reset.
    let processPeakBytes: Int
    /// The total duration in seconds, including the generation of payloads.
    let seconds: Double

    package init(titles: [TitleReport], processPeakBytes: Int, seconds: Double) {
        self.titles = titles
        self.processPeakBytes = processPeakBytes
        self.seconds = seconds
    }
}

/// The results of a title.
package struct TitleReport: Codable, Equatable {
    let name: String
    let summary: String
    package let sizes: [SizeReport]

    package init(name: String, summary: String, sizes: [SizeReport]) {
        self.name = name
        self.summary = summary
        self.sizes = sizes
    }
}

/// The results at one size.
package struct SizeReport: Codable, Equatable {
    let records: Int
    /// The number of records each contender processes; the others are in a store.
    let handledRecords: Int
    let payloadBytes: Int
    /// Mercator first, the reference last.
    package let contenders: [ContenderReport]
    /// The results of the title's goals; `nil` if it has none.
    package let goals: [GoalReport]?

    package init(
        records: Int, handledRecords: Int, payloadBytes: Int, results: [ContenderResult],
        goals: [Goal] = []
    ) {
        self.records = records
        self.handledRecords = handledRecords
        self.payloadBytes = payloadBytes
        let reference = results.count > 1 ? results.last : nil
        let contenders = results.map {
            ContenderReport($0, payloadBytes: payloadBytes, reference: reference)
        }
        self.contenders = contenders
        let reports = goals.compactMap { $0.report(contenders) }
        self.goals = reports.isEmpty ? nil : reports
    }
}

/// The measurements of a contender.
package struct ContenderResult {
    let name: String
    let samples: [Contender.Sample]
    /// The memory in bytes that the work adds at its peak, if it can be measured.
    let peakBytes: Int?

    package init(name: String, samples: [Contender.Sample], peakBytes: Int?) {
        self.name = name
        self.samples = samples
        self.peakBytes = peakBytes
    }

    var seconds: [Double] { samples.map { $0.duration / .seconds(1) } }
}

/// The results of a contender; times are in seconds.
package struct ContenderReport: Codable, Equatable {
    package let name: String
    let time: Statistics
    let peakBytes: Int?
    /// The median number of statements per sample that Mercator sent to SQLite.
    let statements: Int?
    /// The payload processed per second, by the median time.
    let megabytesPerSecond: Double
    /// The speed as a multiple of the reference's, by the medians; `nil` without a reference.
    package let speed: Double?
    /// The range of single speeds, each sample compared with the reference's in the same turn.
    package let speedSpread: Spread?

    init(_ result: ContenderResult, payloadBytes: Int, reference: ContenderResult?) {
        let time = Statistics(seconds: result.seconds)
        let counts = result.samples.compactMap(\.statements).sorted()
        name = result.name
        self.time = time
        peakBytes = result.peakBytes
        statements = counts.isEmpty ? nil : counts[counts.count / 2]
        megabytesPerSecond = Double(payloadBytes) / 1e6 / time.median
        speed = reference.map { Statistics(seconds: $0.seconds).median / time.median }
        speedSpread = reference.map { Spread(zip($0.seconds, result.seconds).map { $0 / $1 }) }
    }
}
