/// What a run found: everything that `--json` prints and a baseline keeps.
package struct RunReport: Codable, Equatable {
    package let titles: [TitleReport]
    /// The most memory that the process took since it was last measured, in bytes.
    let processPeakBytes: Int
    /// Seconds for everything, the making of payloads included.
    let seconds: Double

    package init(titles: [TitleReport], processPeakBytes: Int, seconds: Double) {
        self.titles = titles
        self.processPeakBytes = processPeakBytes
        self.seconds = seconds
    }
}

/// What was found about one title.
package struct TitleReport: Codable, Equatable {
    let name: String
    let summary: String
    let sizes: [SizeReport]

    package init(name: String, summary: String, sizes: [SizeReport]) {
        self.name = name
        self.summary = summary
        self.sizes = sizes
    }
}

/// What was found at one size.
package struct SizeReport: Codable, Equatable {
    let records: Int
    /// How many of them each contender works on; the others lie in a store.
    let handledRecords: Int
    let payloadBytes: Int
    /// Mercator first, the reference last.
    package let contenders: [ContenderReport]

    package init(records: Int, handledRecords: Int, payloadBytes: Int, results: [ContenderResult]) {
        self.records = records
        self.handledRecords = handledRecords
        self.payloadBytes = payloadBytes
        let reference = results.count > 1 ? results.last : nil
        contenders = results.map {
            ContenderReport($0, payloadBytes: payloadBytes, reference: reference)
        }
    }
}

/// What was measured of one contender.
package struct ContenderResult {
    let name: String
    let samples: [Contender.Sample]
    /// What the work added to the memory of the process at its peak, if it can be told apart.
    let peakBytes: Int?

    package init(name: String, samples: [Contender.Sample], peakBytes: Int?) {
        self.name = name
        self.samples = samples
        self.peakBytes = peakBytes
    }

    var seconds: [Double] { samples.map { $0.duration / .seconds(1) } }
}

/// What was found about one contender; times are in seconds.
package struct ContenderReport: Codable, Equatable {
    package let name: String
    let time: Statistics
    let peakBytes: Int?
    /// How many statements Mercator sent to SQLite in one sample, the middle one of all.
    let statements: Int?
    /// Payload handled in a second, by the median.
    let megabytesPerSecond: Double
    /// How many times as fast as the reference, by the medians; absent if there was no reference.
    package let speed: Double?
    /// Where the speeds of single samples lie, each against the reference's sample of the same turn.
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
